"""Harvesting arXiv's OAI-PMH interface: every record that changed since a date, with its version history.

``arXivRaw`` is the one format with all versions and the mark of withdrawn ones.  A list comes in pages, each
with a token for the next; tokens expire at the next midnight UTC.  Pages are kept as they came until the
harvest is complete, so that one that was interrupted goes on where it stopped.  Source:
https://info.arxiv.org/help/oa/index.html.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import shutil
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlencode
from xml.parsers.expat import ExpatError

import requests

from arxlint.metadata.days import today
from arxlint.metadata.errors import StoreError
from arxlint.metadata.network import ArxivOnly, polite
from arxlint.metadata.progress import Progress
from arxlint.metadata.xmlrecords import XmlRecords
from arxlint.system.records import NamedTuple

ENDPOINT: Final = "https://oaipmh.arxiv.org/oai"
FIRST_DATE: Final = "2005-09-16"
"""Nothing in arXiv's OAI-PMH interface is dated earlier."""
_TRIES: Final = 3
_STATE: Final = "state.json"


class Page(NamedTuple):
    """One page of a list: its bytes, number of records, token of the next page, and the server's date."""

    content: bytes
    records: int
    token: str | None
    response_date: str


class TokenExpired(Exception):
    """The list must be asked for anew."""


class Harvester:
    """A conversation with an OAI-PMH server (``endpoint`` or ``ARXLINT_OAI_URL``)."""

    def __init__(self, endpoint: str | None = None, progress: Progress | None = None) -> None:
        self.endpoint = endpoint or os.environ.get("ARXLINT_OAI_URL") or ENDPOINT
        self._progress = progress or Progress()
        self._session = ArxivOnly()
        polite(self._session, self.endpoint, 1_800.0, self._waiting)

    def harvest(self, folder: str, from_date: str) -> list[str]:
        """Fetch every page since a date (``YYYY-MM-DD``) into a folder; returns the files in order.

        Goes on with what an earlier call left in the folder if that was for the same date.  Raises
        StoreError where the server cannot be made to answer; what was fetched stays.
        """
        os.makedirs(folder, exist_ok=True)
        state = _load(folder)
        if state.get("from") != from_date or state.get("endpoint") != self.endpoint:
            state = {}
        if state.get("token") and state.get("day") != today():
            state = {}  # tokens die at midnight
        if not state:
            _clear(folder)
            state = {"from": from_date, "endpoint": self.endpoint, "pages": 0, "records": 0, "done": False}
        self._progress.start("harvesting", 0)
        restarted = False
        while not state["done"]:
            try:
                page = self._page(state.get("token"), from_date)
            except TokenExpired:
                if restarted:
                    raise StoreError("arXiv's OAI-PMH interface does not continue its own list") from None
                restarted = True
                _clear(folder)
                state = {**state, "token": None, "pages": 0, "records": 0}
                continue
            name = f"page-{state['pages'] + 1:06d}.xml.gz"
            _write(os.path.join(folder, name), gzip.compress(page.content, 5))
            state.setdefault("date", page.response_date)
            state.update(
                pages=state["pages"] + 1,
                records=state["records"] + page.records,
                token=page.token,
                day=today(),
                done=page.token is None,
            )
            _write(os.path.join(folder, _STATE), json.dumps(state).encode())
            self._progress.update(0, f"{state['records']:,} records in {state['pages']} pages")
        self._progress.clear()
        return [os.path.join(folder, f"page-{number + 1:06d}.xml.gz") for number in range(state["pages"])]

    def started(self, folder: str) -> str | None:
        """Return the server's date when the harvest in a folder began: it has everything up to then."""
        date = _load(folder).get("date")
        return date if isinstance(date, str) else None

    def _page(self, token: str | None, from_date: str) -> Page:
        asked = (
            {"verb": "ListRecords", "resumptionToken": token}
            if token
            else {"verb": "ListRecords", "metadataPrefix": "arXivRaw", "from": from_date}
        )
        reason = ""
        for _ in range(_TRIES):
            try:
                response = self._session.get(f"{self.endpoint}?{urlencode(asked)}")
            except requests.RequestException as error:
                raise StoreError(f"arXiv's OAI-PMH interface cannot be reached: {error}") from None
            if response.status_code != 200:
                reason = f"HTTP {response.status_code}"
                continue
            try:
                return _understand(response.content)
            except (ExpatError, ValueError) as error:
                reason = str(error)
        raise StoreError(f"arXiv's OAI-PMH interface did not answer properly: {reason}")

    def _waiting(self, seconds: float, why: str) -> None:
        self._progress.update(0, f"{why} {seconds:.0f} s")


def _understand(content: bytes) -> Page:
    """Raises ExpatError or ValueError for what is no whole answer, TokenExpired for a dead token."""
    document = XmlRecords()
    records = sum(1 for _ in document.read(io.BytesIO(content)))
    if document.root != "OAI-PMH":
        raise ValueError(f"<{document.root}> instead of an OAI-PMH answer")
    for code, text in document.errors:
        if code == "badResumptionToken":
            raise TokenExpired
        if code != "noRecordsMatch":
            raise ValueError(f"{code}: {text}")
    if not records and not document.errors:
        raise ValueError("an empty page")
    return Page(content, records, document.token, document.response_date or today())


def _load(folder: str) -> dict[str, Any]:
    with contextlib.suppress(OSError, ValueError), open(os.path.join(folder, _STATE), "rb") as file:
        state = json.load(file)
        if isinstance(state, dict):
            return state
    return {}


def _write(path: str, content: bytes) -> None:
    with open(f"{path}.part", "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(f"{path}.part", path)


def _clear(folder: str) -> None:
    for entry in _entries(folder):
        os.unlink(entry)


def _entries(folder: str) -> Iterator[str]:
    for entry in os.scandir(folder):
        if entry.name == _STATE or (entry.name.startswith("page-") and entry.name.endswith((".gz", ".part"))):
            yield entry.path


def forget(folder: str) -> None:
    """Remove a finished harvest."""
    shutil.rmtree(folder, ignore_errors=True)
