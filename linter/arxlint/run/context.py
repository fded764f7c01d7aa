"""RunContext: what one run lets its rules ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from arxlint.config.profile import Profile
from arxlint.metadata.paper import Absent, Answer, Paper, PaperStore

if TYPE_CHECKING:
    from arxlint.extract.model import Facts, Mention
    from arxlint.ledger import Ledger
    from arxlint.match.mention import MentionAssessment
    from arxlint.match.owners import Owner
    from arxlint.metadata.chain import StoreChain


class RunContext:
    """Implements ``arxlint.rule.Context``.

    Papers are fetched in one batch by ``prefetch``; what a rule asks beyond that is answered by the local
    stores only, so that no rule causes network traffic of its own.
    """

    def __init__(
        self,
        ledger: Ledger,
        profile: Profile,
        today: str,
        store: PaperStore | None = None,
        options: Mapping[str, object] | None = None,
        before: Mapping[str, Facts] | None = None,
    ) -> None:
        self._ledger = ledger
        self._profile = profile
        self._today = today
        self._store = store
        self._chain: StoreChain | None = None
        self._options = options or {}
        self._before = before or {}
        self._compares = before is not None
        self._answers: dict[str, Answer | None] = {}
        self._assessments: dict[Mention, MentionAssessment | None] = {}

    @property
    def ledger(self) -> Ledger:
        """The facts of the whole knowledge base."""
        return self._ledger

    @property
    def profile(self) -> Profile:
        """What the paths and words of this knowledge base mean."""
        return self._profile

    @property
    def today(self) -> str:
        """The date of the run, ISO, UTC."""
        return self._today

    @property
    def compares(self) -> bool:
        """Whether the run compares with an earlier revision (``--since``)."""
        return self._compares

    @property
    def has_store(self) -> bool:
        """Whether there is any source of metadata."""
        return self._store is not None

    def prefetch(self, identifiers: Iterable[str]) -> None:
        """Look up many identifiers at once; those that are not answered stay unverified."""
        wanted = sorted({one for one in identifiers if one not in self._answers})
        if not wanted:
            return
        found = self._store.lookup(wanted) if self._store is not None else {}
        for identifier in wanted:
            self._answers[identifier] = found.get(identifier)

    def ask(self, wanted: Mapping[str, Iterable[int]]) -> None:
        """Ask every source, the network among them, for papers and for the versions of each that are cited.

        What is asked later is answered by the local sources only: no rule causes traffic of its own.
        """
        from arxlint.metadata.chain import StoreChain

        chain = self._store
        if isinstance(chain, StoreChain):
            chain.prefetch(wanted)
            self._chain = chain
            self.prefetch(wanted)
            self._store = chain.local
        else:
            self.prefetch(wanted)

    def ask_for_earlier_titles(self, mentions: Iterable[Mention]) -> None:
        """Ask for what the papers of mentions were called before, where a label is not the present title."""
        if self._chain is None:
            return
        doubted = {one.id for one in mentions if (found := self.assess(one)) and found.verdict == "disagrees"}
        if doubted:
            self._chain.prefetch_history(sorted(doubted))
            self._answers.update(self._chain.lookup(sorted(doubted)))
            self._assessments.clear()

    def answer(self, identifier: str) -> Answer | None:
        """Return what is known of an identifier: a paper, its absence, or None if it is unverified."""
        if identifier not in self._answers:
            self.prefetch((identifier,))
        return self._answers[identifier]

    def paper(self, identifier: str) -> Paper | None:
        """The arXiv record of a canonical identifier; None if it is absent or unverified."""
        answer = self.answer(identifier)
        return answer if isinstance(answer, Paper) else None

    def absent(self, identifier: str) -> Absent | None:
        """The word of a source that would know that there is no such paper; None otherwise."""
        answer = self.answer(identifier)
        return answer if isinstance(answer, Absent) else None

    def assess(self, mention: Mention) -> MentionAssessment | None:
        """Judge a mention's labels against its paper and the store; None where nothing can be said."""
        if mention not in self._assessments:
            self._assessments[mention] = self._assess(mention)
        return self._assessments[mention]

    def _assess(self, mention: Mention) -> MentionAssessment | None:
        paper = self.paper(mention.id)
        if self._store is None or not mention.labels:
            return None
        if paper is None:
            if self.absent(mention.id) is not None:
                return None
            from arxlint.match.mention import assess_unrecorded

            return assess_unrecorded(mention, self._store)
        from arxlint.match.mention import assess_mention

        return assess_mention(mention, paper, self._store)

    def meant(self, mention: Mention) -> Owner | None:
        """The one paper in the local stores that a mention's labels name; None if that is unclear."""
        if self._store is None or not mention.labels:
            return None
        from arxlint.match.mention import paper_meant

        return paper_meant(mention, self._store)

    def before(self, path: str) -> Facts | None:
        """The facts of a document at the revision that ``--since`` names; None without it or if it is new."""
        return self._before.get(path)

    def option(self, name: str) -> object:
        """The value of one of the rule options; None if it is not set."""
        return self._options.get(name)
