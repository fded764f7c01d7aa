"""The SQLite store: built whole or not at all, and asked by identifier, title and name."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.metadata.conftest import Build, kaggle, write_lines

from arxlint.metadata.build import StoreBuilder
from arxlint.metadata.errors import StoreError
from arxlint.metadata.paper import Absent, Paper
from arxlint.metadata.progress import Progress
from arxlint.metadata.schema import paper_of, row_of
from arxlint.metadata.sqlite_store import SqliteStore
from arxlint.metadata.wordset import Vocabulary
from arxlint.recognise.months import MONTHLY_MAXIMA

LINES: list[dict[str, Any]] = [
    {"id": "2401.00001", "title": "C$^2$KV: Composable Caches for Inference", "authors": ["Ada Lovelace"],
     "versions": [[1, "2024-01-02"], [3, "2024-03-02", "C2KV: Caches"]], "versions_partial": True,
     "latest_version": 3, "submitted": "2024-01-01", "primary": "cs.LG", "categories": ["cs.CL", "cs.LG"],
     "comment": "8 pages", "journal_ref": "J. 1", "doi": "10.1/x", "alt_titles": ["Caching Twice"],
     "abstract": "We study KV caches.", "as_of": "2026-01-01"},
    {"id": "2401.00002", "title": "Deep Learning of Weather", "as_of": "2026-01-01"},
    {"id": "2401.00003", "title": "Deep Learning of Earthquakes in Chile", "as_of": "2026-01-01",
     "versions": [[1, "2024-01-05"], [2, "2024-01-06"]],
     "comment": "This paper has been withdrawn", "withdrawn": True},
    {"id": "hep-th/9901001", "title": "Strings of old", "as_of": "2026-01-01"},
]  # fmt: skip


def store(tmp_path: Path) -> SqliteStore:
    return SqliteStore(str(tmp_path / "store.sqlite"))


def paper_in(opened: SqliteStore, identifier: str) -> Paper:
    answer = opened.lookup([identifier])[identifier]
    assert isinstance(answer, Paper)
    return answer


def test_every_field_survives(tmp_path: Path, build: Build) -> None:
    outcome = build(LINES)
    assert (outcome.papers, outcome.records, outcome.problems) == (4, 4, ())
    from arxlint.metadata.jsonlines import own_paper

    with store(tmp_path) as opened:
        assert len(opened) == 4
        for line in LINES:
            assert paper_in(opened, line["id"]) == own_paper(line, None, "0.jsonl")


def test_rows_give_the_paper_back() -> None:
    for line in LINES:
        from arxlint.metadata.jsonlines import own_paper
        from arxlint.metadata.keys import key_of

        paper, vocabulary = own_paper(line, None, "here"), Vocabulary()
        row = row_of(key_of(paper.id) or 0, paper, 1, vocabulary)
        assert paper_of(row, {1: ("here", None)}, vocabulary) == paper


def test_unknown_identifiers_are_not_answered(tmp_path: Path, build: Build) -> None:
    build(LINES)
    with store(tmp_path) as opened:
        assert opened.lookup(["2401.00004", "nonsense", "hep-th/9901002", "2401.00001v1"]) == {}


def test_many_identifiers_at_once(tmp_path: Path, build: Build) -> None:
    build([{"id": f"2401.{number:05d}", "title": f"Paper {number}"} for number in range(1, 2001)])
    with store(tmp_path) as opened:
        answers = opened.lookup(f"2401.{number:05d}" for number in range(1, 3001))
        assert len(answers) == 2000
        assert all(
            answer.title == f"Paper {int(key[5:])}"
            for key, answer in answers.items()
            if isinstance(answer, Paper)
        )


def test_sources_merge_by_identifier_whatever_their_order(tmp_path: Path, build: Build) -> None:
    older = [{"id": "2401.00001", "title": "Old Title", "authors": ["Ada"], "as_of": "2024-01-01"}]
    newer = [{"id": "2401.00001", "title": "New Title", "doi": "10.1/x", "as_of": "2025-01-01"}]
    abstract = [{"id": "2401.00001", "abstract": "Of caches."}, {"id": "2401.00009", "abstract": "Orphan."}]
    found = []
    for sources in ((older, newer, abstract), (abstract, newer, older), (newer, abstract, older)):
        outcome = build(*sources)
        assert outcome.fragments == 1
        with store(tmp_path) as opened:
            found.append(paper_in(opened, "2401.00001")._replace(source=""))
            assert [one.id for one in opened.titled("old title")] == ["2401.00001"]
    assert found[0] == found[1] == found[2]
    assert found[0].titles == ("New Title", "Old Title")
    assert found[0].authors == ("Ada",)
    assert found[0].abstract_words == frozenset({"of", "caches"})


def test_twice_in_one_file_is_one_paper(tmp_path: Path, build: Build) -> None:
    lines = [kaggle("2401.00001", "First"), kaggle("2401.00001", "Second", 2)]
    assert build(lines).papers == 1
    with store(tmp_path) as opened:
        found = paper_in(opened, "2401.00001")
        assert (found.title, found.latest, found.as_of) == ("Second", 2, "2024-06-01")


def test_kaggle_records_are_good_as_of_the_snapshot(tmp_path: Path, build: Build) -> None:
    build([kaggle("2401.00001", "T", update="2024-01-03"), kaggle("2405.00001", "U", update="2024-06-01")])
    with store(tmp_path) as opened:
        assert paper_in(opened, "2401.00001").as_of == "2024-06-01"
        assert opened.about()["snapshot"] == "2024-06-01"


def test_a_cut_snapshot_testifies_to_no_absence(tmp_path: Path, build: Build) -> None:
    build([kaggle(f"2401.{number:05d}", f"T {number}") for number in (1, 2, 3)] + [kaggle("2402.00001", "U")])
    with store(tmp_path) as opened:
        assert opened.coverage() == {}
        assert opened.lookup(["2401.00004"]) == {}


def test_a_whole_month_testifies(tmp_path: Path, build: Build) -> None:
    maximum = MONTHLY_MAXIMA["0704"]
    lines = [
        kaggle(f"0704.{number:04d}", f"T {number}", update="2024-06-01") for number in range(1, maximum + 1)
    ]
    del lines[6]
    build([*lines, kaggle("0705.0001", "U")])
    with store(tmp_path) as opened:
        assert opened.lookup(["0704.0007", "0705.0002"]) == {
            "0704.0007": Absent("0704.0007", "2024-06-01", "Kaggle arXiv dataset")
        }


def test_unabridged_on_the_users_word(tmp_path: Path, build: Build) -> None:
    build([kaggle("2401.00001", "T"), kaggle("2402.00001", "U")], unabridged=True)
    with store(tmp_path) as opened:
        assert isinstance(opened.lookup(["2401.00002"])["2401.00002"], Absent)
        assert opened.lookup(["2402.00002"]) == {}


def test_own_lines_testify_to_the_months_they_state(tmp_path: Path, build: Build) -> None:
    build([{"coverage": {"complete": ["2401"], "as_of": "2026-11-30"}, "source": "our list"}, *LINES])
    with store(tmp_path) as opened:
        assert opened.lookup(["2401.00004", "2402.00001"]) == {
            "2401.00004": Absent("2401.00004", "2026-11-30", "our list")
        }


def test_titles_and_names(tmp_path: Path, build: Build) -> None:
    build(LINES)
    with store(tmp_path) as opened:
        assert [one.id for one in opened.titled("c²kv: composable caches for inference")] == ["2401.00001"]
        assert [one.id for one in opened.titled("Caching twice")] == ["2401.00001"]
        assert [one.id for one in opened.named("C2KV")] == ["2401.00001"]
        assert opened.titled("C2KV") == []
        assert opened.named("Deep Learning of Weather") == []
        assert opened.titled("") == ()
        assert opened.named("…") == ()


def test_search(tmp_path: Path, build: Build) -> None:
    build(LINES)
    with store(tmp_path) as opened:
        (best, *_) = opened.search("C²KV")
        assert (best.paper.id, best.score, best.exact) == ("2401.00001", 1.0, True)
        best, second, *_ = opened.search("Deep Leraning of Earthquakes")
        assert (best.paper.id, best.exact) == ("2401.00003", False)
        assert second.paper.id == "2401.00002"
        assert 0 < second.score < best.score < 1
        assert best.paper == paper_in(opened, "2401.00003")
        assert opened.search("quantum gravity") == []
        assert opened.search("") == ()
        assert opened.search('"deep" AND NOT (weather* OR ^x) {}')[0].paper.id in ("2401.00002", "2401.00003")
        assert len(opened.search("deep learning", limit=1)) == 1


def test_search_finds_misremembered_titles_among_many(tmp_path: Path, build: Build) -> None:
    chance = random.Random(7)
    words = [f"{a}{b}" for a in ("neur", "quant", "graph", "latt", "topo", "spec", "cont", "effic") for b in
             ("al", "um", "ical", "ice", "logy", "tral", "rast", "ient", "ive", "or")]  # fmt: skip
    titles = {f"2401.{n:05d}": " ".join(chance.choices(words, k=8)) for n in range(1, 3001)}
    build([{"id": identifier, "title": title} for identifier, title in titles.items()])
    with store(tmp_path) as opened:
        for identifier in chance.sample(sorted(titles), 60):
            kept = titles[identifier].split()
            del kept[chance.randrange(len(kept))]
            assert opened.search(" ".join(kept))[0].paper.id == identifier


def test_same_sources_same_bytes(tmp_path: Path, build: Build) -> None:
    build(LINES, target=tmp_path / "a.sqlite")
    build(LINES, target=tmp_path / "b.sqlite")
    assert (tmp_path / "a.sqlite").read_bytes() == (tmp_path / "b.sqlite").read_bytes()


def test_a_store_can_be_built_upon(tmp_path: Path, build: Build) -> None:
    build(LINES)
    path = str(tmp_path / "store.sqlite")
    more = [
        {"id": "2401.00002", "title": "Weather, Learned", "as_of": "2027-01-01"},
        {"id": "2401.00005", "title": "Brand New: a start", "as_of": "2027-01-01"},
    ]
    before = SqliteStore(path)
    before.check()
    with StoreBuilder(path, base=path, progress=Progress(False)) as builder:
        builder.add_source(str(write_lines(tmp_path / "more.jsonl", more)))
        builder.remove(["2401.00003", "2401.99999"])
        assert builder.finish().papers == 4
    with store(tmp_path) as opened:
        assert paper_in(opened, "2401.00002").titles == ("Weather, Learned", "Deep Learning of Weather")
        assert opened.search("weather learned")[0].paper.id == "2401.00002"
        assert opened.search("Earthquakes in Chile") == []
        assert [one.id for one in opened.named("brand new")] == ["2401.00005"]
        assert paper_in(opened, "2401.00001").abstract_words == frozenset({"we", "study", "kv", "caches"})
    assert paper_in(before, "2401.00003").title == "Deep Learning of Earthquakes in Chile"


def test_a_failed_build_leaves_the_old_store_and_nothing_else(tmp_path: Path, build: Build) -> None:
    build(LINES)
    old = (tmp_path / "store.sqlite").read_bytes()
    files = set(tmp_path.iterdir())
    missing = str(tmp_path / "missing")
    with StoreBuilder(str(tmp_path / "store.sqlite")) as builder:
        builder.add_source(str(tmp_path / "0.jsonl"))
        with pytest.raises(StoreError, match="no such file"):
            builder.add_source(missing)
    with pytest.raises(StoreError, match="no record could be read"):
        build([{"id": "x"}], target=tmp_path / "store.sqlite")
    assert (tmp_path / "store.sqlite").read_bytes() == old
    assert set(tmp_path.iterdir()) == files


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_killed_build_leaves_the_old_store(tmp_path: Path, build: Build, how: signal.Signals) -> None:
    build(LINES)
    target = tmp_path / "store.sqlite"
    old = target.read_bytes()
    pipe = tmp_path / "endless.jsonl"
    os.mkfifo(pipe)
    # Where the tests run in the background, interrupts are ignored and children inherit that.
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from arxlint.cli.store import store; store(sys.argv[1:], standalone_mode=False)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, "build", str(tmp_path / "0.jsonl"), str(pipe), "-o", str(target)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.DEVNULL,
    )
    with pipe.open("wb"):
        deadline = time.monotonic() + 20
        while not list(tmp_path.glob("*.building")) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert list(tmp_path.glob("*.building")), "the build had not begun"
        process.send_signal(how)
        process.wait(20)
    assert target.read_bytes() == old
    left = list(tmp_path.glob("*.building*"))
    assert left == [] or how is signal.SIGKILL
    build(LINES)
    assert list(tmp_path.glob("*.building*")) == []


@pytest.mark.parametrize(
    "content", [b"", b"not a database at all" * 100, b"SQLite format 3\x00" + b"x" * 5000]
)
def test_what_is_no_store(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "store.sqlite").write_bytes(content)
    with pytest.raises(StoreError, match="not a"):
        store(tmp_path).check()


def test_another_programs_database_and_another_format(tmp_path: Path, build: Build) -> None:
    path = tmp_path / "store.sqlite"
    sqlite3.connect(path).executescript("CREATE TABLE t(a); PRAGMA user_version = 1").close()
    with pytest.raises(StoreError, match="not an arxlint store"):
        store(tmp_path).check()
    path.unlink()
    build(LINES)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="format 99"):
        store(tmp_path).check()
    with pytest.raises(StoreError, match="no such store"):
        SqliteStore(str(tmp_path / "missing")).check()


def test_damage_inside_a_store_is_a_clear_error(tmp_path: Path, build: Build) -> None:
    build([{"id": f"2401.{number:05d}", "title": f"Paper {number} " * 20} for number in range(1, 3001)])
    path = tmp_path / "store.sqlite"
    content = bytearray(path.read_bytes())
    content[50_000 : len(content) - 20_000] = b"\xff" * (len(content) - 70_000)
    path.write_bytes(content)
    opened = store(tmp_path)
    with pytest.raises(StoreError, match="damaged"):
        opened.lookup(f"2401.{number:05d}" for number in range(1, 3001))


def test_odd_file_names(tmp_path: Path, build: Build) -> None:
    target = tmp_path / "a?b#c%20d é.sqlite"
    build(LINES, target=target)
    with SqliteStore(str(target)) as opened:
        assert len(opened) == 4
    assert not list(tmp_path.glob("*-journal"))


def test_a_read_only_file_in_a_read_only_folder(tmp_path: Path, build: Build) -> None:
    folder = tmp_path / "ro"
    folder.mkdir()
    build(LINES, target=folder / "store.sqlite")
    (folder / "store.sqlite").chmod(0o444)
    folder.chmod(0o555)
    with SqliteStore(str(folder / "store.sqlite")) as opened:
        assert len(opened) == 4
    folder.chmod(0o755)


@pytest.mark.slow
def test_the_real_records(tmp_path: Path, shared_data: Path) -> None:
    import zstandard

    lines = []
    with zstandard.open(shared_data / "arxiv_metadata.jsonl.zst", "rt", encoding="utf-8") as file:
        lines = [line for number, line in enumerate(file) if number % 50 == 0 or '"id":"2607.17715"' in line]
    (tmp_path / "real.jsonl").write_text("".join(lines), encoding="utf-8")
    with StoreBuilder(str(tmp_path / "store.sqlite"), progress=Progress(False)) as builder:
        builder.add_source(str(tmp_path / "real.jsonl"))
        builder.add_source(str(shared_data / "abstracts.jsonl.zst"))
        outcome = builder.finish()
    assert outcome.papers == len(lines)
    assert outcome.problems == ()
    with store(tmp_path) as opened:
        assert [one.id for one in opened.named("C²KV")] == ["2607.17715"]
        assert opened.coverage() == {}
        assert opened.lookup(["2608.14192"]) == {}
