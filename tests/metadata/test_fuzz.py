"""Whatever bytes come in, reading them ends in papers and named problems."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.loopback import protocol
from tests.metadata.conftest import PAPERS, kaggle

from arxlint.metadata.errors import StoreError
from arxlint.metadata.jsonlines import own_record
from arxlint.metadata.keys import key_of
from arxlint.metadata.paper import Paper
from arxlint.metadata.reading import Problem
from arxlint.metadata.records import RecordFile
from arxlint.metadata.schema import COLUMNS, PLACEHOLDERS, TABLES, paper_of, row_of
from arxlint.metadata.wordset import Vocabulary

OWN = {
    "id": "2401.00001", "title": "T", "alt_titles": ["U"], "authors": ["A"], "submitted": "2024-01-02",
    "latest_version": 2, "versions": [[1, "2024-01-02"], [2, "2024-02-02", "V"]], "primary": "cs.CL",
    "categories": ["cs.CL"],
    "comment": "c", "journal_ref": "j", "doi": "d", "withdrawn": "w", "abstract": "a b",
    "abstract_words": "a b", "as_of": "2026-01-01", "source": "s", "coverage": {"complete": ["2401"]},
    "versions_complete": True,
}  # fmt: skip
scalar = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12)
value = st.recursive(
    scalar,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
XML = protocol.oai_answer(
    {record.id: record for record in PAPERS}, "verb=ListRecords&metadataPrefix=arXivRaw", 9, "2026-11-30"
)[2]
ATOM = protocol.api_answer({record.id: record for record in PAPERS}, "id_list=2401.00001,2402.00001")[2]
quick = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def test_an_unknown_encoding_is_a_problem(tmp_path: Path) -> None:
    for encoding in (b"TF-8", b"utf-7", b"shift_jis"):
        _, (problem,) = read(tmp_path, XML.replace(b"UTF-8", encoding, 1))
        assert "not well-formed" in problem.message


def read(folder: Path, content: bytes) -> tuple[list[Paper], list[Problem]]:
    path = folder / "input"
    path.write_bytes(content)
    problems: list[Problem] = []
    try:
        reader = RecordFile(str(path), problems.append)
    except StoreError:
        return [], problems
    papers = list(reader)
    reader.close()
    database = sqlite3.connect(":memory:")
    database.execute(TABLES.split(";")[0])
    for paper in papers:
        if paper.title:
            vocabulary = Vocabulary()
            row: Any = row_of(key_of(paper.id) or 0, paper, 1, vocabulary)
            database.execute(f"INSERT OR REPLACE INTO paper VALUES({PLACEHOLDERS})", row)
            (row,) = database.execute(f"SELECT {COLUMNS} FROM paper WHERE key = ?", row[:1])
            again = paper_of(row, {1: (paper.source, None)}, vocabulary)
            assert again.title == paper.title
            json.dumps(own_record(again))
    database.close()
    return papers, problems


def test_halves_of_characters(tmp_path: Path) -> None:
    (paper,), problems = read(tmp_path, b'{"id": "2401.00001", "title": "a\\ud800b \\ud83d\\ude00"}')
    assert (paper.title, problems) == ("a\ufffdb \U0001f600", [])


@quick
@given(st.sampled_from(sorted(OWN)), value)
def test_any_value_in_any_field_of_our_lines(tmp_path: Path, field: str, content: Any) -> None:
    line = json.dumps({**OWN, field: content}).encode()
    papers, problems = read(tmp_path, line)
    assert len(papers) + len(problems) == 1


@quick
@given(st.sampled_from(sorted(kaggle("2401.00001", "T"))), value)
def test_any_value_in_any_field_of_the_kaggle_lines(tmp_path: Path, field: str, content: Any) -> None:
    line = json.dumps({**kaggle("2401.00001", "T"), field: content}).encode()
    papers, problems = read(tmp_path, line)
    assert len(papers) + len(problems) == 1


@quick
@given(st.sampled_from([XML, ATOM, json.dumps(OWN).encode()]), st.data())
def test_any_damage(tmp_path: Path, content: bytes, data: st.DataObject) -> None:
    damaged = bytearray(content)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        damaged[at : at + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=6))
        damaged = damaged or bytearray(b"{")
    read(tmp_path, bytes(damaged))


@quick
@given(st.sampled_from([b"", b"{", b"<", b"\x1f\x8b", b"\x28\xb5\x2f\xfd"]), st.binary(max_size=200))
def test_any_bytes(tmp_path: Path, start: bytes, rest: bytes) -> None:
    read(tmp_path, start + rest)
