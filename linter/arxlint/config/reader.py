"""Configuration: ``[tool.arxlint]`` of ``pyproject.toml``, or ``arxlint.toml``, nearest upwards.

What there is to set stands in ``arxlint.config.settings``; this module finds, reads and checks it.  The TOML
reader is loaded only where a configuration exists.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from arxlint.config.profile import DEFAULT_PROFILE, Profile, pattern_source, placeholders
from arxlint.config.settings import (
    BOOL,
    CODE_LISTS,
    CODES,
    LIST,
    PROFILE,
    TABLE,
    TEXT,
    TOP,
    Key,
    keys_of,
)
from arxlint.system.records import NamedTuple

_PATH_PATTERNS: Final = ("briefings", "cards", "living", "queue")


class ConfigError(Exception):
    """A configuration that cannot be used.  ``line`` is 1-based, 0 where it is not known."""

    def __init__(self, path: str, line: int, message: str, help: str = "") -> None:
        super().__init__(message)
        self.path = path
        self.line = line
        self.message = message
        self.help = help

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.message}" + (f" ({self.help})" if self.help else "")


class Config(NamedTuple):
    """The settings of one run.  ``path`` is the file they come from, empty for the defaults.

    ``folder`` is that file's folder: relative paths and globs in it start there.
    """

    path: str = ""
    folder: str = ""
    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, str], ...] = ()
    per_path_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    fail_on: str = "warning"
    store: tuple[str, ...] = ()
    offline: bool = False
    require_metadata: bool = False
    baseline: str = ""
    rules: tuple[tuple[str, Any], ...] = ()
    profile: Profile = DEFAULT_PROFILE

    def line_of(self, name: str, section: str = TOP) -> int:
        """Return the 1-based line of a setting, 0 if it cannot be told.  Reads the file again."""
        try:
            with open(self.path, encoding="utf-8-sig") as file:
                return _line_of(file.read(), self.path, section, name)
        except (OSError, UnicodeDecodeError):
            return 0


def find_config(folder: str) -> str:
    """Return the path of the configuration nearest upwards from a folder, or the empty string.

    In one folder ``arxlint.toml`` goes before ``pyproject.toml``, which counts only where it has a
    ``[tool.arxlint]`` table.  The search ends at the root of a git checkout.
    """
    here = os.path.abspath(folder)
    while True:
        own = os.path.join(here, "arxlint.toml")
        if os.path.isfile(own):
            return own
        project = os.path.join(here, "pyproject.toml")
        if _names_us(project):
            return project
        above = os.path.dirname(here)
        if above == here or os.path.exists(os.path.join(here, ".git")):
            return ""
        here = above


def load_config(folder: str) -> Config:
    """Return the configuration that holds in a folder; the defaults where there is none.

    Raises ConfigError.
    """
    path = find_config(folder)
    return read_config(path) if path else default_config()


def default_config() -> Config:
    """Return what holds where nothing is configured."""
    values: dict[str, Any] = {key.name.replace("-", "_"): key.default for key in keys_of(TOP).values()}
    return Config()._replace(**values)


def read_config(path: str) -> Config:
    """Read one configuration file.  Raises ConfigError, which names the file and, where it can, the line."""
    try:
        with open(path, "rb") as file:
            raw = file.read()
    except OSError as error:
        raise ConfigError(path, 0, f"cannot be read: {error.strerror or error}") from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ConfigError(path, line, "is not UTF-8, as TOML must be") from error
    return parse_config(text, path)


def parse_config(text: str, path: str) -> Config:
    """Check the text of a configuration file and return its settings.  Raises ConfigError."""
    import tomllib

    try:
        data: object = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"\s*\(at line (\d+), column \d+\)|\s*\(at end of document\)", str(error))
        line = int(where.group(1)) if where and where.group(1) else text.rstrip().count("\n") + 1
        message = str(error)[: where.start()] if where else str(error)
        raise ConfigError(path, line, f"is not valid TOML: {message}") from error
    if os.path.basename(path) == "pyproject.toml":
        for part in ("tool", "arxlint"):
            data = data.get(part, {}) if isinstance(data, dict) else {}
    elif isinstance(data, dict) and "tool" in data and set(data) == {"tool"}:
        raise ConfigError(
            path,
            _line_of(text, path, TOP, "tool"),
            "settings stand at top level here, without `tool.arxlint`",
            "`[tool.arxlint]` belongs in pyproject.toml; write `[profile]` for `[tool.arxlint.profile]`",
        )
    return _Reader(text, path).config(data)


class _Reader:
    """Checks one file's settings against the table."""

    def __init__(self, text: str, path: str) -> None:
        self.text = text
        self.path = path

    def config(self, data: object) -> Config:
        if not isinstance(data, dict):
            raise ConfigError(self.path, self.line("arxlint"), "`tool.arxlint` must be a table")
        data = dict(data)
        profile = data.pop(PROFILE, {})
        values = self.section(TOP, data, keys_of(TOP), (PROFILE,))
        fields = {name.replace("-", "_"): value for name, value in values.items()}
        return default_config()._replace(
            path=self.path,
            folder=os.path.dirname(os.path.abspath(self.path)),
            profile=self.profile(profile),
            **fields,
        )

    def profile(self, data: object) -> Profile:
        if not isinstance(data, dict):
            raise ConfigError(
                self.path, self.line(PROFILE), f"`profile` must be a table, not {_kind_of(data)}"
            )
        values = self.section(PROFILE, data, keys_of(PROFILE), ())
        for name in _PATH_PATTERNS:
            for pattern in values.get(name, ()):
                try:
                    pattern_source(pattern)
                except ValueError as error:
                    raise ConfigError(
                        self.path,
                        self.line(name, PROFILE),
                        f"unknown placeholder `{{{error}}}` in `profile.{name}`",
                        _suggestion(str(error), placeholders())
                        or "there are " + ", ".join(f"{{{known}}}" for known in placeholders()),
                    ) from error
        return Profile.of(values)

    def section(
        self, section: str, data: Mapping[str, object], keys: Mapping[str, Key], others: tuple[str, ...]
    ) -> dict[str, Any]:
        values = {}
        for name, value in data.items():
            key = keys.get(name)
            if key is None:
                self.unknown(section, name, (*keys, *others))
            else:
                values[name] = self.value(key, value)
        return values

    def unknown(self, section: str, name: str, known: Iterable[str]) -> None:
        shown = f"{section}.{name}" if section else name
        hint = _suggestion(name.replace("_", "-").lower(), known)
        if not hint:
            other = PROFILE if section == TOP else TOP
            if name in keys_of(other):
                hint = f"it belongs in {'`[tool.arxlint.profile]`' if other else '`[tool.arxlint]`'}"
        raise ConfigError(
            self.path, self.line(name, section), f"unknown key `{shown}`", hint or "see docs/configuration.md"
        )

    def value(self, key: Key, value: object) -> object:
        if key.kind == BOOL and isinstance(value, bool):
            return value
        if key.kind == TEXT and isinstance(value, str):
            return self.chosen(key, value)
        if key.kind == LIST and isinstance(value, list) and _is_texts(value):
            return tuple(value)
        if key.kind == CODES and isinstance(value, dict):
            for name, text in value.items():
                if not isinstance(text, str):
                    self.wrong(key, value, f"`{name}` is {_kind_of(text)}")
                self.chosen(key, text)
            return tuple(value.items())
        if key.kind == CODE_LISTS and isinstance(value, dict):
            for name, texts in value.items():
                if not _is_texts(texts):
                    self.wrong(key, value, f"`{name}` is {_kind_of(texts)}")
            return tuple((name, tuple(texts)) for name, texts in value.items())
        if key.kind == TABLE and isinstance(value, dict):
            return tuple(value.items())
        return self.wrong(key, value, _kind_of(value))

    def chosen(self, key: Key, value: str) -> str:
        if key.choices and value not in key.choices:
            raise ConfigError(
                self.path,
                self.line(key.name, key.section),
                f"`{key.name}`: `{value}` is none of {', '.join(key.choices)}",
                _suggestion(value.lower(), key.choices),
            )
        return value

    def wrong(self, key: Key, value: object, given: str) -> object:
        shown = f"{key.section}.{key.name}" if key.section else key.name
        raise ConfigError(
            self.path,
            self.line(key.name, key.section),
            f"`{shown}` must be a {key.kind}, not {given}" if " is " not in given
            else f"`{shown}` must be a {key.kind}, but {given}",
            f"for example {key.name} = {key.example}",
        )  # fmt: skip

    def line(self, name: str, section: str = TOP) -> int:
        return _line_of(self.text, self.path, section, name)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _kind_of(value: object) -> str:
    if isinstance(value, list):
        odd = next((item for item in value if not isinstance(item, str)), None)
        return "a list" if odd is None else f"a list with {_kind_of(odd)} in it"
    names = {bool: "a boolean", str: "a string", dict: "a table", int: "a number", float: "a number"}
    return names.get(type(value), "a date or time")


def _suggestion(name: str, known: Iterable[str]) -> str:
    from arxlint.text.nearest import nearest  # only on the way out

    near = nearest(name, known)
    return f"did you mean `{near}`?" if near else ""


_HEADER: Final = re.compile(r"\s*\[\[?\s*([^\]\n]*?)\s*\]")
_ASSIGNED: Final = re.compile(r"""\s*["']?([A-Za-z0-9_.-]+)["']?\s*=""")


def _line_of(text: str, path: str, section: str, name: str) -> int:
    """Return the line on which a key, or the header of a table of that name, stands; 0 if none."""
    prefix = "tool.arxlint" if os.path.basename(path) == "pyproject.toml" else ""
    wanted = ".".join(part for part in (prefix, section, name) if part)
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header is not None and "=" not in line[: header.end()]:
            table = re.sub(
                r"""\s*\.\s*|["']""", lambda dot: "." if "." in dot.group() else "", header.group(1)
            )
            if table == wanted or table.startswith(wanted + "."):
                return number
            continue
        assigned = _ASSIGNED.match(line)
        if assigned is None:
            continue
        full = f"{table}.{assigned.group(1)}" if table else assigned.group(1)
        if full == wanted or full.startswith(wanted + "."):
            return number
        # An inline table keeps its keys on the line of the table.
        if wanted.startswith(full + ".") and re.search(rf"""(?<![\w-]){re.escape(name)}["']?\s*=""", line):
            return number
    return 0


def _names_us(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            raw = file.read()
    except OSError:
        return False
    return (
        re.search(rb"^[ \t]*\[[ \t]*tool[ \t]*\.[ \t]*[\"']?arxlint[\"']?[ \t]*[.\]]", raw, re.MULTILINE)
        is not None
    )
