"""ARX301 split-label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Confidence, Diagnostic, Severity
from arxlint.match.normalise import name_key
from arxlint.metadata.paper import Paper
from arxlint.rule import Bad, Good, Needs, Rule
from arxlint.system.records import NamedTuple
from arxlint_rules.identifier.limits import impossible
from arxlint_rules.label.bearing import A_YEAR, Name, months_between
from arxlint_rules.label.names import (
    MOST_RIVALS,
    Usage,
    claimed,
    firm,
    is_distinctive,
    most_trusted,
    own_keys,
    places_of,
    usages,
)
from arxlint_rules.wording import cited_here, excerpt, record_note, replace, shown

if TYPE_CHECKING:
    from arxlint.ledger import LabelPlace, Place
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
    show that both papers bear the name, and, where no record bears it, for names that are ordinary words.
    Where the papers are over a year apart it is a warning, for names are given again. Identifiers whose own
    record contradicts the name are reported as `mismatched-label` instead.

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
        asked = Name(name, claim, known, ctx)
        bearers = [rival for rival in rivals if asked.bears(rival)]
        titled = [rival for rival in bearers if asked.bears(rival, by_title=True)]
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
        left = [asked.unreported(rival, borne=bool(bearers)) for rival in rivals]
        rivals = [rival for rival in left if rival.places]
        if len(bearers) > 1 or len(rivals) < 2:
            return
        possible = [rival for rival in rivals if impossible(rival.paper, ctx.today) is None]
        if bearers:
            bearer = bearers[0]
            sure = [rival for rival in rivals if asked.may_mean(rival, bearer)]
            rivals = [rival for rival in rivals if rival in sure or asked.is_misused(rival, bearer)]
            verdict = self._by_record(bearer, rivals, sure=rivals == sure, ctx=ctx)
        elif not asked.may_be_one_paper(rivals):
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
        severity = Severity.ERROR if months_between(rivals) <= A_YEAR else Severity.WARNING
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
