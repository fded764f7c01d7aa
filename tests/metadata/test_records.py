"""Readers of every format that arXiv's metadata comes in."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import zstandard
from tests.loopback import protocol
from tests.loopback.corpus import paper
from tests.metadata.conftest import PAPERS, kaggle, write_lines

from arxlint.metadata.errors import StoreError
from arxlint.metadata.paper import Paper, Version
from arxlint.metadata.reading import Problem, source_files
from arxlint.metadata.records import RecordFile

SERVED = {record.id: record for record in PAPERS}


def read(path: Path) -> tuple[list[Paper], RecordFile, list[Problem]]:
    problems: list[Problem] = []
    reader = RecordFile(str(path), problems.append)
    papers = list(reader)
    reader.close()
    return papers, reader, problems


def test_kaggle(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [
        kaggle("0704.0001", "A title\n  that wraps", 2, "2024-05-01", comments="8 pages", doi="10.1/x"),
        {**kaggle("hep-th/9901001", "Old", update="2024-06-01"), "journal-ref": "Nucl. Phys."},
    ]
    papers, reader, problems = read(write_lines(tmp_path / "k.json", lines))
    assert problems == []
    assert (reader.format, reader.snapshot) == ("kaggle", "2024-06-01")
    first, second = papers
    assert first.title == "A title that wraps"
    assert first.authors == ("Ada Lovelace", "Charles Babbage Jr")
    assert first.versions == (Version(1, "2024-01-01"), Version(2, "2024-01-02"))
    assert (first.latest, first.versions_complete, first.submitted) == (2, True, "2024-01-01")
    assert (first.primary, first.categories, first.comment, first.doi) == (
        "cs.CL", ("cs.CL", "cs.LG"), "8 pages", "10.1/x",
    )  # fmt: skip
    assert first.abstract_words == frozenset({"we", "study", "caches"})
    assert second.journal_ref == "Nucl. Phys."


def test_kaggle_withdrawn_is_the_last_version_only(tmp_path: Path) -> None:
    line = kaggle("2401.00001", "T", 2, comments="This paper has been withdrawn by the author")
    (found,), _, _ = read(write_lines(tmp_path / "k.json", [line]))
    assert found.withdrawn == "This paper has been withdrawn by the author"
    assert [version.withdrawn for version in found.versions] == [False, True]


def test_own_lines(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [
        {"as_of": "2026-01-01", "source": "our crawl"},
        {"id": "2401.00001v2", "title": "T", "latest_version": 3, "versions": [[1, "2024-01-02T10:00:00Z"]]},
        {"id": "2401.00002", "title": "U", "versions": [[1, "2024-01-02"], [2, "2024-02-02"]],
         "source": "a/b@c:d"},
        {"id": "2401.00003", "title": "V", "withdrawn": True, "withdrawn_evidence": "comment",
         "comment": "replaces a withdrawn draft", "alt_titles": ["W"], "as_of": "2026-02-02"},
        {"id": "2401.00001", "abstract": "Words, words."},
    ]  # fmt: skip
    papers, reader, problems = read(write_lines(tmp_path / "o.jsonl", lines))
    assert problems == []
    assert (reader.format, reader.snapshot) == ("jsonl", None)
    assert (papers[0].id, papers[0].latest, papers[0].versions_complete) == ("2401.00001", 3, False)
    assert (papers[0].as_of, papers[0].source) == ("2026-01-01", "our crawl")
    assert (papers[1].latest, papers[1].versions_complete, papers[1].source) == (2, True, "a/b@c")
    assert (papers[2].withdrawn, papers[2].other_titles, papers[2].as_of) == (None, ("W",), "2026-02-02")
    assert (papers[3].title, papers[3].abstract_words) == ("", frozenset({"words"}))


def test_escapes_that_a_source_wrote_twice_are_undone_in_names(tmp_path: Path) -> None:
    names = ["Andr\\u00e9 M\\u00fcller", "Li Na", "G\\u\\d83d"]
    line = {"id": "2401.00001", "title": "T", "authors": names}
    (found,), _, _ = read(write_lines(tmp_path / "o.jsonl", [line]))
    assert found.authors == ("André Müller", "Li Na", "G\\u\\d83d")


def test_without_a_date_a_record_is_good_as_of_the_latest_date_in_it(tmp_path: Path) -> None:
    line = {"id": "2401.00001", "title": "T", "submitted": "2024-01-02", "announced_seen": "2024-01-05"}
    (found,), _, _ = read(write_lines(tmp_path / "o.jsonl", [line]))
    assert found.as_of == "2024-01-05"


def test_coverage_header(tmp_path: Path) -> None:
    header = {"coverage": {"complete": ["2607", "9901"], "as_of": "2026-11-30"}}
    _, reader, problems = read(
        write_lines(tmp_path / "o.jsonl", [header, {"id": "2607.00001", "title": "T"}])
    )
    assert problems == []
    assert reader.complete == {"2607": "2026-11-30", "9901": "2026-11-30"}


def oai_file(path: Path, **changes: str) -> Path:
    _, _, body = protocol.oai_answer(SERVED, "verb=ListRecords&metadataPrefix=arXivRaw", 100, "2026-11-30")
    text = body.decode()
    for old, new in changes.items():
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return path


def test_oai(tmp_path: Path) -> None:
    papers, reader, problems = read(oai_file(tmp_path / "o.xml"))
    assert problems == []
    assert (reader.format, reader.snapshot) == ("oai", "2026-11-30")
    found = {one.id: one for one in papers}
    assert found.keys() == SERVED.keys()
    caches = found["2401.00001"]
    assert caches.title == "C$^2$KV: Composable Caches"
    assert caches.authors == ("Ada Lovelace", "José Ñandú")
    assert [version.date for version in caches.versions] == ["2024-01-02", "2024-02-02", "2024-03-02"]
    assert caches.versions_complete
    assert found["2401.00002"].title == "On engines that weave <algebra> & flowers"
    assert found["2402.00001"].withdrawn == (
        "This paper has been withdrawn by the author due to an error in Lemma 2"
    )
    assert [version.withdrawn for version in found["2402.00001"].versions] == [False, True]


def test_oai_flag_counts_more_than_the_comment(tmp_path: Path) -> None:
    served = {
        "2401.00001": paper("2401.00001", "A", withdrawn=True),
        "2401.00002": paper("2401.00002", "B", comment="This paper has been withdrawn; revived in v3"),
        "2401.00003": paper("2401.00003", "C", deleted=True),
    }
    _, _, body = protocol.oai_answer(served, "verb=ListRecords&metadataPrefix=arXivRaw", 100, "2026-11-30")
    (tmp_path / "o.xml").write_bytes(body)
    papers, reader, _ = read(tmp_path / "o.xml")
    assert [bool(one.withdrawn) for one in papers] == [True, False]
    assert reader.deleted == ["2401.00003"]


def test_atom(tmp_path: Path) -> None:
    _, _, body = protocol.api_answer(SERVED, "id_list=2401.00001,2401.00002,2402.00001&max_results=10")
    (tmp_path / "a.xml").write_bytes(body)
    papers, reader, problems = read(tmp_path / "a.xml")
    assert problems == []
    assert reader.format == "atom"
    found = {one.id: one for one in papers}
    assert found["2401.00001"].versions[-1] == Version(3, "2024-03-02", "C$^2$KV: Composable Caches")
    assert found["2401.00001"].versions[0] == Version(1, "2024-01-02")
    assert not found["2401.00001"].versions_complete
    assert found["2401.00001"].as_of == "2026-11-30"
    assert found["2402.00001"].withdrawn


def test_atom_error_entry_is_a_bad_record(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(protocol.api_error(400, "incorrect id format for abc")[2])
    papers, _, problems = read(tmp_path / "a.xml")
    assert papers == []
    assert "incorrect id format for abc" in problems[0].message


BAD_LINES = [
    (b"not json", "not JSON"),
    (b"[1]", "not a JSON object"),
    (b'{"id": "2401.00001"}', "neither title nor abstract"),
    (b'{"id": "2413.00001", "title": "T"}', "not an arXiv identifier"),
    (b'{"id": 7, "title": "T"}', "not an arXiv identifier"),
    (b'{"title": "T"}', "not an arXiv identifier"),
    (b'{"id": "2401.00001", "title": 7}', "title"),
    (b'{"id": "2401.00001", "title": "T", "authors": "Ada"}', "authors"),
    (b'{"id": "2401.00001", "title": "T", "versions": [["v1"]]}', "versions"),
    (b'{"id": "2401.00001", "title": "T", "latest_version": 0}', None),
    (b'{"id": "2401.00001", "title": "T", "latest_version": -1}', "latest_version"),
    (b'{"id": "2401.00001", "title": "T", "submitted": "soon"}', "submitted"),
    (b'{"coverage": {"complete": ["2613"], "as_of": "2026-01-01"}}', "complete"),
    (b'{"coverage": {"complete": ["2607"]}}', "as_of"),
    (b'{"id": "2401.00001", "title": "\xff"}', "not JSON"),
    (b"[" * 100_000, ""),
]


@pytest.mark.parametrize(("line", "reason"), BAD_LINES)
def test_a_bad_line_is_named_and_the_rest_is_read(tmp_path: Path, line: bytes, reason: str | None) -> None:
    good = json.dumps({"id": "2401.00009", "title": "Good"}).encode()
    path = tmp_path / "o.jsonl"
    path.write_bytes(good + b"\n" + line + b"\n" + good + b"\n")
    papers, reader, problems = read(path)
    if reason is None:
        assert problems == []
        return
    assert [one.title for one in papers] == ["Good", "Good"]
    assert reader.problems == 1
    (problem,) = problems
    assert str(problem).startswith(f"{path}:2: ")
    assert reason in problem.message


def test_a_bad_xml_record_is_named_by_its_line(tmp_path: Path) -> None:
    path = oai_file(tmp_path / "o.xml", **{"<id>2401.00002</id>": "<id>2401.2</id>"})
    papers, _, problems = read(path)
    assert len(papers) == len(SERVED) - 1
    lines = path.read_text(encoding="utf-8").split("\n")
    assert "2401.00002" in lines[problems[0].line - 1]


def test_truncated_xml_keeps_what_came_before_and_testifies_to_nothing(tmp_path: Path) -> None:
    whole = oai_file(tmp_path / "o.xml").read_bytes()
    (tmp_path / "cut.xml").write_bytes(whole[: len(whole) * 2 // 3])
    papers, reader, problems = read(tmp_path / "cut.xml")
    assert 0 < len(papers) < len(SERVED)
    assert reader.snapshot is None
    assert "not well-formed" in problems[0].message


def test_entities_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.xml").write_text('<!DOCTYPE x [<!ENTITY a "b">]><feed>&a;</feed>')
    papers, _, problems = read(tmp_path / "x.xml")
    assert papers == []
    assert "entity" in problems[0].message


def test_other_xml_is_a_bad_file(tmp_path: Path) -> None:
    (tmp_path / "x.xml").write_text("<html><body/></html>")
    _, _, problems = read(tmp_path / "x.xml")
    assert "neither an OAI-PMH response nor an Atom feed" in problems[0].message


@pytest.mark.parametrize("packing", ["plain", "gz", "zst"])
def test_packed_alike(tmp_path: Path, packing: str) -> None:
    raw = json.dumps({"id": "2401.00001", "title": "T"}).encode() + b"\n"
    pack: Any = {"plain": bytes, "gz": gzip.compress, "zst": zstandard.ZstdCompressor().compress}[packing]
    path = tmp_path / "any-name"
    path.write_bytes(pack(raw) + (pack(raw) if packing != "plain" else b""))
    papers, _, problems = read(path)
    assert problems == []
    assert [one.title for one in papers] == ["T"] * (1 if packing == "plain" else 2)


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_a_damaged_packed_file_is_reported(tmp_path: Path, packing: str) -> None:
    raw = b"".join(
        json.dumps({"id": f"2401.{n:05d}", "title": f"T {n * n}"}).encode() + b"\n" for n in range(1, 9000)
    )
    pack = {"gz": gzip.compress, "zst": zstandard.ZstdCompressor().compress}[packing]
    packed = pack(raw)
    path = tmp_path / "cut"
    path.write_bytes(packed[: len(packed) // 2])
    papers, _, problems = read(path)
    assert len(papers) < 8999
    assert problems


def test_byte_order_mark_blank_lines_and_crlf(tmp_path: Path) -> None:
    path = tmp_path / "o.jsonl"
    path.write_bytes(b'\xef\xbb\xbf\r\n\r\n{"id": "2401.00001", "title": "T"}\r\n')
    papers, _, problems = read(path)
    assert (len(papers), problems) == (1, [])


@pytest.mark.parametrize("content", [b"# A Markdown file", b"\x00\x01", b"id,title\n"])
def test_foreign_files_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "f").write_bytes(content)
    with pytest.raises(StoreError, match="neither JSON lines nor XML"):
        RecordFile(str(tmp_path / "f"), lambda _: None)


def test_folders(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a.jsonl.zst", "c.xml.gz", "README.md", ".hidden.jsonl"):
        (tmp_path / name).touch()
    assert [Path(file).name for file in source_files(str(tmp_path))] == ["a.jsonl.zst", "b.jsonl", "c.xml.gz"]
    with pytest.raises(StoreError, match="no such file"):
        source_files(str(tmp_path / "missing"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(StoreError, match="no metadata in this folder"):
        source_files(str(tmp_path / "empty"))
