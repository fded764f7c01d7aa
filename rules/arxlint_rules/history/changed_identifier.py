"""ARX510 changed-identifier."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Diagnostic, Severity
from arxlint.extract.model import LabelKind, Strength
from arxlint.match.normalise import name_key
from arxlint.metadata.paper import Paper
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint_rules.judging import agrees
from arxlint_rules.wording import excerpt, record_note

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Label, Mention
    from arxlint.rule import Context

_C2KV: Final = Paper(
    "2607.17715",
    "C²KV: Compressed and Composable KV Cache Reuse for Efficient LLM Inference",
    as_of="2026-08-22",
)


class ChangedIdentifier(Rule):
    """The identifier was changed, the name beside it was not.

    ## What it does
    With `--since REV` it compares each document with its older text, and reports a name or title that stood
    beside one identifier then and stands beside another now. If arXiv's records say that the new one is
    right, it is only a note.

    ## Why is this bad?
    It is either a repair or a break, and a reviewer should know which: repairs are known to overwrite the
    right identifier of the next line. Other documents may still have the old identifier.

    ## Example
    ```diff
    -- C²KV, arXiv:2607.17715
    +- C²KV, arXiv:2608.14192
    ```

    ## How to fix
    Look the paper up by its name. If the new identifier is right, correct the other documents as well.
    """

    code = "ARX510"
    name = "changed-identifier"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    needs = Needs.HISTORY
    examples = (
        Bad("- C²KV, arXiv:2608.14192\n", at="2608.14192", before="- C²KV, arXiv:2607.17715\n"),
        Good("- RestoreKV, arXiv:2608.01247\n", before="- C²KV, arXiv:2607.17715\n"),
        Good("- C²KV, arXiv:2607.17715v2\n", before="- C²KV, arXiv:2607.17715\n"),
        Good("- C²KV, arXiv:2608.14192\n"),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        before = ctx.before(document.path)
        if before is None:
            return
        old, new = _named(before), _named(document)
        for key, now in new.items():
            then = old.get(key, {})
            gone = [identifier for identifier in then if identifier not in now]
            came = [identifier for identifier in now if identifier not in then]
            if len(gone) == len(came) == 1:
                mention, label = now[came[0]]
                yield self._report(mention, label, gone[0], document, ctx)

    def _report(self, mention: Mention, label: Label, old: str, document: Facts, ctx: Context) -> Diagnostic:
        written = excerpt(label.text)
        was, now = ctx.paper(old), ctx.paper(mention.id)
        repaired = agrees(ctx.assess(mention))
        elsewhere = [place for place in ctx.ledger.mentions_of(old) if place.path != document.path]
        notes = [record_note(paper) for paper in (now, was) if paper]
        if elsewhere:
            notes.append(
                f"{old} still stands in {elsewhere[0].path}" + (" and others" if elsewhere[1:] else "")
            )
        return self.diagnostic(
            document.path,
            (mention.start, mention.end),
            f"the identifier of “{written}” was changed from {old} to {mention.id}",
            span_label=f"was {old}",
            help="arXiv agrees with the change; correct the other documents as well"
            if repaired
            else "check that this is the paper that is meant; if it is, correct the other documents as well",
            notes=notes,
            paper=mention.id,
            label=label.text,
            severity=Severity.NOTE if repaired else None,
        )


def _named(facts: Facts) -> dict[str, dict[str, tuple[Mention, Label]]]:
    """Return the mentions by name key and identifier, as far as a firm label names them."""
    named: dict[str, dict[str, tuple[Mention, Label]]] = {}
    for mention in facts.mentions:
        for label in mention.labels:
            if label.strength > Strength.WEAK and label.kind != LabelKind.DESCRIPTION:
                named.setdefault(name_key(label.text), {}).setdefault(mention.id, (mention, label))
    return named
