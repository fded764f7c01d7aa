"""Who bears a name: what ARX301 asks of a name and of the sides that use it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from arxlint.diagnostic import Severity
from arxlint.extract.model import LabelKind
from arxlint.match import names
from arxlint.match.claims import Claim, Shape
from arxlint.match.compare import judge
from arxlint.match.judgement import Verdict
from arxlint.match.mention import kind_of
from arxlint.match.normalise import fold, name_key, two_names
from arxlint.recognise.identifier import month_of
from arxlint_rules.judging import agrees, disagrees, in_doubt, is_cited_as_itself, unsupported
from arxlint_rules.label.names import (
    Usage,
    firm,
    is_coined,
    is_distinctive,
    is_no_paper,
    own_keys,
    spelt_alike,
)

if TYPE_CHECKING:
    from arxlint.ledger import LabelPlace
    from arxlint.match.mention import MentionAssessment
    from arxlint.rule import Context

A_YEAR: Final = 12
"""Months after which a name may be given again."""
_BY_TITLE: Final = frozenset(("name", "same-title"))
_OF_THE_SECTION: Final = ("heading", "line-above")
"""Origins of labels that may be about something else than the mention."""


class Name:
    """A name that stands beside several identifiers: its key, what it claims, and its labels."""

    def __init__(self, key: str, claim: Claim, places: Sequence[LabelPlace], ctx: Context) -> None:
        self.key = key
        self.claim = claim
        self.places = places
        self._ctx = ctx

    def bears(self, side: Usage, *, by_title: bool = False) -> bool:
        """Tell whether the record of a side's paper has the name, ``by_title``: as title or its beginning."""
        paper = self._ctx.paper(side.paper)
        if paper is None:
            return False
        found = (
            judge(text, kind_of(one.label), paper)
            for one in self._of((side,))
            for text in (one.label.text, *own_keys(one.label).values())
        )
        return any(
            one.verdict is Verdict.AGREES and (not by_title or one.reason in _BY_TITLE) for one in found
        )

    def may_mean(self, rival: Usage, bearer: Usage) -> bool:
        """Tell whether a rival can be meant to be the paper that bears the name by its record."""
        if rival.paper == bearer.paper:
            return True
        if not is_distinctive(self.claim):
            return False
        return self.may_be_one_paper((rival, bearer)) or (
            self.claim.shape is Shape.NAME
            and self._is_spelt_alike((rival, bearer))
            and is_cited_as_itself(rival.paper, _entries(rival), self._ctx)
        )

    def may_be_one_paper(self, sides: Sequence[Usage]) -> bool:
        """Tell whether sides can be meant to be one paper.

        A name recurs: it is nothing remarkable if it is written otherwise (DORA, DoRA), if the papers are
        years apart, or if they are cited with titles of their own that differ.
        """
        if self.claim.shape is Shape.TITLE:
            return True
        if not self._is_spelt_alike(sides) or months_between(sides) > A_YEAR:
            return False
        titles = [_own_titles(side) for side in sides]
        return not all(titles) or bool(set.intersection(*titles))

    def is_misused(self, rival: Usage, bearer: Usage) -> bool:
        """Tell whether a rival, of whatever year, stands beside the bare name of one that the base cites so.

        The bearer's title is that name, or begins with it; of the rival the record is at hand, and it is
        nowhere under the name called anything that its record knows.
        """
        if is_no_paper(self.claim) or self._ctx.paper(rival.paper) is None:
            return False
        if not (
            all(self._is_bare(one) for one in self._of((rival,)))
            and self._is_spelt_alike((rival, bearer))
            and self.bears(bearer, by_title=True)
        ):
            return False
        entries = _entries(rival)
        if any(
            (place.path, place.mention.entry) in entries and agrees(self._ctx.assess(place.mention))
            for place in self._ctx.ledger.mentions_of(rival.paper)
        ):
            return False  # the entry gives the paper's own name as well
        telling = not names.is_generic(names.without_vague(self.claim.words))
        return telling or is_cited_as_itself(rival.paper, entries, self._ctx)

    def unreported(self, side: Usage, *, borne: bool) -> Usage:
        """Return a side without the places at which another rule says what is wrong, from the paper's record.

        ARX303: the record contradicts the name.  ARX306: nothing in it bears the name out.  ARX401: there is
        no such paper.  ``borne``: another paper is known to bear the name.
        """
        if self._ctx.absent(side.paper) is not None:
            return side._replace(places=())
        left = [
            place
            for place in side.places
            if not self._is_reported(self._ctx.assess(place.mention), borne=borne)
        ]
        return side._replace(places=tuple(left))

    def _is_reported(self, found: MentionAssessment | None, *, borne: bool) -> bool:
        if found is None:
            return False
        # ARX303 allows for a paper that has been renamed; not so where another is known to bear the name.
        sure = not borne or found.suggestion is not None or found.ceiling is Severity.ERROR
        return (sure and disagrees(found) and not in_doubt(found, self._ctx)) or (
            unsupported(found) and is_coined(self.claim)
        )

    def _is_bare(self, one: LabelPlace) -> bool:
        alone = name_key(one.label.text) == self.key or bool(two_names(one.label.text))
        return alone and one.label.origin not in _OF_THE_SECTION

    def _is_spelt_alike(self, sides: Iterable[Usage]) -> bool:
        return spelt_alike(own_keys(one.label).get(self.key, one.label.text) for one in self._of(sides))

    def _of(self, sides: Iterable[Usage]) -> list[LabelPlace]:
        papers = {side.paper for side in sides}
        return [one for one in self.places if one.place.mention.id in papers]


def months_between(sides: Sequence[Usage]) -> int:
    """Return the months between the first and the last identifier of some sides."""
    months = [int(month[:4]) * 12 + int(month[5:]) for month in (month_of(side.paper) for side in sides)]
    return max(months) - min(months)


def _entries(side: Usage) -> set[tuple[str, int]]:
    return {(place.path, place.mention.entry) for place in side.places}


def _own_titles(side: Usage) -> set[str]:
    """Return the folded titles that stand beside an identifier."""
    return {
        fold(label.text)
        for place in side.places
        for label in place.mention.labels
        if label.kind == LabelKind.TITLE and firm(label)
    }
