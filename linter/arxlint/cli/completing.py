"""What the shell completes after ``--format``, ``--select`` and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from click import Context, Parameter
    from click.shell_completion import CompletionItem


def complete_rules(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Return codes and names of rules that begin like the word, or its last part after a comma."""
    from click.shell_completion import CompletionItem

    from arxlint.engine_rules import ENGINE_NAMES
    from arxlint.explain import page
    from arxlint.registry import RegistryError, load_registry

    before, comma, word = incomplete.rpartition(",")
    try:
        rules = load_registry(engine=ENGINE_NAMES).rules
    except RegistryError:
        return []
    words = [(one, page(rule).summary) for rule in rules for one in (rule.code, rule.name)]
    words += [(one, "") for pair in ENGINE_NAMES.items() for one in pair]
    return [
        CompletionItem(before + comma + one, help=help_text)
        for one, help_text in words
        if one.lower().startswith(word.lower()) and (word or one[:1].isupper())
    ]


def complete_formats(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the formats of reports that begin like the word."""
    from click.shell_completion import CompletionItem

    from arxlint.report import FORMATS

    return [
        CompletionItem(name, help=purpose) for name, purpose in FORMATS.items() if name.startswith(incomplete)
    ]
