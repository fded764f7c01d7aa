"""``arxlint explain``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from arxlint.cli.completing import complete_rules

if TYPE_CHECKING:
    from arxlint.registry import Registry


@click.command()
@click.argument("rules", nargs=-1, required=True, metavar="CODE...", shell_complete=complete_rules)
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the page's Markdown.")
def explain(rules: tuple[str, ...], as_markdown: bool) -> None:
    """Explain a rule: what it finds, why that is bad, an example, how to fix it, its options.

    CODE is a code or a name, as a report shows it; a prefix lists the rules that begin with it.

    \b
    arxlint explain ARX301
    arxlint explain split-label
    arxlint explain ARX5
    """
    from arxlint.engine_rules import ENGINE_NAMES
    from arxlint.registry import load_registry

    registry = load_registry(engine=ENGINE_NAMES)
    pages = [_page(registry, one, as_markdown) for one in rules]
    sys.stdout.write("\n".join(pages))


def _page(registry: Registry, wanted: str, as_markdown: bool) -> str:
    from arxlint import explain as pages
    from arxlint.engine_rules import ENGINE_RULES

    own = [
        info
        for info in ENGINE_RULES
        if info.code.startswith(wanted.strip().upper()) or info.name == wanted.strip().lower()
    ]
    found = registry.matching(wanted)
    if len(found) + len(own) > 1:
        return pages.listing(found, registry.origins, own)
    if own:
        (info,) = own
        return f"# {info.code} {info.name}\n\n{info.docs}" if as_markdown else pages.engine_terminal(info)
    (rule,) = found
    if as_markdown:
        return f"# {rule.code} {rule.name}\n\n{pages.markdown(rule)}"
    return pages.terminal(rule, registry.origins[rule.code])
