"""Which dates a document gives for itself."""

from __future__ import annotations

import pytest

from arxlint.config.profile import DEFAULT_PROFILE
from arxlint.document.parse import parse
from arxlint.extract.dates import dates_in, read_dates, read_living_version

PATH = "inbox/tom/2026-08-06-radar.md"


def read(text: str, path: str = PATH) -> list[tuple[str, str]]:
    found = read_dates(parse(text, path), DEFAULT_PROFILE, path)
    return [(one.where, one.date) for one in found]


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2026-08-06", "2026-08-06"),
        ("简报(2026-08-06)", "2026-08-06"),
        ("2026/08/06", "2026-08-06"),
        ("2026.08.06", "2026-08-06"),
        ("20260806", "2026-08-06"),
        ("2026年8月6日", "2026-08-06"),
        ("6 August 2026", "2026-08-06"),
        ("Aug 6, 2026", "2026-08-06"),
        ("September 30, 2026", "2026-09-30"),
        ("2026-02-30", ""),
        ("2026-08", ""),
        ("192026-08-06", ""),
        ("2026-08-06-1050", ""),
        ("gpt-2026-08-06", ""),
    ],
)
def test_formats(written: str, date: str) -> None:
    found = [one[0] for one in dates_in(written, 0, len(written), DEFAULT_PROFILE)]
    assert found == ([date] if date else [])


def test_all_places() -> None:
    text = (
        "---\ntitle: x\ndate: 2026-08-06\n---\n# Radar 2026-08-07\n\nText 2026-01-01.\n\n"
        "Tom · 2026-08-08 22:20 CST\n"
    )
    assert read(text) == [
        ("name", "2026-08-06"),
        ("front-matter", "2026-08-06"),
        ("heading", "2026-08-07"),
        ("footer", "2026-08-08"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# 2026-08-01 → 2026-08-06\n",
        "# 2026-08-01 to 2026-08-06\n",
        "# Radar\n\nText.\n\nLast updated: 2026-08-09\n",
        "# Radar\n\nText.\n\nTom · 2026-08-07 03:10 CST\n",
        "# Radar\n\n- 2026-08-07 Something\n",
        "Text without any heading\n",
    ],
)
def test_dates_that_say_nothing(text: str) -> None:
    assert read(text) == [("name", "2026-08-06")]


@pytest.mark.parametrize(
    ("text", "version", "dates"),
    [
        ("# Inference\n\n版本: v46(2026-08-05 04:16 收官)\n", "46", [("version", "2026-08-05")]),
        ("---\nversion: 46\n---\n# Inference\n", "46", []),
        ("# Inference v46\n\n- uses vLLM v0.26\n", "46", []),
        ("# Inference\n\nvLLM v26 is out.\n", "", []),
        ("# Inference\n\n**Version**: v46, 2026-08-05\n", "46", [("version", "2026-08-05")]),
    ],
)
def test_living_documents(text: str, version: str, dates: list[tuple[str, str]]) -> None:
    path = "organized/knowledge/inference.md"
    assert read_living_version(parse(text, path), DEFAULT_PROFILE) == version
    assert read(text, path) == dates
