"""Bytes to text, without losing anything: what is decoded here is encoded back to the same bytes.

UTF-8 is what we expect; UTF-16 and UTF-32 are read when they announce themselves by a byte-order mark.
The mark stays in the text as U+FEFF at offset 0, and line endings stay as they are.
"""

from __future__ import annotations

from arxlint.text.source import LineIndex, Source

# UTF-32 first: its little-endian mark begins with the one of UTF-16.
_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


class UnreadableFile(Exception):
    """The bytes of a file are no text that we read.

    ``offset`` is the 0-based offset of the offending byte, ``line`` its 1-based line, and ``start`` the
    0-based code-point offset of that place in what ``decode_lossy`` returns.
    """

    def __init__(self, path: str, reason: str, offset: int, line: int, start: int) -> None:
        super().__init__(path, reason, offset, line, start)
        self.path = path
        self.reason = reason
        self.offset = offset
        self.line = line
        self.start = start

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason} (byte {self.offset})"


def encoding_of(raw: bytes) -> str:
    """Return the encoding that a byte-order mark announces, else ``utf-8``."""
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return encoding
    return "utf-8"


def decode(raw: bytes, path: str) -> Source:
    """Return the text of a file; raises UnreadableFile for binary content and for broken encodings."""
    encoding = encoding_of(raw)
    if encoding == "utf-8":
        # Looked for before decoding: a binary file is better called one than "invalid UTF-8 at byte 7".
        nul = raw.find(b"\0")
        if nul >= 0:
            raise _unreadable(raw, path, encoding, nul, "binary file (NUL byte), not text")
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        name = encoding.upper().removesuffix("-LE").removesuffix("-BE")
        byte = f"0x{raw[error.start]:02x}"
        reason = f"invalid {name} ({byte}: {error.reason})"
        raise _unreadable(raw, path, encoding, error.start, reason) from None
    if encoding != "utf-8":
        nul = text.find("\0")
        if nul >= 0:
            offset = len(text[:nul].encode(encoding))
            raise _unreadable(raw, path, encoding, offset, "binary file (NUL character), not text")
    return Source(path, text, encoding)


def decode_lossy(raw: bytes, path: str) -> Source:
    """Return a text to look at, U+FFFD where bytes make no sense; never to be written back."""
    encoding = encoding_of(raw)
    return Source(path, raw.decode(encoding, errors="replace"), encoding)


def _unreadable(raw: bytes, path: str, encoding: str, offset: int, reason: str) -> UnreadableFile:
    before = raw[:offset].decode(encoding, errors="replace")
    line = LineIndex(before).position(len(before)).line
    return UnreadableFile(path, reason, offset, line, len(before))
