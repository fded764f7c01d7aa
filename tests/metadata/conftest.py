"""Fixtures for tests of metadata."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.loopback.corpus import paper
from tests.loopback.server import LoopbackArxiv

from arxlint.metadata.build import Outcome, StoreBuilder
from arxlint.metadata.progress import Progress

PAPERS = (
    paper(
        "2401.00001", "C$^2$KV: Composable Caches", "2024-01-02", 3, authors=("Ada Lovelace", "José Ñandú")
    ),
    paper("2401.00002", "On engines that weave <algebra> & flowers", "2024-01-03"),
    paper(
        "2402.00001",
        "A retracted claim",
        "2024-02-01",
        2,
        withdrawn=True,
        comment="This paper has been withdrawn by the author due to an error in Lemma 2",
    ),
    paper(
        "hep-th/9901001",
        "Strings of old",
        "1999-01-04",
        doi="10.1016/x",
        journal_ref="Nucl. Phys. B 1 (1999)",
    ),
)
RENAMED = paper("2403.00001", "placeholder", "2024-03-01", 2)._replace(
    titles=("Old Name: a study", "New Name: a study")
)


@pytest.fixture
def arxiv(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackArxiv]:
    """A running loopback arXiv with a few papers; arxlint is pointed at it, without pauses."""
    with LoopbackArxiv((*PAPERS, RENAMED)) as server:
        monkeypatch.setenv("ARXLINT_API_URL", server.api_url)
        monkeypatch.setenv("ARXLINT_OAI_URL", server.oai_url)
        monkeypatch.setenv("ARXLINT_API_INTERVAL", "0")
        yield server


def write_lines(path: Path, records: list[dict[str, Any]]) -> Path:
    path.write_text(
        "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8"
    )
    return path


Build = Callable[..., Outcome]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Build a store at ``tmp_path/store.sqlite`` from lists of records and paths."""

    def run(*sources: list[dict[str, Any]] | Path, target: Path | None = None, **options: Any) -> Outcome:
        with StoreBuilder(str(target or tmp_path / "store.sqlite"), progress=Progress(False)) as builder:
            for number, source in enumerate(sources):
                path = (
                    source if isinstance(source, Path) else write_lines(tmp_path / f"{number}.jsonl", source)
                )
                builder.add_source(str(path), **options)
            return builder.finish()

    return run


def kaggle(
    identifier: str, title: str, versions: int = 1, update: str = "2024-06-01", **rest: Any
) -> dict[str, Any]:
    """Return a line of the Kaggle dataset, all of its fields included."""
    return {
        "id": identifier,
        "submitter": "Ada Lovelace",
        "authors": "Ada Lovelace and Charles Babbage",
        "title": title,
        "comments": None,
        "journal-ref": None,
        "doi": None,
        "report-no": None,
        "categories": "cs.CL cs.LG",
        "license": None,
        "abstract": "  We study\n caches. ",
        "versions": [
            {"version": f"v{number + 1}", "created": f"Mon, {number + 1} Jan 2024 18:00:00 GMT"}
            for number in range(versions)
        ],
        "update_date": update,
        "authors_parsed": [["Lovelace", "Ada", ""], ["Babbage", "Charles", "Jr"]],
        **rest,
    }
