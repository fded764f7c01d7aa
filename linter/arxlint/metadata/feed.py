"""The live API's answers: fetched through the ``arxiv`` package, believed only where they are whole.

The package's parser mends what is broken, so a feed that was cut off would look like one with fewer papers.
Here a feed must be well-formed to its end, an Atom feed, without error entries, with the paper that is known
to exist, and with as many entries as it says that there are; only then does a missing identifier mean
anything.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from xml.parsers.expat import ExpatError

import arxiv
import requests
from arxiv import _feed

from arxlint.metadata.days import iso, today
from arxlint.metadata.http_cache import cache_errors
from arxlint.metadata.keys import canonical
from arxlint.metadata.paper import Paper
from arxlint.metadata.xmlrecords import XmlRecords, api_paper
from arxlint.system.records import NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

CANARY: Final = "0704.0001"
"""The first paper of the new scheme: an answer to a batch that lacks it is not to be believed."""
_ERRORS: Final = "/api/errors"


class NotAnswered(Exception):
    """A request that came to nothing; ``fatal`` if the next one would fare no better."""

    def __init__(self, reason: str, fatal: bool = False) -> None:
        super().__init__(reason)
        self.fatal = fatal


class Refused(NotAnswered):
    """The server refused the whole batch for what it takes to be a malformed identifier in it."""

    def __init__(self, reason: str, culprit: str | None) -> None:
        super().__init__(reason)
        self.culprit = culprit


class Shown(NamedTuple):
    """What a whole feed shows: papers with the version returned, and every identifier in it."""

    papers: list[tuple[Paper, int]]
    identifiers: frozenset[str]
    as_of: str


class Entries(NamedTuple):
    """A feed's entries before they are understood: raw identifiers, error texts, stated total."""

    identifiers: list[str]
    errors: list[str]
    total: int | None


def entries_of(content: bytes) -> Entries:
    """Return the entries of an Atom feed.  Raises NotAnswered for anything that is not a whole feed."""
    document = XmlRecords()
    identifiers, errors = [], []
    try:
        for _, element in document.read(io.BytesIO(content)):
            raw = (element.findtext("id") or "").strip()
            if _ERRORS in raw:
                errors.append(" ".join((element.findtext("summary") or raw).split()))
            else:
                identifiers.append(raw)
    except ExpatError:
        what = "a feed that breaks off" if document.root == "feed" else "no feed"
        raise NotAnswered(f"arXiv sent {what if content.strip() else 'nothing'}") from None
    if document.root != "feed":
        raise NotAnswered(f"arXiv sent <{document.root}> instead of a feed")
    return Entries(identifiers, errors, document.total_results)


def is_believable(response: requests.Response) -> bool:
    """Tell whether an answer is a whole feed with the canary in it and as many entries as it says."""
    try:
        entries = entries_of(response.content)
    except NotAnswered:
        return False
    found = {known[0] for raw in entries.identifiers if (known := canonical(raw))}
    return not entries.errors and CANARY in found and entries.total == len(entries.identifiers)


class FeedClient(arxiv.Client):  # type: ignore[misc]
    """The package's client over our session: one page a batch, no pauses and retries of its own."""

    def __init__(self, session: requests.Session, endpoint: str) -> None:
        super().__init__(delay_seconds=0, num_retries=0)
        self._session = session
        self.query_url_format = f"{endpoint}?{{}}"
        self._shown = Entries([], [], None)
        self._as_of = today()

    def batch(self, ids: Sequence[str]) -> Shown:
        """Return what arXiv shows for identifiers, each with or without version, the canary among them.

        Raises NotAnswered unless the answer can be believed.
        """
        self.page_size = len(ids)
        search = arxiv.Search(id_list=list(ids), max_results=len(ids))
        try:
            results = list(self.results(search))
        except requests.RequestException as error:
            raise NotAnswered(_reason(error), fatal=True) from None
        identifiers = frozenset(known[0] for raw in self._shown.identifiers if (known := canonical(raw)))
        if self._shown.total != len(self._shown.identifiers) or CANARY not in identifiers:
            raise NotAnswered("arXiv sent an incomplete feed")
        papers = []
        for result in results:
            known = canonical(result.entry_id)
            if known is not None and result.title.strip():
                papers.append((_paper(result, known[0], known[1] or 1, self._as_of), known[1] or 1))
        return Shown(papers, identifiers, self._as_of)

    def _parse_feed(self, url: str, first_page: bool = True, _try_index: int = 0) -> _feed.ParsedFeed:
        """Fetch and check one page; replaces the package's loop of retries."""
        if not first_page:
            return _feed.ParsedFeed(header=_feed.FeedHeader())
        response = self._get(url)
        created = getattr(response, "created_at", None) if getattr(response, "from_cache", False) else None
        self._as_of = iso(created.isoformat()) or today() if created is not None else today()
        if response.status_code == 400:
            self._refuse(response)
        if response.status_code != 200:
            raise NotAnswered(f"arXiv answered HTTP {response.status_code}", fatal=True)
        self._shown = entries_of(response.content)
        if self._shown.errors:
            raise NotAnswered(f"arXiv answered with an error: {self._shown.errors[0]}")
        return _feed.parse(response.content)

    def _get(self, url: str) -> requests.Response:
        try:
            return self._session.get(url)
        except requests.RequestException:
            raise
        except cache_errors():
            # The cache failed in use (a Redis server that went away): go on without it.
            from arxlint.metadata.network import ArxivOnly

            plain = ArxivOnly()
            for prefix in ("https://", "http://"):
                plain.mount(prefix, self._session.get_adapter(prefix))
            self._session = plain
            return plain.get(url)

    @staticmethod
    def _refuse(response: requests.Response) -> None:
        try:
            errors = entries_of(response.content).errors
        except NotAnswered:
            errors = []
        text = errors[0] if errors else "HTTP 400"
        _, _, culprit = text.rpartition("incorrect id format for ")
        raise Refused(f"arXiv refused the request: {text}", culprit if culprit != text else None)


def _reason(error: requests.RequestException) -> str:
    if isinstance(error, requests.Timeout):
        return "arXiv did not answer in time"
    text = str(error)
    return text if text.startswith(("arXiv", "another", "the answer")) else "arXiv cannot be reached"


def _paper(result: arxiv.Result, identifier: str, number: int, as_of: str) -> Paper:
    return api_paper(
        identifier,
        number,
        " ".join(result.title.split()),
        published=_date(result.published),
        updated=_date(result.updated),
        authors=tuple(" ".join(author.name.split()) for author in result.authors),
        primary=result.primary_category or None,
        categories=tuple(result.categories),
        comment=_text(result.comment),
        journal_ref=_text(result.journal_ref),
        doi=_text(result.doi),
        abstract=_text(result.summary),
        as_of=as_of,
    )


def _date(moment: datetime) -> str | None:
    return iso(moment.isoformat())


def _text(text: str | None) -> str | None:
    return " ".join(text.split()) or None if text else None
