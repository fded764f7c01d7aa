"""Harvests, and stores brought up to date."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from tests.loopback.corpus import paper
from tests.loopback.server import LoopbackArxiv
from tests.metadata.conftest import Build, kaggle

from arxlint.metadata.api import ArxivApi
from arxlint.metadata.errors import StoreError
from arxlint.metadata.oai import Harvester
from arxlint.metadata.paper import Absent, Paper, Version
from arxlint.metadata.progress import Progress
from arxlint.metadata.sqlite_store import SqliteStore
from arxlint.metadata.sync import sync_changes, sync_used

QUIET = Progress(False)


def fill(arxiv: LoopbackArxiv, count: int = 10) -> list[str]:
    ids = [f"2405.{number:05d}" for number in range(1, count + 1)]
    arxiv.papers.update({one: paper(one, f"May {one}", "2024-05-02") for one in ids})
    return ids


def test_a_harvest_follows_the_tokens(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    fill(arxiv)
    files = Harvester(progress=QUIET).harvest(str(tmp_path / "h"), "2024-05-01")
    assert len(files) == 4
    assert len(arxiv.log) == 4
    assert "from=2024-05-01" in arxiv.log[0].query
    assert "resumptionToken=" in arxiv.log[1].query
    assert "metadataPrefix=arXivRaw&" not in arxiv.log[1].query
    text = b"".join(gzip.decompress(Path(file).read_bytes()) for file in files).decode()
    assert text.count("<record>") == 10


def test_an_interrupted_harvest_goes_on_where_it_stopped(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    fill(arxiv)
    folder = str(tmp_path / "h")
    arxiv.faults += ["none", "none"] + ["500"] * 20
    with pytest.raises(StoreError, match="HTTP 500"):
        Harvester(progress=QUIET).harvest(folder, "2024-05-01")
    arxiv.faults.clear()
    asked = len(arxiv.log)
    files = Harvester(progress=QUIET).harvest(folder, "2024-05-01")
    assert len(files) == 4
    assert len(arxiv.log) - asked == 2
    assert len(Harvester(progress=QUIET).harvest(folder, "2024-05-01")) == 4
    assert len(arxiv.log) - asked == 2, "a finished harvest is not fetched again"


def test_another_date_starts_anew(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    fill(arxiv, 4)
    folder = str(tmp_path / "h")
    Harvester(progress=QUIET).harvest(folder, "2024-05-01")
    assert len(Harvester(progress=QUIET).harvest(folder, "2024-04-01")) == 2
    assert len(arxiv.log) == 4


@pytest.mark.parametrize("fault", ["html", "empty", "truncated", "short", "503:0", "500", "reset"])
def test_one_bad_page_is_asked_for_again(arxiv: LoopbackArxiv, tmp_path: Path, fault: str) -> None:
    fill(arxiv)
    arxiv.faults += ["none", fault]
    assert len(Harvester(progress=QUIET).harvest(str(tmp_path / "h"), "2024-05-01")) == 4
    assert len(arxiv.log) == 5


def test_a_dead_token_starts_the_list_anew(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    fill(arxiv)
    arxiv.faults += ["none", "none", "bad-token"]
    files = Harvester(progress=QUIET).harvest(str(tmp_path / "h"), "2024-05-01")
    assert len(files) == 4
    assert len(arxiv.log) == 7
    arxiv.faults += ["none", "bad-token"] * 2
    with pytest.raises(StoreError, match="does not continue its own list"):
        Harvester(progress=QUIET).harvest(str(tmp_path / "h2"), "2024-05-01")


def test_nothing_new(arxiv: LoopbackArxiv, tmp_path: Path, build: Build) -> None:
    build([kaggle("2401.00001", "T", update="2029-01-01")])
    path = str(tmp_path / "store.sqlite")
    assert sync_changes(path, progress=QUIET).papers == 1
    with SqliteStore(path) as opened:
        assert opened.about()["snapshot"] == "2029-01-01"


def test_a_snapshot_is_brought_up_to_date(arxiv: LoopbackArxiv, tmp_path: Path, build: Build) -> None:
    ids = fill(arxiv)
    arxiv.papers["2401.00001"] = paper("2401.00001", "Newer Title", "2024-04-02", 2)
    arxiv.papers["2401.00002"] = paper("2401.00002", "Gone", "2024-06-01", deleted=True)
    build([kaggle("2401.00001", "Older Title"), kaggle("2401.00002", "Gone", update="2024-05-01")])
    path = str(tmp_path / "store.sqlite")
    with SqliteStore(path) as opened:
        assert opened.about()["snapshot"] == "2024-06-01"
    outcome = sync_changes(path, "2024-05-01", progress=QUIET)
    assert outcome.papers == 11
    with SqliteStore(path) as opened:
        answers = opened.lookup(["2401.00001", "2401.00002", *ids])
        newer = answers["2401.00001"]
        assert isinstance(newer, Paper)
        assert (newer.titles, newer.latest, newer.as_of) == (("Newer Title", "Older Title"), 2, "2026-11-30")
        assert "2401.00002" not in answers
        assert len(answers) == 11
        assert opened.about()["snapshot"] == "2026-11-30"
        assert opened.search("newer title")[0].paper.id == "2401.00001"
    assert not (tmp_path / "store.sqlite.harvest").exists()


def test_a_gap_leaves_the_snapshot_as_it_was(arxiv: LoopbackArxiv, tmp_path: Path, build: Build) -> None:
    fill(arxiv, 2)
    build([kaggle("2401.00001", "T", update="2024-02-01")])
    path = str(tmp_path / "store.sqlite")
    sync_changes(path, "2024-05-01", progress=QUIET)
    with SqliteStore(path) as opened:
        assert opened.about()["snapshot"] == "2024-02-01"


def test_a_store_that_is_of_no_snapshot_needs_a_date(
    arxiv: LoopbackArxiv, tmp_path: Path, build: Build
) -> None:
    build([{"id": "2401.00001", "title": "T"}])
    with pytest.raises(StoreError, match="--from"):
        sync_changes(str(tmp_path / "store.sqlite"), progress=QUIET)
    assert arxiv.log == []


def test_a_failed_sync_leaves_the_store(arxiv: LoopbackArxiv, tmp_path: Path, build: Build) -> None:
    build([kaggle("2401.00001", "T")])
    path = tmp_path / "store.sqlite"
    before = path.read_bytes()
    arxiv.stop()
    with pytest.raises(StoreError, match="cannot be reached"):
        sync_changes(str(path), progress=QUIET)
    assert path.read_bytes() == before
    arxiv.start = lambda: None  # type: ignore[method-assign]


def test_papers_in_use(arxiv: LoopbackArxiv, tmp_path: Path) -> None:
    path = str(tmp_path / "used.sqlite")
    cited = ["2401.00001v2", "2403.00001", "2401.99999", "hep-th/9901001", "nonsense"]
    outcome, absent = sync_used(path, cited, ArxivApi(progress=QUIET), QUIET)
    assert outcome is not None
    assert (outcome.papers, absent) == (3, 1)
    with SqliteStore(path) as opened:
        answers = opened.lookup(["2401.00001", "2403.00001", "2401.99999"])
        caches, renamed = answers["2401.00001"], answers["2403.00001"]
        assert isinstance(caches, Paper)
        assert isinstance(renamed, Paper)
        assert [version[:2] for version in caches.versions] == [
            (1, "2024-01-02"),
            (2, "2024-02-02"),
            (3, "2024-03-02"),
        ]
        assert renamed.other_titles == ("Old Name: a study",)
        assert renamed.version(1) == Version(1, "2024-03-01", "Old Name: a study")
        assert [one.id for one in opened.named("old name")] == ["2403.00001"]
    more, _ = sync_used(path, ["2401.00002"], ArxivApi(progress=QUIET), QUIET)
    assert more is not None
    assert more.papers == 4
    assert sync_used(path, ["2401.99999"], ArxivApi(progress=QUIET), QUIET) == (None, 1)


def test_own_lines_that_a_store_exports_are_read_back(
    arxiv: LoopbackArxiv, tmp_path: Path, build: Build
) -> None:
    from arxlint.metadata.export import export_lines

    build([{"coverage": {"complete": ["2401"], "as_of": "2026-11-30"}}, {"id": "2401.00001", "title": "T"}])
    path = str(tmp_path / "store.sqlite")
    sync_used(path, ["2402.00001", "2403.00001"], ArxivApi(progress=QUIET), QUIET)
    with SqliteStore(path) as opened:
        lines = list(export_lines(opened))
        papers = list(opened.papers())
    build([json.loads(line) for line in lines], target=tmp_path / "again.sqlite")
    with SqliteStore(str(tmp_path / "again.sqlite")) as opened:
        assert list(opened.papers()) == papers
        assert isinstance(opened.lookup(["2401.00002"])["2401.00002"], Absent)
