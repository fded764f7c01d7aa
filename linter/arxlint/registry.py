"""Registry: which rules there are, and which of them run.

Rules come from providers: distributions with an entry point in the group ``arxlint.rules``, arxlint's own
among them.  The entry points are read straight from the metadata folders on ``sys.path``; importing
``importlib.metadata`` would cost more than a whole hook run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Final

from arxlint.providers import GROUP, Provider, find_providers
from arxlint.rule import Rule
from arxlint.system.records import NamedTuple

OWN_PROVIDER: Final = "arxlint"
ALL: Final = "ALL"

REDIRECTS: Final[dict[str, str]] = {}
"""Retired code → the code that replaces it.  A retired code is never used again."""

_CODE: Final = re.compile(r"[A-Z]{2,8}[0-9]{3,4}")
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


class RegistryError(Exception):
    """The rules cannot be loaded or selected; the message says why, and what to do (exit status 2)."""


class UnknownSelectorError(RegistryError):
    """A selector names no rule."""


class Registry(NamedTuple):
    """All rules in order of code, and the distribution that each code comes from.

    ``engine`` are codes and names of what the engine itself reports (ARX9xx): selectors may mean them, but
    no rule stands behind them.
    """

    rules: tuple[Rule, ...]
    origins: Mapping[str, str]
    engine: Mapping[str, str] = {}

    def find(self, code_or_name: str) -> Rule:
        """Return one rule by code (any case) or name; raises UnknownSelectorError."""
        wanted = _redirected(code_or_name.strip())
        for rule in self.rules:
            if wanted.upper() == rule.code or wanted.lower() == rule.name:
                return rule
        raise _unknown(code_or_name, self.rules, prefixes=False)

    def matching(self, selector: str) -> tuple[Rule, ...]:
        """Return the rules that a code, a prefix of codes, a name or ``ALL`` means.

        None for a selector of the engine's own diagnostics.  Raises UnknownSelectorError if it means nothing.
        """
        chosen = tuple(rule for rule in self.rules if specificity(selector, rule) >= 0)
        if not chosen and not self._is_engine(selector.strip()):
            raise _unknown(selector, self.rules, prefixes=True)
        return chosen

    def _is_engine(self, selector: str) -> bool:
        return bool(selector) and any(
            code.startswith(selector.upper()) or name == selector.lower()
            for code, name in self.engine.items()
        )

    def select(
        self,
        select: Sequence[str] = (),
        ignore: Sequence[str] = (),
        extend_select: Sequence[str] = (),
    ) -> tuple[Rule, ...]:
        """Return the rules that run, in order of code.

        Without ``select`` those are the rules that are on by default.  Where several selectors match a rule,
        the longest decides, and ``ignore`` wins a tie: ``select=["ARX3"], ignore=["ARX301"]`` and
        ``select=["ARX301"], ignore=["ARX3"]`` both do what they say.  Raises UnknownSelectorError.
        """
        for selector in (*select, *ignore, *extend_select):
            self.matching(selector)
        chosen = []
        for rule in self.rules:
            wanted = _longest((*select, *extend_select), rule)
            if not select and rule.default:
                wanted = max(wanted, 0)
            if wanted >= 0 and wanted > _longest(ignore, rule):
                chosen.append(rule)
        return tuple(chosen)


def specificity(selector: str, rule: Rule) -> int:
    """Say how closely a selector fits a rule: -1 not at all, 0 ``ALL``, else by length; a name is exact."""
    selector = _redirected(selector.strip())
    if selector.lower() == rule.name:
        return len(rule.code)
    selector = selector.upper()
    if selector == ALL:
        return 0
    return len(selector) if selector and rule.code.startswith(selector) else -1


def _longest(selectors: Iterable[str], rule: Rule) -> int:
    return max((specificity(selector, rule) for selector in selectors), default=-1)


def _redirected(selector: str) -> str:
    return REDIRECTS.get(selector.upper(), selector)


def _unknown(selector: str, rules: Sequence[Rule], *, prefixes: bool) -> UnknownSelectorError:
    from arxlint.text.nearest import nearest  # only on the way out

    known = [text for rule in rules for text in (rule.code, rule.name)]
    if prefixes:
        known += sorted({rule.code[:length] for rule in rules for length in (3, 4)})
    near = nearest(selector.strip(), known)
    hint = f"; did you mean `{near}`?" if near else "; `arxlint rules` lists them all"
    what = "a code, a prefix of codes or a name" if prefixes else "a code or a name"
    return UnknownSelectorError(f"unknown rule `{selector}`: expected {what}{hint}")


def load_registry(
    providers: Iterable[Provider] | None = None,
    engine: Mapping[str, str] | None = None,
    *,
    need_own: bool = True,
) -> Registry:
    """Import every provider and return all rules.

    ``engine`` maps the codes of the engine's own diagnostics to their names.  Raises RegistryError if
    arxlint's own rules are not installed (unless ``need_own`` is false), if a provider cannot be imported or
    offers something else than rules, and if two rules share a code or a name.
    """
    found = list(find_providers() if providers is None else providers)
    if need_own and not any(provider.name == OWN_PROVIDER for provider in found):
        raise RegistryError(
            f"no rule provider found: arxlint's own rules are not registered as entry points (`{GROUP}`)."
            " Nothing would be checked. Install arxlint with `pip install arxlint`"
            " (in a clone: `pip install -e .`)"
        )
    engine = engine or {}
    origins = dict.fromkeys(engine, "arxlint's engine")
    names = dict.fromkeys(engine.values(), "arxlint's engine")
    rules: list[Rule] = []
    offered = [(rule, provider.distribution) for provider in found for rule in _load(provider)]
    for rule_class, origin in offered:
        rule = _checked(rule_class, origin)
        for kind, key, seen in (("code", rule.code, origins), ("name", rule.name, names)):
            if key in seen:
                raise RegistryError(
                    f"two rules have the {kind} `{key}`: one of {seen[key]} and one of {origin}."
                    " Uninstall one of the two, or tell its authors"
                )
            seen[key] = origin
        rules.append(rule)
    rules.sort(key=lambda rule: rule.code)
    return Registry(tuple(rules), origins, engine)


def _load(provider: Provider) -> Iterator[type[Rule]]:
    """Import one provider; any failure there is the provider's, and the message says whose."""
    module_name, _, attributes = provider.value.partition(":")
    who = f"rule provider `{provider.name}` of {provider.distribution}"
    try:
        offered: object = import_module(module_name.strip())
        for attribute in attributes.strip().split("."):
            offered = getattr(offered, attribute)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a provider may even call sys.exit
        raise RegistryError(
            f"{who} cannot be imported: {type(error).__name__}: {error}."
            f" Reinstall or uninstall {provider.distribution}"
        ) from error
    if not isinstance(offered, (tuple, list)):
        raise RegistryError(f"{who}: `{provider.value}` is not a tuple of rules but {type(offered).__name__}")
    for rule in offered:
        if not (isinstance(rule, type) and issubclass(rule, Rule)):
            raise RegistryError(f"{who}: {rule!r} is not a subclass of arxlint.rule.Rule")
        yield rule


def _checked(rule: type[Rule], origin: str) -> Rule:
    for attribute, pattern in (("code", _CODE), ("name", _NAME)):
        value = getattr(rule, attribute, None)
        if not (isinstance(value, str) and pattern.fullmatch(value)):
            raise RegistryError(f"rule {rule.__qualname__} of {origin} has no proper {attribute}: {value!r}")
    if not hasattr(rule, "severity"):
        raise RegistryError(f"rule {rule.code} of {origin} has no severity")
    try:
        return rule()
    except Exception as error:
        raise RegistryError(f"rule {rule.code} of {origin} cannot be made: {error}") from error


def option_values(rules: Iterable[Rule], given: Mapping[str, object]) -> dict[str, object]:
    """Return the value of every option of the rules: as given (``[tool.arxlint.rules]``), else its default.

    Raises RegistryError for a name that no rule has, a value of another type than the default's, and a value
    that is not among the choices.
    """
    options = {option.name: option for rule in rules for option in rule.options}
    values = {name: option.default for name, option in options.items()}
    for name, value in given.items():
        option = options.get(name)
        if option is None:
            raise RegistryError(f"unknown rule option `{name}`{_near(name, options)}")
        if type(value) is not type(option.default):
            wanted = type(option.default).__name__
            raise RegistryError(f"rule option `{name}` must be of type {wanted}, not {value!r}")
        if option.choices and value not in option.choices:
            choices = ", ".join(f"`{choice}`" for choice in option.choices if choice != "")
            raise RegistryError(f"rule option `{name}` must be one of {choices}, not {value!r}")
        values[name] = value
    return values


def _near(name: str, known: Iterable[str]) -> str:
    from arxlint.text.nearest import nearest  # only on the way out

    near = nearest(name, known)
    return f"; did you mean `{near}`?" if near else "; `arxlint explain CODE` lists the options of a rule"


def provider_versions(providers: Iterable[Provider] | None = None) -> str:
    """Return the installed rule packs for ``--version``: ``arxlint-more 1.2, …``; empty if there are none."""
    found = find_providers() if providers is None else providers
    return ", ".join(sorted({p.distribution for p in found if p.name != OWN_PROVIDER}))


__all__ = [
    "ALL",
    "GROUP",
    "OWN_PROVIDER",
    "REDIRECTS",
    "Provider",
    "Registry",
    "RegistryError",
    "UnknownSelectorError",
    "find_providers",
    "load_registry",
    "option_values",
    "provider_versions",
    "specificity",
]
