"""Bytes to text and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxlint.text.decode import UnreadableFile, decode, decode_lossy
from arxlint.text.source import Source

MARKS = {
    "utf-8": b"",
    "utf-16-le": b"\xff\xfe",
    "utf-16-be": b"\xfe\xff",
    "utf-32-le": b"\xff\xfe\0\0",
    "utf-32-be": b"\0\0\xfe\xff",
}


@pytest.mark.parametrize("encoding", MARKS)
def test_reads_each_encoding_with_its_mark(encoding: str) -> None:
    raw = MARKS[encoding] + "号2608.02703的\r\n𝒳\n".encode(encoding)
    source = decode(raw, "a.md")
    assert source.encoding == encoding
    assert source.text.removeprefix("\ufeff") == "号2608.02703的\r\n𝒳\n"
    assert source.text.encode(source.encoding) == raw


def test_utf8_byte_order_mark_stays_at_offset_0() -> None:
    source = decode(b"\xef\xbb\xbfarXiv", "a.md")
    assert source.text == "\ufeffarXiv"
    assert source.text.encode(source.encoding) == b"\xef\xbb\xbfarXiv"


def test_invalid_utf8_names_byte_line_and_place() -> None:
    with pytest.raises(UnreadableFile) as caught:
        decode("一\r\n二\rab".encode() + b"\xff rest", "inbox/a.md")
    error = caught.value
    assert (error.path, error.offset, error.line, error.start) == ("inbox/a.md", 11, 3, 7)
    assert str(error) == "inbox/a.md:3: invalid UTF-8 (0xff: invalid start byte) (byte 11)"


def test_truncated_utf16() -> None:
    with pytest.raises(UnreadableFile, match="invalid UTF-16"):
        decode(b"\xff\xfea\0b", "a.md")


def test_unpaired_surrogate_in_utf16() -> None:
    with pytest.raises(UnreadableFile, match="invalid UTF-16") as caught:
        decode(b"\xff\xfea\0\n\0\x00\xd8b\0", "a.md")
    assert caught.value.line == 2


def test_binary_is_called_binary_even_if_it_is_no_utf8_either() -> None:
    with pytest.raises(UnreadableFile, match="binary file") as caught:
        decode(b"\x89PNG\n\x1a\n\0\xff", "a.md")
    assert (caught.value.offset, caught.value.line) == (7, 3)


def test_nul_in_utf16_is_binary() -> None:
    with pytest.raises(UnreadableFile, match="binary file") as caught:
        decode(b"\xff\xfea\0\0\0", "a.md")
    assert caught.value.offset == 4


def decoded(raw: bytes) -> Source | UnreadableFile:
    try:
        return decode(raw, "x")
    except UnreadableFile as error:
        return error


@given(st.binary())
def test_any_bytes_are_read_back_unchanged_or_refused(raw: bytes) -> None:
    result = decoded(raw)
    if isinstance(result, UnreadableFile):
        assert 0 <= result.offset <= len(raw)
        assert decode_lossy(raw, "x").position(result.start).line == result.line
    else:
        assert result.text.encode(result.encoding) == raw


@given(st.text(), st.sampled_from(sorted(MARKS)))
def test_any_text_is_read(text: str, encoding: str) -> None:
    raw = MARKS[encoding] + text.encode(encoding)
    if "\0" in text:
        with pytest.raises(UnreadableFile):
            decode(raw, "x")
    else:
        assert decode(raw, "x").text.encode(encoding) == raw
