"""Working files: a store is written beside its target and put in its place whole."""

from __future__ import annotations

import contextlib
import os

from arxlint.metadata.errors import StoreError

_SUFFIX = ".building"


def working_path(target: str) -> str:
    """Return the path of this process's working file for a target."""
    return f"{target}.{os.getpid()}{_SUFFIX}"


def put_in_place(working: str, target: str) -> None:
    """Make a finished working file the target.  Raises StoreError where that fails."""
    try:
        with open(working, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(working, target)
    except OSError as error:
        raise StoreError(f"{target}: cannot be written: {error.strerror}") from None


def discard(working: str) -> None:
    """Remove a working file and what SQLite keeps beside it, if they are there."""
    for path in (working, f"{working}-journal", f"{working}-wal", f"{working}-shm"):
        with contextlib.suppress(OSError):
            os.unlink(path)


def sweep(target: str) -> None:
    """Remove working files of builds of this target whose process is gone (killed, or power lost)."""
    folder, name = os.path.split(target)
    with contextlib.suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.startswith(name + ".") and entry.name.endswith(_SUFFIX):
                number = entry.name[len(name) + 1 : -len(_SUFFIX)]
                if number.isdecimal() and not _alive(int(number)):
                    os.unlink(entry.path)


def _alive(process: int) -> bool:
    if os.name != "posix":
        return True  # there is no harmless way to ask
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
