"""A store in memory, several stores as one, and what was observed before."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from tests.metadata.conftest import Build, write_lines
from tests.metadata.test_store import LINES

from arxlint.metadata.caching import DAY, ObservationCache
from arxlint.metadata.chain import StoreChain
from arxlint.metadata.days import today
from arxlint.metadata.errors import StoreError
from arxlint.metadata.jsonl_store import JsonlStore
from arxlint.metadata.open import open_chain, open_store
from arxlint.metadata.paper import Absent, Answer, Candidate, Paper, Version
from arxlint.metadata.sqlite_store import SqliteStore

HEADER = {"coverage": {"complete": ["2401", "9901"], "as_of": "2026-11-30"}}
ABSENT = Absent("2401.00009", "2026-11-30", "arXiv API")


def memory(tmp_path: Path) -> JsonlStore:
    return JsonlStore(str(write_lines(tmp_path / "papers.jsonl", [HEADER, *LINES])))


def test_memory_and_file_answer_alike(tmp_path: Path, build: Build) -> None:
    held = memory(tmp_path)
    build(tmp_path / "papers.jsonl")
    with SqliteStore(str(tmp_path / "store.sqlite")) as filed:
        ids = [line["id"] for line in LINES] + ["2401.00009", "hep-th/9901002", "2402.00001", "nonsense"]
        expected = {
            key: answer if isinstance(answer, Paper) else answer[:2]
            for key, answer in filed.lookup(ids).items()
        }
        got = {
            key: answer if isinstance(answer, Paper) else answer[:2]
            for key, answer in held.lookup(ids).items()
        }
        assert got == expected
        assert len(got) == 6
        for label in (
            "C²KV",
            "Deep Learning of Earthquakes in Chile",
            "Caching Twice",
            "strings old",
            "",
            "zzz",
        ):
            assert [one.id for one in held.titled(label)] == [one.id for one in filed.titled(label)]
            assert [one.id for one in held.named(label)] == [one.id for one in filed.named(label)]
            assert [(one.paper.id, one.exact) for one in held.search(label)] == [
                (one.paper.id, one.exact) for one in filed.search(label)
            ]


def test_a_folder_and_its_bad_lines(tmp_path: Path) -> None:
    write_lines(
        tmp_path / "a.jsonl", [{"id": "2401.00001", "abstract": "Of caches."}, {"id": "bad", "title": "T"}]
    )
    write_lines(tmp_path / "b.jsonl", [{"id": "2401.00001", "title": "T"}])
    held = JsonlStore(str(tmp_path))
    assert len(held) == 1
    (answer,) = held.lookup(["2401.00001"]).values()
    assert isinstance(answer, Paper)
    assert answer.abstract_words == frozenset({"of", "caches"})
    assert [problem.line for problem in held.problems] == [2]


def test_importing_what_a_hook_run_needs_is_light() -> None:
    code = (
        "import sys; before = set(sys.modules); import arxlint.metadata.open, arxlint.metadata.sqlite_store;"
        "print(*(set(sys.modules) - before))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={
        "PYTHONPATH": ":".join(sys.path)}).stdout.split()  # fmt: skip
    heavy = set(
        "requests requests_cache arxiv lxml pathlib dataclasses inspect zstandard gzip regex click hashlib "
        "logging importlib.metadata urllib.request xml.etree".split()
    )
    assert heavy & set(out) == set()


class Spy:
    """A store that notes what it is asked."""

    def __init__(self, answers: Mapping[str, Answer] | None = None) -> None:
        self.answers = dict(answers or {})
        self.asked: list[list[str]] = []
        self.versions: list[dict[str, list[int]]] = []

    def lookup(self, ids: Iterable[str]) -> dict[str, Answer]:
        wanted = list(ids)
        self.asked.append(wanted)
        return {key: self.answers[key] for key in wanted if key in self.answers}

    def titled(self, title: str) -> list[Paper]:
        return []

    def named(self, name: str) -> list[Paper]:
        return []

    def search(self, label: str, limit: int = 5) -> list[Candidate]:
        return []


class VersionSpy(Spy):
    def lookup_versions(self, wanted: Mapping[str, Iterable[int]]) -> dict[str, Answer]:
        self.versions.append({key: list(numbers) for key, numbers in wanted.items()})
        return {key: self.answers[key] for key in wanted if key in self.answers}


def test_the_first_answer_wins_and_only_the_rest_is_asked_for() -> None:
    first = Spy({"2401.00001": Paper("2401.00001", "First")})
    second = Spy({"2401.00001": Paper("2401.00001", "Second"), "2401.00009": ABSENT})
    chain = StoreChain([first, second])
    answers = chain.lookup(["2401.00001", "2401.00009", "2401.00003"])
    assert answers == {"2401.00001": Paper("2401.00001", "First"), "2401.00009": ABSENT}
    assert second.asked == [["2401.00009", "2401.00003"]]
    assert chain.verified == {"2401.00001", "2401.00009"}
    assert chain.unverified == {"2401.00003"}
    assert chain.lookup(["2401.00001", "2401.00003"]) == {"2401.00001": Paper("2401.00001", "First")}
    assert len(first.asked) == 1


def test_prefetch_asks_for_versions_that_are_left_open() -> None:
    known = Paper(
        "2401.00001",
        "T",
        versions=(Version(1, "2024-01-02"),),
        latest=1,
        versions_complete=True,
        as_of="2024-02-01",
    )
    fresh = known._replace(versions=(Version(2, "2026-01-01"),), latest=2, as_of="2026-11-01")
    live = VersionSpy({"2401.00001": fresh})
    chain = StoreChain([Spy({"2401.00001": known, "2401.00002": known._replace(id="2401.00002")}), live])
    chain.prefetch({"2401.00001": [1, 2], "2401.00002": [1], "2401.00003": [5]})
    assert live.versions == [{"2401.00001": [2]}]
    answer = chain.lookup(["2401.00001"])["2401.00001"]
    assert isinstance(answer, Paper)
    assert [version.date for version in answer.versions] == ["2024-01-02", "2026-01-01"]


def test_prefetch_believes_todays_word_on_the_latest_version() -> None:
    current = Paper(
        "2401.00001",
        "T",
        versions=(Version(1, "2024-01-02"),),
        latest=1,
        versions_complete=True,
        as_of=today(),
    )
    live = VersionSpy()
    StoreChain([Spy({"2401.00001": current}), live]).prefetch({"2401.00001": [9]})
    assert live.versions == []


def test_titles_of_all_stores(tmp_path: Path) -> None:
    other = JsonlStore(
        str(write_lines(tmp_path / "other.jsonl", [{"id": "2402.00001", "title": "C2KV: another"}]))
    )
    chain = StoreChain([other, memory(tmp_path)])
    assert [one.id for one in chain.named("C²KV")] == ["2402.00001", "2401.00001"]
    assert [one.paper.id for one in chain.search("C²KV", 2)] == ["2401.00001", "2402.00001"]
    assert [one.id for one in chain.titled("Deep Learning of Weather")] == ["2401.00002"]


def test_observations_come_back_whole() -> None:
    paper = Paper(
        "2401.00001",
        "T",
        ("Ada",),
        (Version(1, "2024-01-02", "S"), Version(3, "2024-03-02", "T")),
        latest=3,
        versions_complete=True,
        submitted="2024-01-02",
        primary="cs.CL",
        categories=("cs.CL",),
        comment="8 pages",
        journal_ref="J",
        doi="10.1/x",
        abstract_words=frozenset({"we"}),
        other_titles=("S",),
        as_of=today(),
        source="arXiv API",
    )
    ObservationCache().remember({paper.id: paper, ABSENT.id: ABSENT})
    assert ObservationCache().lookup([paper.id, ABSENT.id, "2401.00002"]) == {
        paper.id: paper,
        ABSENT.id: ABSENT,
    }


def test_observations_expire(monkeypatch: pytest.MonkeyPatch) -> None:
    settled = Absent("2401.00009", "2026-11-30", "arXiv API")
    running = Absent("2611.09999", "2026-11-30", "arXiv API")
    paper = Paper("2401.00001", "T", as_of="2026-11-30")
    cache = ObservationCache()
    cache.remember({one.id: one for one in (settled, running, paper)})
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 2 * DAY)
    assert set(cache.lookup([settled.id, running.id, paper.id])) == {settled.id, paper.id}
    monkeypatch.setattr(time, "time", lambda: now + 30 * DAY)
    assert set(cache.lookup([settled.id, running.id, paper.id])) == {settled.id}
    assert set(ObservationCache(stale=True).lookup([settled.id, running.id, paper.id])) == {
        settled.id,
        paper.id,
    }


@pytest.mark.parametrize("damage", ["garbage", "other-table", "bad-rows", "directory"])
def test_a_damaged_cache_is_an_empty_one_and_mends_itself(damage: str) -> None:
    paper = Paper("2401.00001", "T", as_of="2026-11-30")
    cache = ObservationCache()
    cache.remember({paper.id: paper})
    path = Path(cache.path)
    if damage == "garbage":
        path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 9000)
    elif damage == "directory":
        path.unlink()
        path.mkdir()
    else:
        path.unlink()
        connection = sqlite3.connect(path)
        if damage == "other-table":
            connection.execute("CREATE TABLE observation(x)")
        else:
            connection.execute("CREATE TABLE observation(id TEXT PRIMARY KEY, answer TEXT, fetched REAL)")
            connection.execute("INSERT INTO observation VALUES('2401.00001', '{\"id\": 7}', 9e9)")
        connection.commit()
        connection.close()
    assert cache.lookup([paper.id]) == {}
    cache.remember({paper.id: paper})
    assert cache.lookup([paper.id]) == ({} if damage == "directory" else {paper.id: paper})


def test_a_cache_folder_that_cannot_be_written_is_no_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    cache = ObservationCache()
    cache.remember({"2401.00001": Paper("2401.00001", "T")})
    assert cache.lookup(["2401.00001"]) == {}


def test_open_tells_stores_apart(tmp_path: Path, build: Build) -> None:
    build(LINES)
    assert isinstance(open_store(str(tmp_path / "store.sqlite")), SqliteStore)
    assert isinstance(open_store(str(tmp_path / "0.jsonl")), JsonlStore)
    with pytest.raises(StoreError, match="No such file"):
        open_store(str(tmp_path / "missing.sqlite"))


def test_offline_uses_old_observations_and_no_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARXLINT_API_URL", "http://127.0.0.1:9/")
    ObservationCache().remember({"2401.00007": Paper("2401.00007", "T", as_of="2026-11-30")})
    chain = open_chain([str(write_lines(tmp_path / "p.jsonl", LINES))], offline=True)
    assert set(chain.lookup(["2401.00001", "2401.00007", "2401.00008"])) == {"2401.00001", "2401.00007"}
    assert "requests" not in type(chain.stores[-1]).__module__
