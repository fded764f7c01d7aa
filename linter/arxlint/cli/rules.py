"""``arxlint rules``."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from arxlint.cli.completing import complete_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arxlint.registry import Registry
    from arxlint.report.result import RuleInfo
    from arxlint.rule import Rule


@click.command()
@click.argument("selectors", nargs=-1, metavar="[RULES]...", shell_complete=complete_rules)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="A table, or JSON."
)
def rules(selectors: tuple[str, ...], form: str) -> None:
    """List the rules: code, name, default severity and what each finds.

    RULES are codes, prefixes of codes or names; without any, all rules are listed, those of installed rule
    packs and the engine's own (ARX9xx) among them.

    \b
    arxlint rules
    arxlint rules ARX3
    arxlint rules --format json
    """
    from arxlint.engine_rules import ENGINE_NAMES, ENGINE_RULES
    from arxlint.registry import load_registry

    registry = load_registry(engine=ENGINE_NAMES)
    wanted = {rule.code for selector in selectors for rule in registry.matching(selector)}
    chosen = [rule for rule in registry.rules if not selectors or rule.code in wanted]
    own = [
        info
        for info in ENGINE_RULES
        if not selectors
        or any(info.code.startswith(one.upper()) or info.name == one.lower() for one in selectors)
    ]
    if form == "json":
        json.dump(_records(registry, chosen, own), sys.stdout, ensure_ascii=False, indent=1)
        sys.stdout.write("\n")
        return
    from arxlint.explain import listing

    sys.stdout.write(listing(chosen, registry.origins, own))


def _records(registry: Registry, chosen: Sequence[Rule], own: Sequence[RuleInfo]) -> dict[str, Any]:
    from arxlint.explain import needs_list, offers_fix, page

    records: list[dict[str, Any]] = [
        {
            "code": rule.code,
            "name": rule.name,
            "severity": str(rule.severity),
            "confidence": str(rule.confidence),
            "default": rule.default,
            "needs": needs_list(rule),
            "fix": offers_fix(rule),
            "summary": page(rule).summary,
            "origin": registry.origins[rule.code],
            "options": [
                {"name": one.name, "default": one.default, "help": one.help, "choices": list(one.choices)}
                for one in rule.options
            ],
        }
        for rule in chosen
    ]
    records += [
        {
            "code": info.code,
            "name": info.name,
            "severity": str(info.severity),
            "confidence": "high",
            "default": True,
            "needs": [],
            "fix": info.code == "ARX901",
            "summary": info.summary,
            "origin": "arxlint's engine",
            "options": [],
        }
        for info in own
    ]
    return {"version": 1, "rules": records}
