"""Compiled regular expressions, kept from run to run.

``re`` compiles every pattern anew in every process.  A check of one small file uses some 280 of them; to
compile them took two fifths of its time.  What ``re`` makes of a pattern depends on nothing but
the pattern, its flags and the version of Python, so it is kept in the user's cache folder; where that is not
possible, or ``re`` is not built as we know it, nothing is different but the time.
"""

from __future__ import annotations

import marshal
import os
import re
import sys
from typing import Any, Final

_MOST: Final = 3000
"""Patterns kept; profiles with words of their own make some of their own."""

_Known = dict[tuple[str | bytes, int], tuple[int, list[int], int, dict[str, int], tuple[str | None, ...]]]

_known: _Known = {}
_new: list[tuple[str | bytes, int]] = []


def recall() -> None:
    """Have ``re`` use what earlier runs compiled, and note what it compiles itself."""
    try:
        import _sre  # type: ignore[import-not-found]
        from re import _compiler, _parser  # type: ignore[attr-defined]

        make, parse, code, compiled = _sre.compile, _parser.parse, _compiler._code, _compiler.compile
    except (ImportError, AttributeError):
        return
    _known.update(_load())

    def compile_or_recall(pattern: Any, flags: int = 0) -> re.Pattern[Any]:
        key = (pattern, int(flags))
        if type(pattern) not in (str, bytes):
            return compiled(pattern, flags)  # type: ignore[no-any-return]
        try:
            if key not in _known:
                tree = parse(pattern, key[1])
                groups: list[str | None] = [None] * tree.state.groups
                for name, number in tree.state.groupdict.items():
                    groups[number] = name
                numbers = [int(number) for number in code(tree, key[1])]
                parts = (key[1] | tree.state.flags, numbers, tree.state.groups - 1)
                found = make(pattern, *parts, tree.state.groupdict, tuple(groups))
                _known[key] = (*parts, tree.state.groupdict, tuple(groups))
                _new.append(key)
                return found  # type: ignore[no-any-return]
            return make(pattern, *_known[key])  # type: ignore[no-any-return]
        except (AttributeError, TypeError, ValueError, RuntimeError):
            _known.pop(key, None)
            return compiled(pattern, flags)  # type: ignore[no-any-return]

    _compiler.compile = compile_or_recall


def remember() -> None:
    """Keep what was compiled in this run."""
    if not _new:
        return
    path = _path()
    kept = _known if len(_known) <= _MOST else {key: _known[key] for key in _new[-_MOST:]}
    beside = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(beside, "wb") as file:
            file.write(marshal.dumps(kept))
        os.replace(beside, path)
    except OSError:
        return
    _new.clear()


def _path() -> str:
    import _sre

    from arxlint.system.folders import cache_folder

    version = f"{sys.implementation.cache_tag}-{sys.hexversion:x}-{_sre.MAGIC}"
    return os.path.join(cache_folder(), f"patterns-{version}")


def _load() -> _Known:
    try:
        with open(_path(), "rb") as file:
            known = marshal.loads(file.read())
    except (OSError, ValueError, EOFError, TypeError):
        return {}
    return known if isinstance(known, dict) else {}
