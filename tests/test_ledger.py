"""The persisted ledger says what one made from scratch says, whatever happened before."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arxlint.config.reader import default_config
from arxlint.discovery import Filter, scan
from arxlint.extract.facts import extract_facts
from arxlint.extract.model import Facts
from arxlint.index.cache import open_index
from arxlint.index.ledger import IndexLedger
from arxlint.index.memory import MemoryLedger
from arxlint.index.overlay import OverlaidLedger
from arxlint.index.packing import pack, unpack_facts
from arxlint.index.update import update
from arxlint.ledger import TargetLedger
from arxlint.text.source import Source

CONFIG = default_config()
FILTER = Filter(CONFIG.include, CONFIG.exclude)

LINES = (
    "- **C²KV** — Compressed and Composable KV Cache Reuse, arXiv:2607.17715\n",
    "- [C²KV](https://arxiv.org/abs/2608.14192v2) (v2, 2026-08)\n",
    "| 759 | [[2607.00482|ARCHead]] | paper_cards/759-2607-00482.md |\n",
    "see paper_cards/760-2608-00902.md (待建) and inbox/tom/2026-08-02-radar.md\n",
    "## 新增 2 件\n\n- ARCHead arXiv:2607.00482\n- KVC arXiv:hep-th/9901001v3\n",
    "<!-- arxlint: ignore[ARX301] known -->\n",
    "nothing at all\n",
)
PATHS = (
    "inbox/tom/2026-08-01-radar.md",
    "inbox/jay/2026-08-02-digest.md",
    "paper_cards/759-2607-00482.md",
    "paper_cards/760-2608-00902.md",
    "organized/knowledge/inference.md",
    "notes.md",
)
KEYS: dict[str, tuple[str, ...]] = {
    "mentions_of": ("2607.17715", "2608.14192", "2607.00482", "hep-th/9901001", "2608.00902"),
    "labelled": ("c2kv", "archead", "kvc", "compressedandcomposablekvcachereuse"),
    "references_to": ("paper_cards/759-2607-00482.md", "paper_cards/760-2608-00902.md"),
    "cards_numbered": ("759", "760"),
    "cards_of": ("2607.00482", "2608.00902"),
    "card_files": ("759", "760"),
    "document": PATHS,
    "has_file": PATHS,
    "files_below": ("inbox", "inbox/tom", "paper_cards", "paper"),
    "files_like": ("inbox/tom/2026-08-01-radr.md", "elsewhere/notes.md"),
    "names_in": PATHS,
}


def facts_of(path: str, text: str) -> Facts:
    return extract_facts(Source(path, text), CONFIG.profile, text.encode())


def answers(ledger: TargetLedger) -> dict[str, Any]:
    """All that a ledger says; sequences as lists."""
    said: dict[str, Any] = {"documents": list(ledger.documents())}
    for question, keys in KEYS.items():
        for key in keys:
            answer = getattr(ledger, question)(key)
            is_list = isinstance(answer, (list, tuple)) and not isinstance(answer, Facts)
            said[f"{question}({key})"] = list(answer) if is_list else answer
    return said


def write(root: Path, path: str, text: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def brought_up_to_date(index: sqlite3.Connection, root: Path) -> IndexLedger:
    update(index, scan(str(root), str(root), FILTER), str(root), CONFIG.profile, 1)
    return IndexLedger(index)


def types_of(value: Any) -> Any:
    return (type(value), [types_of(one) for one in value]) if isinstance(value, tuple) else None


@pytest.mark.parametrize("path", PATHS)
def test_facts_come_back_as_they_were(path: str) -> None:
    facts = facts_of(path, "".join(LINES))
    packed = pack(facts, CONFIG.profile)
    again = unpack_facts(packed.rest, packed.items)
    assert again == facts
    assert types_of(again) == types_of(facts)
    assert facts.mentions
    assert facts.directives


texts = st.lists(st.sampled_from(LINES), max_size=4).map("".join)
edits = st.lists(st.tuples(st.sampled_from(PATHS), st.one_of(st.none(), texts)), min_size=1, max_size=5)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rounds=st.lists(edits, min_size=1, max_size=4))
def test_after_any_edits_it_is_as_if_made_from_scratch(
    rounds: list[list[tuple[str, str | None]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("base")
    index = open_index("")
    contents: dict[str, str] = {}
    for changes in rounds:
        for path, text in changes:
            if text is None:
                contents.pop(path, None)
                (root / path).unlink(missing_ok=True)
            else:
                contents[path] = text
                write(root, path, text)
        warm = brought_up_to_date(index, root)
        cold = MemoryLedger(
            [facts_of(path, text) for path, text in contents.items()], contents, CONFIG.profile
        )
        assert answers(warm) == answers(cold)
        assert warm.papers() == sorted(
            {mention.id for facts in cold.documents() for mention in facts.mentions}
        )
    index.close()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    below=st.dictionaries(st.sampled_from(PATHS), texts), over=st.dictionaries(st.sampled_from(PATHS), texts)
)
def test_an_overlay_is_as_good_as_the_disk(
    below: dict[str, str], over: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("base")
    for path, text in below.items():
        write(root, path, text)
    index = open_index("")
    facts = [facts_of(path, text) for path, text in over.items()]
    laid = OverlaidLedger(brought_up_to_date(index, root), facts, CONFIG.profile)
    whole = {**below, **over}
    cold = MemoryLedger([facts_of(path, text) for path, text in whole.items()], whole, CONFIG.profile)
    assert answers(laid) == answers(cold)
    index.close()


def test_only_what_changed_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from arxlint.index import reading

    for path in PATHS:
        write(tmp_path, path, LINES[0])
        os.utime(tmp_path / path, ns=(10**18, 10**18))
    read: list[str] = []
    real = reading.read_bytes

    def noted(raw: bytes, path: str, profile: Any) -> Any:
        read.append(path)
        return real(raw, path, profile)

    monkeypatch.setattr(reading, "read_bytes", noted)
    index = open_index("")
    brought_up_to_date(index, tmp_path)
    assert sorted(read) == sorted(PATHS)
    read.clear()
    write(tmp_path, PATHS[0], LINES[1])
    os.utime(tmp_path / PATHS[1])  # touched, but the same
    brought_up_to_date(index, tmp_path)
    assert read == [PATHS[0]]
    index.close()


def test_a_change_that_keeps_size_and_time_is_seen(tmp_path: Path) -> None:
    """Within the tick of a clock a second change cannot be told from the first by its time."""
    index = open_index("")
    write(tmp_path, "notes.md", "arXiv:2607.17715\n")
    stamp = (tmp_path / "notes.md").stat().st_mtime_ns
    brought_up_to_date(index, tmp_path)
    write(tmp_path, "notes.md", "arXiv:2607.17716\n")
    os.utime(tmp_path / "notes.md", ns=(stamp, stamp))
    assert brought_up_to_date(index, tmp_path).papers() == ["2607.17716"]
    index.close()


def test_half_a_character_in_a_notebook_is_no_failure(tmp_path: Path) -> None:
    cell = r'{"cells": [{"cell_type": "markdown", "source": ["[bad \ud800 name](https://arxiv.org/abs/2607.17715)"]}]}'
    write(tmp_path, "a.ipynb", cell)
    index = open_index("")
    assert brought_up_to_date(index, tmp_path).papers() == ["2607.17715"]
    index.close()
