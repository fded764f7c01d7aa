"""Where this machine keeps what arXiv said: the cache folder, and the cache of observations.

An observation is the answer of the live API to one identifier: a paper, or that there is none.  A request
that failed observes nothing and leaves no trace here.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from arxlint.metadata.coverage import settled
from arxlint.metadata.keys import month_of
from arxlint.metadata.paper import Absent, Answer, Candidate, Paper
from arxlint.system.folders import cache_folder

DAY: Final = 86_400.0
KEEP_PAPER: Final = 7 * DAY
KEEP_ABSENCE: Final = DAY
_FORMAT: Final = 1
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS observation(
    id TEXT PRIMARY KEY, answer TEXT NOT NULL, fetched REAL NOT NULL) WITHOUT ROWID
"""


def open_cache_folder() -> str | None:
    """Create the cache folder, for this user alone; None where that is not possible."""
    folder = cache_folder()
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


class ObservationCache:
    """A store of what the live API said.  Damage, locks and missing rights make it empty, never an error.

    A paper is good for a week; "no such paper" for a day, or for ever if its month was over when it was
    said.  ``stale`` gives the papers (not the absences) whatever their age: better than nothing when
    arXiv cannot be reached, and their ``as_of`` tells how old they are.
    """

    def __init__(self, path: str | None = None, stale: bool = False) -> None:
        self.path = path or os.path.join(cache_folder(), f"observations-{_FORMAT}.sqlite")
        self._stale = stale

    def lookup(self, ids: Iterable[str]) -> dict[str, Answer]:
        """Answer from what was observed."""
        now = time.time()
        answers: dict[str, Answer] = {}
        for identifier, (answer, fetched) in self._read(list(ids)).items():
            if isinstance(answer, Paper):
                good = self._stale or now - fetched < KEEP_PAPER
            else:
                month = month_of(identifier)
                good = now - fetched < KEEP_ABSENCE or (month is not None and settled(month, answer.as_of))
            if good:
                answers[identifier] = answer
        return answers

    def titled(self, title: str) -> Sequence[Paper]:
        """Nothing: observations are not indexed by title."""
        return ()

    def named(self, name: str) -> Sequence[Paper]:
        """Nothing: observations are not indexed by name."""
        return ()

    def search(self, label: str, limit: int = 5) -> Sequence[Candidate]:
        """Nothing: observations are not indexed by title."""
        return ()

    def remember(self, answers: Mapping[str, Answer]) -> None:
        """Keep answers of the live API, replacing earlier ones."""
        if not answers or open_cache_folder() is None:
            return
        now = time.time()
        rows = [(identifier, _dump(answer), now) for identifier, answer in answers.items()]
        for _ in range(2):
            with contextlib.suppress(OSError, sqlite3.Error):
                with contextlib.closing(sqlite3.connect(self.path, timeout=10)) as connection, connection:
                    connection.execute(_TABLE)
                    connection.executemany("INSERT OR REPLACE INTO observation VALUES(?, ?, ?)", rows)
                return
            if not self._remove_if_damaged():
                return

    def _read(self, ids: list[str]) -> dict[str, tuple[Answer, float]]:
        found: dict[str, tuple[Answer, float]] = {}
        if not os.path.isfile(self.path):
            return found
        try:
            with contextlib.closing(sqlite3.connect(self.path, timeout=10)) as connection:
                for start in range(0, len(ids), 500):
                    part = ids[start : start + 500]
                    marks = ",".join("?" * len(part))
                    query = f"SELECT id, answer, fetched FROM observation WHERE id IN ({marks})"
                    for identifier, answer, fetched in connection.execute(query, part):
                        with contextlib.suppress(ValueError, KeyError, TypeError):
                            found[identifier] = (_load(identifier, answer), fetched)
        except (OSError, sqlite3.Error):
            return found  # a cache that cannot be read has nothing to say
        return found

    def _remove_if_damaged(self) -> bool:
        try:
            with contextlib.closing(sqlite3.connect(self.path, timeout=10)) as connection:
                connection.execute("SELECT id, answer, fetched FROM observation LIMIT 1")
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and "no such" not in str(error):
                return False  # locked, or no rights: not ours to mend
            with contextlib.suppress(OSError):
                os.unlink(self.path)
            return True
        return False


def _dump(answer: Answer) -> str:
    import json

    from arxlint.metadata.jsonlines import own_record

    if isinstance(answer, Absent):
        return json.dumps({"absent": answer.as_of, "source": answer.source})
    return json.dumps(own_record(answer), ensure_ascii=False)


def _load(identifier: str, text: str) -> Answer:
    """Raises ValueError (BadRecord is one), KeyError or TypeError for what we did not write."""
    import json

    from arxlint.metadata.jsonlines import BadRecord, own_paper

    record = json.loads(text)
    if "absent" in record:
        return Absent(identifier, record["absent"], record["source"])
    paper = own_paper(record, None, "")
    if paper.id != identifier:
        raise BadRecord("another paper's record")
    return paper
