"""Rule documentation: one docstring a rule, shown in the terminal, in the README table and in SARIF.

A rule's docstring is Markdown: a summary sentence, then sections under ``## What it does``,
``## Why is this bad?``, ``## Example``, ``## How to fix`` and perhaps ``## References``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from inspect import cleandoc
from typing import Final

from arxlint.diagnostic import Confidence
from arxlint.report.result import RuleInfo
from arxlint.rule import Needs, Rule
from arxlint.system.records import NamedTuple

SECTIONS: Final = ("What it does", "Why is this bad?", "Example", "How to fix", "References")
REQUIRED_SECTIONS: Final = SECTIONS[:4]

_HEADING: Final = re.compile(r"^## (.+)$", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]]+)\]\((https?://[^)]+)\)")

_NEEDS: Final = (
    (Needs.METADATA, "arXiv metadata"),
    (Needs.CORPUS, "the other documents"),
    (Needs.HISTORY, "`--since REV`"),
)


class Page(NamedTuple):
    """A rule's docstring taken apart: the summary on one line, the sections as (heading, Markdown)."""

    summary: str
    sections: tuple[tuple[str, str], ...]

    def section(self, heading: str) -> str:
        """Return the text of a section, empty if there is none."""
        return dict(self.sections).get(heading, "")


def page(rule: Rule | type[Rule]) -> Page:
    """Take a rule's docstring apart.  A rule without a docstring has an empty page."""
    rule_class = rule if isinstance(rule, type) else type(rule)
    text = cleandoc(rule_class.__dict__.get("__doc__") or "")
    lead, *parts = _HEADING.split(text)
    sections = tuple(
        (heading.strip(), body.strip()) for heading, body in zip(parts[::2], parts[1::2], strict=True)
    )
    return Page(" ".join(lead.split()), sections)


def is_foreign(origin: str) -> bool:
    """Tell whether a distribution (name and version) is not arxlint itself but a rule pack."""
    return origin.partition(" ")[0] not in ("", "arxlint", "arxlint's")


def needs_of(rule: Rule) -> str:
    """Return in words what a rule needs besides the document; empty if nothing."""
    return ", ".join(words for need, words in _NEEDS if rule.needs & need)


def markdown(rule: Rule) -> str:
    """Return a rule's page in Markdown, without its title (SARIF ``help.markdown``)."""
    found = page(rule)
    parts = [found.summary, *(f"## {heading}\n\n{body}" for heading, body in found.sections)]
    if rule.options:
        parts.append("## Options\n\n" + "\n".join(_option_lines(rule)))
    return "\n\n".join(parts) + "\n"


def _option_lines(rule: Rule) -> Iterable[str]:
    for option in rule.options:
        choices = ", ".join(f"`{choice}`" for choice in option.choices if choice != "")
        among = f" One of {choices}." if choices else ""
        default = f"default `{option.default}`" if option.default != "" else "not set by default"
        yield f"- `{option.name}` ({default}): {option.help}{among}"


def engine_terminal(info: RuleInfo) -> str:
    """Return the page of one of the engine's own diagnostics for ``arxlint explain``."""
    facts = f"{info.severity} by default; found by the engine itself, whatever rules are selected"
    body = [
        heading[1].upper() if (heading := _HEADING.match(line)) else line for line in info.docs.splitlines()
    ]
    return "\n".join([f"{info.code} {info.name}", facts, "", *body]) + "\n"


def needs_list(rule: Rule) -> list[str]:
    """Return the names of what a rule needs, for machines: ``metadata``, ``corpus``, ``history``."""
    return [need.name.lower() for need, _ in _NEEDS if rule.needs & need and need.name]


def offers_fix(rule: Rule) -> bool:
    """Tell whether any example of a rule is cured by its fix."""
    return any(getattr(example, "fixed", None) is not None for example in getattr(rule, "examples", ()))


def terminal(rule: Rule, origin: str = "") -> str:
    """Return a rule's page for ``arxlint explain``, as plain text."""
    facts = [f"{rule.severity} by default"]
    if rule.confidence is not Confidence.HIGH:
        facts.append(f"{rule.confidence} confidence")
    if not rule.default:
        facts.append(f"only on request: `--extend-select {rule.code}`")
    if needs := needs_of(rule):
        facts.append(f"needs {needs}")
    if offers_fix(rule):
        facts.append("offers a fix")
    if is_foreign(origin):
        facts.append(f"from {origin}")
    lines = [f"{rule.code} {rule.name}", "; ".join(facts), ""]
    for line in markdown(rule).splitlines():
        heading = _HEADING.match(line)
        lines.append(heading[1].upper() if heading else line)
    return _LINK.sub(r"\1: \2", _dedent_fences("\n".join(lines))) + "\n"


def _dedent_fences(text: str) -> str:
    """Show fenced code as indented text: the fences mean nothing in a terminal."""
    out: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("```"):
            if not inside and out and out[-1]:
                out.append("")
            inside = not inside
            continue
        out.append(f"    {line}" if inside and line else line)
    return "\n".join(out)


def listing(
    rules: Sequence[Rule], origins: Mapping[str, str] | None = None, engine: Sequence[RuleInfo] = ()
) -> str:
    """Return the table of ``arxlint rules``: one line a rule, in columns; the engine's own come last."""
    rows = [("code", "name", "severity", "says")]
    for rule in rules:
        marks = "" if rule.default else " (on request)"
        origin = (origins or {}).get(rule.code, "")
        source = f" [{origin}]" if is_foreign(origin) else ""
        rows.append((rule.code, rule.name, str(rule.severity), page(rule).summary + marks + source))
    rows += [(info.code, info.name, str(info.severity), info.summary) for info in engine]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "".join(
        "  ".join([*(row[column].ljust(widths[column]) for column in range(3)), row[3]]).rstrip() + "\n"
        for row in rows
    )


_README_HEAD: Final = """\
# Rules

<!-- Generated from the rules' docstrings by `python -m arxlint.explain`; do not edit. -->

`arxlint explain CODE` shows one page in the terminal. Severities are defaults and can be changed in the
configuration. **M**: needs arXiv metadata; papers without a record are counted as unverified. **X**: looks at
the other documents of the knowledge base. **H**: needs a git revision to compare with (`--since`).
**F**: offers a fix.

"""


def readme(rules: Sequence[Rule]) -> str:
    """Return ``rules/README.md``: the table, then every page."""
    rows = ["| code | name | severity | | says |", "| --- | --- | --- | --- | --- |"]
    for rule in rules:
        letters = [
            letter
            for need, letter in ((Needs.METADATA, "M"), (Needs.CORPUS, "X"), (Needs.HISTORY, "H"))
            if rule.needs & need
        ]
        letters += ["F"] if offers_fix(rule) else []
        says = page(rule).summary.replace("|", "\\|")
        says += "" if rule.default else " *(only on request)*"
        link = f"[{rule.code}](#{anchor(rule)})"
        rows.append(f"| {link} | {rule.name} | {rule.severity} | {' '.join(letters)} | {says} |")
    pages = [
        f"## {rule.code} {rule.name}\n\n" + _HEADING.sub(r"### \1", markdown(rule)).rstrip() for rule in rules
    ]
    return _README_HEAD + "\n".join(rows) + "\n\n" + "\n\n".join(pages) + "\n"


def anchor(rule: Rule) -> str:
    """Return the anchor of a rule's page in ``rules/README.md``, as forges make it from the heading."""
    return f"{rule.code} {rule.name}".lower().replace(" ", "-")


def main() -> None:
    """Print ``rules/README.md`` for arxlint's own rules."""
    import sys

    from arxlint.registry import OWN_PROVIDER, find_providers, load_registry

    registry = load_registry(p for p in find_providers() if p.name == OWN_PROVIDER)
    sys.stdout.write(readme(registry.rules))


if __name__ == "__main__":
    main()
