"""Writing files so that they are never seen half-written."""

from __future__ import annotations

import os
from contextlib import suppress


def write_text(path: str, text: str, encoding: str = "utf-8") -> None:
    """Replace a file's content by a text as it is: no line ending is translated, no mark added.

    Raises OSError, and UnicodeEncodeError for a text that the encoding lacks; the old content then stays.
    """
    write_bytes(path, text.encode(encoding))


def write_bytes(path: str, content: bytes) -> None:
    """Replace a file's content at once, or create the file; raises OSError and then changes nothing.

    A symbolic link is written through and stays one.  Permissions are kept, and a file that we may not write
    is not replaced, although its folder would allow it.
    """
    import tempfile  # here, because a run that writes nothing should not pay for it

    target = os.path.realpath(path)
    mode = None
    with suppress(FileNotFoundError):
        mode = os.stat(target).st_mode & 0o7777
        if not os.access(target, os.W_OK):
            raise PermissionError(13, "file is read-only", path)
    folder, name = os.path.split(target)
    # Beside the target, since only within one file system is the replacement atomic.
    handle, temporary = tempfile.mkstemp(prefix=f".{name[:40]}.", suffix=".tmp", dir=folder or ".")
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _default_mode() if mode is None else mode)
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _default_mode() -> int:
    """Return the permissions that an ordinary new file would get (mkstemp gives fewer)."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask
