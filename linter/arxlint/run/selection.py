"""What the configuration says about rules, checked against the rules that there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arxlint.config.reader import Config, ConfigError
from arxlint.diagnostic import Diagnostic, Severity
from arxlint.discovery import glob_pattern
from arxlint.engine_rules import ENGINE_NAMES
from arxlint.registry import Registry, RegistryError, option_values
from arxlint.rule import Rule


def selected(
    registry: Registry,
    config: Config,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    extend_select: Sequence[str] = (),
) -> tuple[Rule, ...]:
    """Return the rules that run.  A ``select`` on the command line sets the configuration's choice aside.

    Raises ConfigError for an unknown rule in the configuration (with its line), and RegistryError for one on
    the command line.
    """
    _check_selectors(registry, config)
    return registry.select(
        select or config.select,
        ignore if select else (*config.ignore, *ignore),
        extend_select if select else (*config.extend_select, *extend_select),
    )


def _check_selectors(registry: Registry, config: Config) -> None:
    named = [
        ("select", config.select),
        ("extend-select", config.extend_select),
        ("ignore", config.ignore),
        ("severity", [selector for selector, _ in config.severity]),
        ("per-path-ignores", [one for _, selectors in config.per_path_ignores for one in selectors]),
    ]
    for key, selectors in named:
        for selector in selectors:
            try:
                registry.matching(selector)
            except RegistryError as error:
                raise ConfigError(config.path, config.line_of(key), f"`{key}`: {error}") from error


def rule_options(registry: Registry, config: Config) -> dict[str, object]:
    """Return the value of every rule option.  Raises ConfigError, with the line, for one that is wrong."""
    try:
        return option_values(registry.rules, dict(config.rules))
    except RegistryError as error:
        raise ConfigError(config.path, config.line_of("rules"), str(error)) from error


def without_ignored_paths(
    diagnostics: list[Diagnostic], config: Config, registry: Registry
) -> list[Diagnostic]:
    """Leave out what ``per-path-ignores`` says not to report."""
    if not config.per_path_ignores:
        return diagnostics
    ignores = [
        (
            glob_pattern(glob),
            frozenset(rule.code for selector in selectors for rule in registry.matching(selector))
            | frozenset(code for code in ENGINE_NAMES if _names_engine_code(selectors, code)),
        )
        for glob, selectors in config.per_path_ignores
    ]
    return [
        one
        for one in diagnostics
        if not any(one.code in codes and glob.match(one.path) for glob, codes in ignores)
    ]


def engine_settings(
    diagnostics: Iterable[Diagnostic], config: Config, ignore: Sequence[str] = ()
) -> list[Diagnostic]:
    """Apply ``ignore`` and ``severity`` to what the engine itself reports.

    Selecting some rules does not switch it off: a file that was not read is news whatever is looked for.
    """
    ignored = (*config.ignore, *ignore)
    if not ignored and not config.severity:
        return list(diagnostics)
    kept = []
    for one in diagnostics:
        if one.code in ENGINE_NAMES:
            if _names_engine_code(ignored, one.code):
                continue
            for selector, severity in config.severity:
                if _names_engine_code((selector,), one.code):
                    one = one._replace(severity=Severity(severity))
        kept.append(one)
    return kept


def _names_engine_code(selectors: Iterable[str], code: str) -> bool:
    # `ARX` alone means all rules, and a reader of it hardly thinks of broken files.
    return any(
        selector.strip().lower() == ENGINE_NAMES[code]
        or (len(selector.strip()) > 3 and code.startswith(selector.strip().upper()))
        for selector in selectors
    )
