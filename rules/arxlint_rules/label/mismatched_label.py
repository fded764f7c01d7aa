"""ARX303 mismatched-label."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Applicability, Confidence, Diagnostic, Edit, Fix, Related, Severity
from arxlint.extract.model import Strength
from arxlint.match.claims import is_shaped_as_name
from arxlint.match.names import coined_name
from arxlint.match.titles import take_apart
from arxlint.metadata.paper import Paper
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint.system.records import NamedTuple
from arxlint_rules.judging import (
    disagrees,
    in_doubt,
    is_cited_as_itself,
    is_retitled,
    may_have_been_renamed,
)
from arxlint_rules.wording import excerpt, record_note, shown, titled

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Mention
    from arxlint.match.mention import MentionAssessment
    from arxlint.rule import Context

_RESTOREKV: Final = Paper(
    "2608.01247",
    "RestoreKV: Recovering Full-Cache Behavior Under Aggressive Query-Agnostic KV Cache Eviction",
    as_of="2026-08-22",
)
_ARCHEAD: Final = Paper(
    "2608.02703",
    "ARCHead: Activation-Metric Residual Correction for Large Language Model Output Heads",
    as_of="2026-08-22",
)
_BUGS: Final = Paper("2506.09713", "A First Look at Bugs in LLM Inference Engines", as_of="2026-08-22")


class _Case(NamedTuple):
    mention: Mention
    others: list[Mention]
    found: MentionAssessment

    @property
    def mentions(self) -> list[Mention]:
        return [self.mention, *self.others]


class MismatchedLabel(Rule):
    """A paper is cited under a name or title that is not its own.

    ## What it does
    Compares the name or title beside an identifier with all titles that the paper has had, its abstract and
    its authors. If the label is another paper's, that paper is suggested. A label that may be right, such as
    a translation, a description or a nickname that nothing speaks against, is left alone. It is an error only
    if the label is another known paper's title or name, if the name differs exactly in a number or sign
    (`SAM-Med2D`, `LP++`), or if authors or year speak against it as well; else a warning, and a note if the
    paper may have had that title in an earlier version, if the title is the paper's but for some of its
    words, or if the name is short and may recur.

    ## Why is this bad?
    The reader is sent to another paper, and whoever copies the line spreads the error. Mostly the
    identifier of a neighbouring entry was copied, or two were swapped.

    ## Example
    ```markdown
    - RestoreKV, arXiv:2608.02703
    ```
    2608.02703 is "ARCHead: …"; RestoreKV is 2608.01247.

    ## How to fix
    Correct the identifier, or the name if the identifier is the one that is meant.
    ```markdown
    - RestoreKV, arXiv:2608.01247
    ```
    """

    code = "ARX303"
    name = "mismatched-label"
    severity = Severity.ERROR
    needs = Needs.METADATA
    examples = (
        Bad(
            "- RestoreKV, arXiv:2608.02703\n",
            at="2608.02703",
            papers=(_RESTOREKV, _ARCHEAD),
            fixed="- RestoreKV, arXiv:2608.01247\n",
        ),
        Bad(
            "- **RestoreKV**, arXiv:2608.02703\n- **ARCHead**, arXiv:2608.01247\n",
            at="2608.02703",
            papers=(_RESTOREKV, _ARCHEAD),
            fixed="- **RestoreKV**, arXiv:2608.01247\n- **ARCHead**, arXiv:2608.02703\n",
        ),
        Bad(
            '"Quantum Error Correction with Surface Codes on Trapped Ions", arXiv:2506.09713\n',
            at="Quantum Error Correction with Surface Codes on Trapped Ions",
            papers=(_BUGS,),
        ),
        Bad(
            '"A First Look at Energy Use in LLM Inference Engines", arXiv:2506.09713\n',
            at="A First Look at Energy Use in LLM Inference Engines",
            papers=(_BUGS,),
        ),
        Good(
            "- RestoreKV, arXiv:2608.01247\n- **Restore-KV**, arXiv:2608.01247\n",
            papers=(_RESTOREKV, _ARCHEAD),
        ),
        Good("- 推理引擎 Bug 系统分类学, arXiv:2506.09713\n", papers=(_BUGS,)),
        Good("- ARCHead, arXiv:2608.02703, 与 RestoreKV 互补\n", papers=(_RESTOREKV, _ARCHEAD)),
    )

    def check_document(self, document: Facts, ctx: Context) -> Iterator[Diagnostic]:
        cases = list(_cases(document, ctx))
        swapped: set[int] = set()
        for index, case in enumerate(cases):
            if index in swapped:
                continue
            partner = _partner(case, cases[index + 1 :])
            if partner is not None:
                swapped.add(cases.index(partner))
                yield self._report_swap(case, partner, document)
            else:
                yield self._report(case, document, ctx)

    def _report(self, case: _Case, document: Facts, ctx: Context) -> Diagnostic:
        mention, found = case.mention, case.found
        paper = ctx.paper(mention.id)
        label = excerpt(found.label.text)
        meant = found.suggestion
        notes = [f"“{label}”: {ground}" for ground in found.grounds]
        notes += [record_note(one) for one in (paper, meant) if one]
        retitled = not disagrees(found)
        severity = found.ceiling
        if meant is None and severity is not Severity.ERROR and paper and may_have_been_renamed(paper):
            if self._was_copied(case, document, ctx):
                notes.append(f"{mention.id} is cited by its own title in another entry")
            else:
                severity = Severity.NOTE
                notes.append("it may have borne this title in an earlier version, whose title is not known")
        if found.confidence is Confidence.LOW and not (meant and found.label.origin == "field"):
            severity = Severity.NOTE  # a field for the title holds nothing else, however it is written
        # With a better identifier at hand the identifier is wrong; else the words are.
        span = (mention.start, mention.end) if meant else (found.label.start, found.label.end)
        other = (found.label.start, found.label.end) if meant else (mention.start, mention.end)
        return self.diagnostic(
            document.path,
            span,
            f"the title of `{mention.id}` is {titled(paper)}, not “{label}”"
            if retitled and paper
            else f"`{mention.id}` is not “{label}”, it is {titled(paper) if paper else 'another paper'}",
            span_label="another paper" if meant else f"not the name of {mention.id}",
            help=f"“{label}” is {meant.id}; write that identifier if it is the paper that is meant"
            if meant
            else "write the paper's title, or look up the identifier of the paper that is meant"
            if retitled
            else "correct the name, or look up the identifier of the paper that is meant",
            notes=notes,
            paper=mention.id,
            label=found.label.text,
            suggestion=meant.id if meant else None,
            related=[
                Related(document.path, *other, "so called here" if meant else "cited here"),
                *shown([Related(document.path, m.start, m.end, "and here") for m in case.others]),
            ],
            fix=_rewrite(document, [(case, meant.id)]) if meant and found.ceiling is Severity.ERROR else None,
            severity=severity,
            confidence=found.confidence,
        )

    def _was_copied(self, case: _Case, document: Facts, ctx: Context) -> bool:
        """Tell whether retitling explains nothing: another entry has the paper's own title.

        Only for titles that begin with a coined name: others may be phrases that were taken for titles.
        """
        name = coined_name(take_apart(case.found.label.text))
        entries = {(document.path, mention.entry) for mention in case.mentions}
        return (
            " " not in name
            and is_shaped_as_name(name)
            and disagrees(case.found)
            and is_cited_as_itself(case.mention.id, entries, ctx)
        )

    def _report_swap(self, case: _Case, partner: _Case, document: Facts) -> Diagnostic:
        one, other = case.mention, partner.mention
        label, label_other = excerpt(case.found.label.text, 50), excerpt(partner.found.label.text, 50)
        papers = [found.suggestion for found in (partner.found, case.found)]
        return self.diagnostic(
            document.path,
            (one.start, one.end),
            f"`{one.id}` and `{other.id}` are swapped: “{label}” is {other.id}, “{label_other}” is {one.id}",
            span_label="the other's identifier",
            help="exchange the two identifiers",
            notes=[record_note(paper) for paper in papers if paper],
            paper=one.id,
            label=case.found.label.text,
            suggestion=other.id,
            related=[Related(document.path, other.start, other.end, "swapped with this one")],
            fix=_rewrite(document, [(case, other.id), (partner, one.id)]),
            severity=min(case.found.ceiling, partner.found.ceiling, key=lambda severity: severity.rank),
            confidence=case.found.confidence,
        )


def _cases(document: Facts, ctx: Context) -> Iterator[_Case]:
    """Yield what is wrong, once for all mentions of one paper that one label is bound to.

    A link whose text and target are two papers is left to ARX105, which knows both sides.  A label that
    names another mention is that one's if it was bound to both, or loosely to this one in the same entry.
    """
    cited = {(mention.entry, mention.id) for mention in document.mentions}
    bound = {(label.start, mention.id) for mention in document.mentions for label in mention.labels}
    cases: dict[tuple[str, int], _Case] = {}
    at_odds = {
        index
        for number, mention in enumerate(document.mentions)
        if mention.shown_as >= 0 and document.mentions[mention.shown_as].id != mention.id
        for index in (number, mention.shown_as)
    }
    for number, mention in enumerate(document.mentions):
        found = ctx.assess(mention) if number not in at_odds else None
        if found is None or in_doubt(found, ctx) or not (disagrees(found) or is_retitled(found, mention)):
            continue
        meant = found.suggestion.id if found.suggestion else ""
        weak = found.label.strength <= Strength.WEAK
        if (found.label.start, meant) in bound or (weak and (mention.entry, meant) in cited):
            continue
        key = (mention.id, found.label.start)
        if key in cases:
            cases[key].others.append(mention)
        else:
            cases[key] = _Case(mention, [], found)
    yield from cases.values()


def _partner(case: _Case, later: list[_Case]) -> _Case | None:
    """Return the later case whose identifier this one's label names, and the other way round."""
    meant = case.found.suggestion
    for other in later if meant else ():
        back = other.found.suggestion
        if meant and back and other.mention.id == meant.id and back.id == case.mention.id:
            return other
    return None


def _rewrite(document: Facts, changes: list[tuple[_Case, str]]) -> Fix:
    """Return the unsafe fix that writes other identifiers; a version belongs to the old one and goes."""
    edits = [
        Edit(document.path, mention.start, mention.end, _as_written(mention, identifier))
        for case, identifier in changes
        for mention in case.mentions
    ]
    what = " and ".join(f"`{identifier}`" for _, identifier in changes)
    return Fix(Applicability.UNSAFE, f"Write {what}", tuple(sorted(edits, key=lambda edit: edit.start)))


def _as_written(mention: Mention, identifier: str) -> str:
    """Return an identifier in the spelling of the place: file names join it with a hyphen or underscore."""
    joint = mention.text[4:5]
    return identifier.replace(".", joint) if joint in ("-", "_") else identifier
