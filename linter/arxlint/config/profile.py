"""Profile: what the paths and the words of a knowledge base mean.

A profile is a tuple of tuples of strings, so that it travels to worker processes for nothing and has a
digest that stays the same as long as its settings do.  What is compiled from it is compiled when first asked
for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from arxlint.config.settings import PROFILE, keys_of
from arxlint.system.records import NamedTuple

BRIEFING: Final = "briefing"
CARD: Final = "card"
LIVING: Final = "living"
QUEUE: Final = "queue"

_KINDS: Final = ((CARD, "cards"), (BRIEFING, "briefings"), (LIVING, "living"), (QUEUE, "queue"))

_FIELDS: Final = {
    "instance": r"[^/]+",
    "date": r"[0-9]{4}-?[0-9]{2}-?[0-9]{2}(?![0-9])",
    "rest": r"[^/]+",
    "number": r"[0-9]+",
    "yymm": r"[0-9]{2}[01][0-9]",
    "sequence": r"[0-9]{4,5}",
    "topic": r"[^/]+",
}
_PLACEHOLDER: Final = re.compile(r"\{([a-z]+)\}")
_NAME_DATE: Final = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})([-_.]?)([01][0-9])\2([0-3][0-9])(?![0-9])")


class PathMeaning(NamedTuple):
    """What a path says of its document.

    ``base`` is the folder that the pattern starts in, with its slash.
    """

    kind: str = ""
    instance: str = ""
    date: str = ""
    number: str = ""
    paper: str = ""
    base: str = ""


class Profile:
    """The settings of ``[tool.arxlint.profile]``, with what follows from them.

    ``settings`` holds a tuple of strings for each setting of the section, in the order of the table.
    """

    __slots__ = ("_compiled", "_meanings", "_patterns", "settings")

    def __init__(self, settings: tuple[tuple[str, ...], ...] | None = None) -> None:
        if settings is None:
            settings = _DEFAULTS
        self.settings = settings
        self._patterns: list[tuple[str, re.Pattern[str]]] | None = None
        self._compiled: dict[str, re.Pattern[str]] = {}
        self._meanings: dict[str, PathMeaning] = {}

    @classmethod
    def of(cls, values: Mapping[str, tuple[str, ...]]) -> Profile:
        """Make a profile of settings by name; what is not given keeps its default."""
        return cls(tuple(values.get(name, default) for name, default in zip(_NAMES, _DEFAULTS, strict=True)))

    def __reduce__(self) -> tuple[type[Profile], tuple[tuple[tuple[str, ...], ...]]]:
        return (Profile, (self.settings,))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Profile) and self.settings == other.settings

    def __hash__(self) -> int:
        return hash(self.settings)

    def __getitem__(self, name: str) -> tuple[str, ...]:
        """Return one setting by name; raises KeyError for an unknown one."""
        return self.settings[_INDEX[name]]

    @property
    def digest(self) -> str:
        """Hexadecimal digest of the settings: part of the key under which facts are cached."""
        from arxlint.system.hashing import blake2b

        return blake2b(repr(self.settings).encode(), digest_size=16).hexdigest()

    def compiled(self, key: str, source: Callable[[Profile], str], flags: int = 0) -> re.Pattern[str]:
        """Return a pattern built from this profile's words, built and compiled when first asked for."""
        pattern = self._compiled.get(key)
        if pattern is None:
            pattern = self._compiled[key] = re.compile(source(self), flags)
        return pattern

    def meaning(self, path: str) -> PathMeaning:
        """Return what a path (posix, relative to the root) says of its document.

        A pattern may start in any folder, so that a knowledge base below the root is recognised too.
        """
        known = self._meanings.get(path)
        if known is None:
            known = self._meanings[path] = self._meaning(path)
        return known

    def classify(self, path: str) -> tuple[str, str, str]:
        """Return kind, instance and ISO date of a path; each empty where the path does not say.

        The date of a file that no pattern knows is the one in its name, or in the nearest folder's.
        """
        meaning = self.meaning(path)
        return (meaning.kind, meaning.instance, meaning.date)

    def _meaning(self, path: str) -> PathMeaning:
        for kind, pattern in self._path_patterns():
            match = pattern.search(path)
            if match is None:
                continue
            fields = match.groupdict()
            date = iso_date(fields.get("date") or "")
            if "date" in fields and not date:
                continue
            paper = f"{fields['yymm']}.{fields['sequence']}" if fields.get("sequence") else ""
            return PathMeaning(
                kind,
                fields.get("instance") or "",
                date,
                fields.get("number") or "",
                paper,
                path[: match.start("whole")],
            )
        for part in reversed(path.split("/")):
            found = _NAME_DATE.search(part)
            if found is not None:
                date = iso_date("-".join(found.group(1, 3, 4)))
                if date:
                    return PathMeaning(date=date)
        return PathMeaning()

    def _path_patterns(self) -> list[tuple[str, re.Pattern[str]]]:
        if self._patterns is None:
            self._patterns = [
                (kind, re.compile(rf"(?:\A|(?<=/))(?P<whole>{pattern_source(pattern)})\Z"))
                for kind, name in _KINDS
                for pattern in self[name]
            ]
        return self._patterns

    def describe(self, paths: Iterable[str]) -> str:
        """Say in one line what is recognised among paths; empty if nothing is."""
        counts = dict.fromkeys((BRIEFING, CARD, LIVING, QUEUE), 0)
        instances: set[str] = set()
        dates: set[str] = set()
        for path in paths:
            kind, instance, date = self.classify(path)
            if kind:
                counts[kind] += 1
            if kind == BRIEFING:
                dates.add(date)
                if instance:
                    instances.add(instance)
        parts = []
        if counts[BRIEFING]:
            who = ""
            if instances:
                names = sorted(instances)
                shown = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
                who = f" by {_counted(len(names), 'instance')} ({shown})"
            first, last = min(dates), max(dates)
            when = f", {first}" + (f" to {last}" if last != first else "") if first else ""
            parts.append(_counted(counts[BRIEFING], "briefing") + who + when)
        for kind, noun in ((CARD, "paper card"), (LIVING, "living document"), (QUEUE, "work queue")):
            if counts[kind]:
                parts.append(_counted(counts[kind], noun))
        return f"knowledge base: {'; '.join(parts)}" if parts else ""


def pattern_source(pattern: str) -> str:
    """Return the regular expression of a path pattern with ``{placeholders}``; each becomes a named group.

    A placeholder that occurs twice must match the same text.  Raises ValueError, with the name, for one
    that does not exist.
    """
    out: list[str] = []
    seen: set[str] = set()
    end = 0
    for match in _PLACEHOLDER.finditer(pattern):
        name = match.group(1)
        if name not in _FIELDS:
            raise ValueError(name)
        out.append(re.escape(pattern[end : match.start()]))
        out.append(f"(?P={name})" if name in seen else f"(?P<{name}>{_FIELDS[name]})")
        seen.add(name)
        end = match.end()
    out.append(re.escape(pattern[end:]))
    return "".join(out)


def placeholders() -> tuple[str, ...]:
    """Return the placeholders that path patterns may use."""
    return tuple(_FIELDS)


def iso_date(written: str) -> str:
    """Return ``YYYY-MM-DD`` for eight digits with or without separators; empty if there is no such day."""
    digits = "".join(character for character in written if character.isdigit())
    if len(digits) != 8 or not digits.isascii():
        return ""
    return make_date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))


def make_date(year: int, month: int, day: int) -> str:
    """Return an ISO date, or the empty string if the calendar has no such day."""
    if not (1900 <= year <= 2200 and 1 <= month <= 12 and 1 <= day <= 31):
        return ""
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        longest = 29 if leap else 28
    else:
        longest = 30 if month in (4, 6, 9, 11) else 31
    return f"{year:04}-{month:02}-{day:02}" if day <= longest else ""


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def _default(value: object) -> tuple[str, ...]:
    if not isinstance(value, tuple):
        raise TypeError(value)
    return value


_NAMES: Final = tuple(keys_of(PROFILE))
_DEFAULTS: Final = tuple(_default(key.default) for key in keys_of(PROFILE).values())
_INDEX: Final = {name: index for index, name in enumerate(_NAMES)}
DEFAULT_PROFILE: Final = Profile()
