"""What every rule must have, and that none is forgotten."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

import arxlint_rules
from arxlint.diagnostic import Confidence, Severity
from arxlint.explain import readme
from arxlint.rule import Needs, Rule
from arxlint.testing import check_rule
from arxlint_rules import RULES

FAMILIES: dict[str, str | tuple[str, ...]] = {
    "identifier": "ARX1",
    "version": "ARX2",
    "label": "ARX3",
    "record": ("ARX4", "ARX6"),
    "corpus": "ARX5",
    "history": "ARX5",
}


def rule_classes() -> set[type[Rule]]:
    found = set()
    for module in pkgutil.walk_packages(arxlint_rules.__path__, "arxlint_rules."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, Rule) and value is not Rule:
                found.add(value)
    return found


@pytest.mark.parametrize("rule", RULES)
def test_rule_is_complete(rule: type[Rule]) -> None:
    family = rule.__module__.split(".")[1]
    assert rule.code.startswith(FAMILIES[family]), f"{rule.code} does not belong into {family}/"
    check_rule(rule)


def test_no_rule_is_forgotten() -> None:
    assert rule_classes() == set(RULES)


def test_rules_are_in_order_and_unique() -> None:
    codes = [rule.code for rule in RULES]
    assert codes == sorted(set(codes))
    names = [rule.name for rule in RULES]
    assert len(names) == len(set(names))
    options = [option.name for rule in RULES for option in rule.options]
    assert len(options) == len(set(options))


def test_rules_that_change_with_time_are_notes() -> None:
    severities = {rule.name: rule.severity for rule in RULES}
    for name in ("outdated-version", "published-elsewhere"):
        assert severities[name] is Severity.NOTE


def test_types_of_what_a_rule_declares() -> None:
    for rule in RULES:
        assert isinstance(rule.severity, Severity)
        assert isinstance(rule.confidence, Confidence)
        assert isinstance(rule.needs, Needs)


def test_readme_is_up_to_date(pytestconfig: pytest.Config) -> None:
    written = Path(pytestconfig.rootpath, "rules", "README.md").read_text(encoding="utf-8")
    assert written == readme([rule() for rule in RULES]), "run `python -m arxlint.explain > rules/README.md`"
