"""The live arXiv API as a store: asked in polite batches, for what no other store could answer."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from arxlint.metadata.caching import ObservationCache
from arxlint.metadata.keys import key_of
from arxlint.metadata.merge import merge
from arxlint.metadata.paper import Absent, Answer, Candidate, Paper
from arxlint.metadata.progress import Progress

if TYPE_CHECKING:
    from arxlint.metadata.feed import FeedClient, Shown

ENDPOINT: Final = "https://export.arxiv.org/api/query"
LARGEST_BATCH: Final = 400
"""Identifiers per request: about 5 kB of URL (at 8 kB arXiv answers 414)."""
_TRIES: Final = 2
"""Requests for a batch whose answer was not to be believed."""
_FAILURES_TO_GIVE_UP: Final = 2


class ArxivApi:
    """What arXiv's API says today.  ``unanswered`` tells, per identifier, why there is no answer.

    ``endpoint`` (or ``ARXLINT_API_URL``) is another server that speaks arXiv's protocol; ``cache_url`` as in
    ``http_cache.cached_session``; ``observations`` (None: not kept) get every answer; ``longest_wait`` is how
    many seconds to wait at most when arXiv asks for patience.  Raises StoreError where a cache that was
    asked for cannot be used.
    """

    def __init__(
        self,
        endpoint: str | None = None,
        *,
        cache_url: str | None = None,
        observations: ObservationCache | None = None,
        progress: Progress | None = None,
        longest_wait: float = 60.0,
    ) -> None:
        self.endpoint = endpoint or os.environ.get("ARXLINT_API_URL") or ENDPOINT
        self.unanswered: dict[str, str] = {}
        self._cache_url = cache_url
        self._observations = observations
        self._progress = progress or Progress()
        self._longest_wait = longest_wait
        self._client: FeedClient | None = None
        self._failures = 0
        self._given_up: str | None = None

    def lookup(self, ids: Iterable[str]) -> dict[str, Answer]:
        """Answer for canonical identifiers; those that arXiv did not answer are in ``unanswered``."""
        return self.lookup_versions(dict.fromkeys(ids, ()))

    def lookup_versions(self, wanted: Mapping[str, Iterable[int]]) -> dict[str, Answer]:
        """Answer for identifiers, with dates and titles of the given versions of each where they exist."""
        questions: dict[str, list[str]] = {}
        for identifier in sorted(wanted):
            if key_of(identifier) is None:
                self.unanswered[identifier] = "not a canonical identifier"
                continue
            numbers = sorted({number for number in wanted[identifier] if 0 < number < 10_000})
            questions[identifier] = [identifier, *(f"{identifier}v{number}" for number in numbers)]
        answers: dict[str, Answer] = {}
        self._progress.start("asking arXiv", len(questions))
        for batch in _batches(questions):
            answers.update(self._ask(batch))
            self._progress.update(len(answers), f"{len(answers)} of {len(questions)} papers")
        self._progress.clear()
        if self._observations is not None:
            self._observations.remember(answers)
        return answers

    def titled(self, title: str) -> Sequence[Paper]:
        """Nothing: titles are looked up in stores only, arXiv is not searched."""
        return ()

    def named(self, name: str) -> Sequence[Paper]:
        """Nothing: names are looked up in stores only."""
        return ()

    def search(self, label: str, limit: int = 5) -> Sequence[Candidate]:
        """Nothing: titles are looked up in stores only."""
        return ()

    def _ask(self, batch: dict[str, list[str]]) -> dict[str, Answer]:
        """Ask for one batch: identifier → what is asked for it (itself first, then versions)."""
        from arxlint.metadata.feed import NotAnswered, Refused

        reason = ""
        for _ in range(_TRIES):
            if self._given_up is not None:
                reason = self._given_up
                break
            try:
                shown = self._fetch([question for questions in batch.values() for question in questions])
            except Refused as error:
                return self._ask_apart(batch, error)
            except NotAnswered as error:
                reason = str(error)
                self._failures += 1
                if error.fatal or self._failures >= _FAILURES_TO_GIVE_UP:
                    self._given_up = reason
                continue
            self._failures = 0
            return self._understand(batch, shown)
        for identifier in batch:
            self.unanswered[identifier] = reason
        return {}

    def _ask_apart(self, batch: dict[str, list[str]], error: Exception) -> dict[str, Answer]:
        """Ask again without the identifier that the server refused, or in halves where it named none."""
        culprit = (getattr(error, "culprit", None) or "").partition("v")[0]
        if culprit in batch:
            self.unanswered[culprit] = str(error)
            rest = [{identifier: batch[identifier] for identifier in batch if identifier != culprit}]
        elif len(batch) == 1:
            self.unanswered.update(dict.fromkeys(batch, str(error)))
            rest = []
        else:
            items = list(batch.items())
            middle = len(items) // 2
            rest = [dict(items[:middle]), dict(items[middle:])]
        answers: dict[str, Answer] = {}
        for part in rest:
            if part:
                answers.update(self._ask(part))
        return answers

    def connect(self) -> FeedClient:
        """Open the session and its cache (asking does so too).  Raises StoreError where the cache fails."""
        if self._client is None:
            from arxlint.metadata.feed import FeedClient, is_believable
            from arxlint.metadata.http_cache import cached_session
            from arxlint.metadata.network import polite

            session = cached_session(self._cache_url, is_believable)
            polite(session, self.endpoint, self._longest_wait, self._waiting)
            self._client = FeedClient(session, self.endpoint)
        return self._client

    def _fetch(self, questions: list[str]) -> Shown:
        from arxlint.metadata.feed import CANARY

        # Sorted, so that the same questions make the same URL, which is the key of the HTTP cache.
        return self.connect().batch(sorted({*questions, CANARY}))

    def _understand(self, batch: dict[str, list[str]], shown: Shown) -> dict[str, Answer]:
        found: dict[str, list[tuple[int, Paper]]] = {}
        for paper, number in shown.papers:
            found.setdefault(paper.id, []).append((number, paper))
        answers: dict[str, Answer] = {}
        for identifier in batch:
            versions = sorted(found.get(identifier, ()), reverse=True)
            if versions:
                self.unanswered.pop(identifier, None)
                answers[identifier] = _together([paper for _, paper in versions])
            elif identifier in shown.identifiers:
                self.unanswered[identifier] = "arXiv's entry for it could not be read"
            else:
                self.unanswered.pop(identifier, None)
                answers[identifier] = Absent(identifier, shown.as_of, "arXiv API")
        return answers

    def _waiting(self, seconds: float, why: str) -> None:
        self._progress.update(0, f"{why} {seconds:.0f} s")


def _together(papers: list[Paper]) -> Paper:
    """Return one paper from its versions as the API showed them, the latest first.

    The unversioned identifier was among the questions, so the highest version shown *is* the latest.
    """
    whole = papers[0]._replace(versions_complete=True)
    for older in papers[1:]:
        whole = merge(whole, older)
    return whole


def _batches(questions: dict[str, list[str]]) -> list[dict[str, list[str]]]:
    batches: list[dict[str, list[str]]] = []
    size = LARGEST_BATCH
    for identifier, asked in questions.items():
        asked = asked[: LARGEST_BATCH - 1]
        if size + len(asked) >= LARGEST_BATCH:
            batches.append({})
            size = 0
        batches[-1][identifier] = asked
        size += len(asked)
    return batches
