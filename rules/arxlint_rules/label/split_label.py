"""ARX301 split-label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Diagnostic, Severity
from arxlint.extract.model import LabelKind
from arxlint.match import names
from arxlint.match.claims import Claim, Shape
from arxlint.match.compare import judge
from arxlint.match.judgement import Verdict
from arxlint.match.mention import kind_of
from arxlint.match.normalise import fold, name_key, two_names
from arxlint.metadata.paper import Paper
from arxlint.recognise.identifier import month_of
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint.system.records import NamedTuple
from arxlint_rules.identifier.limits import impossible
from arxlint_rules.judging import agrees, disagrees, in_doubt, is_cited_as_itself, unsupported
from arxlint_rules.label.names import (
    MOST_RIVALS,
    Usage,
    claimed,
    firm,
    is_coined,
    is_distinctive,
    is_no_paper,
    most_trusted,
    own_keys,
    places_of,
    spelt_alike,
    usages,
)
from arxlint_rules.wording import cited_here, excerpt, record_note, replace, shown

if TYPE_CHECKING:
    from arxlint.ledger import LabelPlace, Place
    from arxlint.match.mention import MentionAssessment
    from arxlint.rule import Context

_C2KV: Final = Paper(
    "2607.17715",
    "C²KV: Compressed and Composable KV Cache Reuse for Efficient LLM Inference",
    as_of="2026-08-22",
)
_JAY: Final = ("inbox/jay/2026-08-19-radar.md", "- C²KV, arXiv:2607.17715\n")
_SKILLS: Final = (
    Paper("2607.00004", "Tree of Skills: Deliberate Search with Language Models", as_of="2026-08-22"),
    Paper("2607.00005", "Watching Robots Wash Dishes", as_of="2026-08-22"),
)
# A name that two papers really bear.
_TWO: Final = (
    Paper("2607.00001", "LaCache: Ladder-Shaped KV Caching", as_of="2026-08-22"),
    Paper("2607.00002", "LaCache: Exact Caching for Diffusion", as_of="2026-08-22"),
)


class _Verdict(NamedTuple):
    """Which identifier is right (None if that cannot be told), on what grounds, and how sure that is."""

    right: str | None
    grounds: tuple[str, ...]
    confidence: Confidence
    severity: Severity = Severity.ERROR


class SplitLabel(Rule):
    """One name stands beside two identifiers.

    ## What it does
    Finds names and titles that the knowledge base uses for more than one paper, in one document or between
    documents, and reports the side that is wrong, once in each document that has it. Which side that is,
    arXiv's records tell: the paper whose title carries the name is right. Without a record an identifier that
    can exist is believed before one that cannot, else the common and earlier use. It is silent if the records
    show that both papers bear the name, and for names that are ordinary words. Identifiers whose own record
    contradicts the name are reported as
    `mismatched-label` instead.

    ## Why is this bad?
    At most one of the two is the paper that is meant. Everybody who looks it up by the other identifier
    reads another paper, and notes on one paper are never brought together.

    ## Example
    `inbox/tom/2026-08-20-radar.md` has
    ```markdown
    - C²KV, arXiv:2608.14192
    ```
    and `inbox/jay/2026-08-19-radar.md` has
    ```markdown
    - C²KV, arXiv:2607.17715
    ```

    ## How to fix
    Look the paper up by its name and use its identifier everywhere.
    """

    code = "ARX301"
    name = "split-label"
    severity = Severity.ERROR
    needs = Needs.CORPUS
    examples = (
        Bad(
            "- C²KV, arXiv:2608.14192\n",
            at="2608.14192",
            path="inbox/tom/2026-08-20-radar.md",
            files=(_JAY,),
            papers=(_C2KV,),
            fixed="- C²KV, arXiv:2607.17715\n",
        ),
        Bad(
            "- C²KV, arXiv:2608.14192\n",
            at="2608.14192",
            path="inbox/tom/2026-08-20-radar.md",
            files=(_JAY,),
        ),
        # The record alone would not prove much: a paper without a name in its title may go by any.
        Bad(
            "- C²KV, arXiv:2608.02703\n",
            at="2608.02703",
            path="inbox/tom/2026-08-20-radar.md",
            files=(_JAY,),
            papers=(_C2KV, Paper("2608.02703", "Residual Correction for Output Heads")),
            fixed="- C²KV, arXiv:2607.17715\n",
        ),
        # What cannot exist is wrong, however often it is written.
        Bad(
            "- C²KV, arXiv:2607.97715\n- **C²KV**, arXiv:2607.97715\n",
            at="2607.97715",
            path="inbox/tom/2026-08-18-radar.md",
            files=(_JAY, ("inbox/ada/2026-08-17-radar.md", "- C²KV, arXiv:2607.97715\n")),
            fixed="- C²KV, arXiv:2607.17715\n- **C²KV**, arXiv:2607.17715\n",
        ),
        # A name of common words, cited under its own identifier more often than under this one.
        Bad(
            "- Tree of Skills, arXiv:2607.00005\n",
            at="2607.00005",
            path="inbox/tom/2026-08-20-radar.md",
            files=(("inbox/jay/2026-08-19-radar.md", "- Tree of Skills, arXiv:2607.00004\n"),),
            papers=_SKILLS,
        ),
        Good("- C²KV, arXiv:2607.17715v2\n", files=(_JAY,), papers=(_C2KV,)),
        Good("- LaCache, arXiv:2607.00001\n- LaCache, arXiv:2607.00002\n", papers=_TWO),
        Good("- Survey, arXiv:2607.00001\n- Survey, arXiv:2607.00002\n"),
        Good("- Qwen2, arXiv:2407.10671\n- Qwen2.5, arXiv:2412.15115\n"),
    )

    def check_name(self, name: str, places: Sequence[LabelPlace], ctx: Context) -> Iterator[Diagnostic]:
        known = [one for one in _without_shared_labels(places) if firm(one.label)]
        if len({one.place.mention.id for one in known}) < 2:
            return
        known = _one_key(name, known)
        rivals = usages(places_of(known))
        if len(rivals) < 2:
            return
        label = min((one.label for one in known), key=lambda one: len(one.text))
        claim = claimed(label)
        if claim is None:
            return
        bearers = [rival for rival in rivals if _bears(rival.paper, known, ctx, _ANY)]
        titled = [rival for rival in bearers if _bears(rival.paper, known, ctx, _BY_TITLE)]
        if len(titled) == 1:
            # Others only mention the name, in their abstracts say: they are left out.
            rivals = [rival for rival in rivals if rival in titled or rival not in bearers]
            bearers = titled
        if len(bearers) != 1 and not is_distinctive(claim):
            return
        # One paper's name may stand beside many others by mistake, but not more often than beside its own.
        most = bearers and 2 * len(bearers[0].places) >= sum(len(rival.places) for rival in rivals)
        if len(rivals) > MOST_RIVALS and not most:
            return
        borne = bool(bearers)
        rivals = [
            left for rival in rivals if (left := _unreported(rival, claim, known, ctx, borne=borne)).places
        ]
        if len(bearers) > 1 or len(rivals) < 2:
            return
        possible = [rival for rival in rivals if impossible(rival.paper, ctx.today) is None]
        if bearers:
            bearer = bearers[0]
            sure = [rival for rival in rivals if _may_be(rival, bearer, name, claim, known, ctx)]
            rivals = [
                rival
                for rival in rivals
                if rival in sure or _is_misnamed(rival, bearer, name, claim, known, ctx)
            ]
            verdict = self._by_record(bearer, rivals, sure=rivals == sure, ctx=ctx)
        elif not _may_be_one_paper(name, claim, known, rivals):
            return
        elif len(possible) == 1:
            verdict = self._by_existence(possible[0], rivals, ctx)
        elif len(rivals) == 2:
            verdict = self._by_use(rivals)
        else:
            return
        if len(rivals) > 1:
            yield from self._report(known, rivals, verdict, ctx)

    def _by_record(self, bearer: Usage, rivals: Sequence[Usage], *, sure: bool, ctx: Context) -> _Verdict:
        paper = ctx.paper(bearer.paper)
        grounds = (record_note(paper),) if paper else ()
        if sure:
            return _Verdict(bearer.paper, grounds, Confidence.HIGH)
        severity = Severity.ERROR if _months_between(rivals) <= _A_YEAR else Severity.WARNING
        return _Verdict(bearer.paper, grounds, Confidence.MEDIUM, severity)

    def _by_existence(self, right: Usage, rivals: Sequence[Usage], ctx: Context) -> _Verdict:
        limits = [impossible(rival.paper, ctx.today) for rival in rivals if rival is not right]
        return _Verdict(right.paper, tuple(limit.message for limit in limits if limit), Confidence.HIGH)

    def _by_use(self, rivals: Sequence[Usage]) -> _Verdict:
        best, ground = most_trusted(rivals)
        told = ", ".join(rival.told() for rival in rivals)
        if not ground:
            return _Verdict(None, (f"nothing tells which is right: {told}",), Confidence.MEDIUM)
        return _Verdict(
            best.paper, (f"{best.paper} is believed because {ground}: {told}",), Confidence.MEDIUM
        )

    def _report(
        self, known: Sequence[LabelPlace], rivals: Sequence[Usage], verdict: _Verdict, ctx: Context
    ) -> Iterator[Diagnostic]:
        right = verdict.right
        if right is None:
            # One of them is wrong, whichever: say it where it was written last.
            last = max(
                rivals, key=lambda rival: (rival.since, rival.places[-1].path, rival.places[-1].mention.start)
            )
            wrong = [last]
        else:
            wrong = [rival for rival in rivals if rival.paper != right]
        labels = {one.place: one.label for one in reversed(known)}
        for rival in wrong:
            others = [place for other in rivals if other is not rival for place in other.places]
            others.sort(key=lambda place: (place.mention.id != right, place.path, place.mention.start))
            first: dict[str, Place] = {}
            for place in rival.places:
                first.setdefault(place.path, place)
            for place in first.values():
                yield self._diagnose(place, labels[place].text, rival, others, verdict, ctx)

    def _diagnose(
        self,
        place: Place,
        label: str,
        rival: Usage,
        others: Sequence[Place],
        verdict: _Verdict,
        ctx: Context,
    ) -> Diagnostic:
        right, mention, name = verdict.right, place.mention, excerpt(label)
        span = (mention.start, mention.end)
        notes = list(verdict.grounds)
        if ctx.paper(rival.paper) is None:
            notes.append(f"no record of {rival.paper} is at hand")
        certain = right is not None and verdict.confidence is Confidence.HIGH
        elsewhere = others[0].mention.id
        return self.diagnostic(
            place.path,
            span,
            f"“{name}” is `{mention.id}` here and `{elsewhere}` elsewhere",
            span_label=f"“{excerpt(label, 40)}” is {right}" if certain else "",
            help=f"write `{right}`: that is “{name}”"
            if certain
            else f"look up “{name}” and use one identifier throughout"
            + (f", probably {right}" if right else ""),
            notes=notes,
            paper=mention.id,
            label=label,
            suggestion=right,
            related=shown(
                [cited_here(other, f"“{excerpt(label, 40)}” is {other.mention.id} here") for other in others]
            ),
            fix=replace(place.path, span, right, f"Write `{right}`") if certain and right else None,
            confidence=verdict.confidence,
            severity=verdict.severity,
        )


def _without_shared_labels(places: Sequence[LabelPlace]) -> list[LabelPlace]:
    """Leave out labels bound to two identifiers at once: a link whose text and target differ (ARX105)."""
    papers: dict[tuple[str, int], set[str]] = {}
    for one in places:
        papers.setdefault((one.place.path, one.label.start), set()).add(one.place.mention.id)
    return [one for one in places if len(papers[one.place.path, one.label.start]) == 1]


def _one_key(name: str, places: Sequence[LabelPlace]) -> list[LabelPlace]:
    """Keep the labels that this key is to judge.

    A title is found under itself and under its name before the colon, and judged under the name.  Under a
    name, two different titles that begin with it are two papers that happen to share it; what counts is
    where the name stands alone.
    """
    mine = [one for one in places if name in own_keys(one.label)]
    whole = {name_key(one.label.text) for one in mine} - {name}
    if len(whole) > 1 and all(name_key(one.label.text) != name for one in mine):
        return []
    return mine


def _may_be(
    rival: Usage, bearer: Usage, name: str, claim: Claim, places: Sequence[LabelPlace], ctx: Context
) -> bool:
    """Tell whether a rival can be meant to be the paper that bears the name by its record."""
    if rival == bearer:
        return True
    if not is_distinctive(claim):
        return False
    between = _between(rival, bearer, places)
    entries = {(place.path, place.mention.entry) for place in rival.places}
    return _may_be_one_paper(name, claim, between, (rival, bearer)) or (
        claim.shape is Shape.NAME
        and spelt_alike(own_keys(one.label).get(name, one.label.text) for one in between)
        and is_cited_as_itself(rival.paper, entries, ctx)
    )


def _is_misnamed(
    rival: Usage, bearer: Usage, name: str, claim: Claim, places: Sequence[LabelPlace], ctx: Context
) -> bool:
    """Tell whether a rival, of whatever year, stands beside the bare name of a paper that the base cites so.

    The bearer's title is that name, or begins with it; of the rival the record is at hand, and it is nowhere
    under the name called anything that its record knows.
    """
    found = names.without_vague(claim.words)
    if (
        is_no_paper(claim)
        or ctx.paper(rival.paper) is None
        or not _bears(bearer.paper, places, ctx, _BY_TITLE)
    ):
        return False
    labels = [one for one in places if one.place.mention.id == rival.paper]
    bare = all(
        (name_key(one.label.text) == name or two_names(one.label.text))
        and one.label.origin not in _OF_THE_SECTION
        for one in labels
    )
    between = _between(rival, bearer, places)
    if not (bare and spelt_alike(own_keys(one.label).get(name, one.label.text) for one in between)):
        return False
    entries = {(place.path, place.mention.entry) for place in rival.places}
    if any(
        (place.path, place.mention.entry) in entries and agrees(ctx.assess(place.mention))
        for place in ctx.ledger.mentions_of(rival.paper)
    ):
        return False  # the entry gives the paper's own name as well
    return not names.is_generic(found) or is_cited_as_itself(rival.paper, entries, ctx)


_OF_THE_SECTION: Final = ("heading", "line-above")
"""Origins of labels that may be about something else than the mention."""


def _between(rival: Usage, bearer: Usage, places: Sequence[LabelPlace]) -> list[LabelPlace]:
    two = {rival.paper, bearer.paper}
    return [one for one in places if one.place.mention.id in two]


def _may_be_one_paper(name: str, claim: Claim, places: Sequence[LabelPlace], rivals: Sequence[Usage]) -> bool:
    """Tell whether the rivals can be meant to be one paper.

    A name recurs: it is nothing remarkable if it is written otherwise (DORA, DoRA), if the papers are years
    apart, or if they are cited with titles of their own that differ.
    """
    if claim.shape is Shape.TITLE:
        return True
    if not spelt_alike(own_keys(one.label).get(name, one.label.text) for one in places):
        return False
    if _months_between(rivals) > _A_YEAR:
        return False
    titles = [_own_titles(rival) for rival in rivals]
    return not all(titles) or bool(set.intersection(*titles))


_A_YEAR: Final = 12
"""Months after which a name may be given again."""


def _months_between(rivals: Sequence[Usage]) -> int:
    months = [int(month[:4]) * 12 + int(month[5:]) for month in (month_of(one.paper) for one in rivals)]
    return max(months) - min(months)


def _own_titles(rival: Usage) -> set[str]:
    """Return the folded titles that stand beside an identifier."""
    return {
        fold(label.text)
        for place in rival.places
        for label in place.mention.labels
        if label.kind == LabelKind.TITLE and firm(label)
    }


_BY_TITLE: Final = frozenset(("name", "same-title"))
_ANY: Final = frozenset[str]()


def _bears(paper_id: str, places: Sequence[LabelPlace], ctx: Context, reasons: frozenset[str]) -> bool:
    """Tell whether a paper's record has the name beside it, for one of the reasons if any are given."""
    paper = ctx.paper(paper_id)
    if paper is None:
        return False
    found = (
        judge(text, kind_of(one.label), paper)
        for one in places
        if one.place.mention.id == paper_id
        for text in (one.label.text, *own_keys(one.label).values())
    )
    return any(one.verdict is Verdict.AGREES and (not reasons or one.reason in reasons) for one in found)


def _unreported(
    rival: Usage, claim: Claim, places: Sequence[LabelPlace], ctx: Context, *, borne: bool
) -> Usage:
    """Return a side without the places at which another rule says what is wrong, from the paper's own record.

    ARX303: the record contradicts the name.  ARX306: nothing in it bears the name out.  ARX401: there is no
    such paper.
    """
    if ctx.absent(rival.paper) is not None:
        return rival._replace(places=())
    mine = {one.place for one in places if one.place.mention.id == rival.paper}
    left = [
        place
        for place in rival.places
        if place not in mine or not _is_reported(ctx.assess(place.mention), claim, ctx, borne=borne)
    ]
    return rival._replace(places=tuple(left))


def _is_reported(found: MentionAssessment | None, claim: Claim, ctx: Context, *, borne: bool) -> bool:
    if found is None:
        return False
    # ARX303 allows for a paper that has been renamed; not so where another is known to bear the name.
    sure = not borne or found.suggestion is not None or found.ceiling is Severity.ERROR
    return (sure and disagrees(found) and not in_doubt(found, ctx)) or (
        unsupported(found) and is_coined(claim)
    )
