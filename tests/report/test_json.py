"""json and jsonl: the published contract."""

from __future__ import annotations

import json

from arxlint.report import FORMATS, Options, RunResult, reporter


def render(name: str, result: RunResult) -> str:
    return "".join(reporter(name)(result, Options()))


def test_contract(result: RunResult) -> None:
    record = json.loads(render("json", result))
    assert list(record) == ["version", "summary", "diagnostics"]
    assert record["version"] == 1
    assert list(record["summary"].items()) == [
        ("files", 3),
        ("mentions", 41),
        ("papers", 20),
        ("verified", 18),
        ("unverified", 2),
        ("errors", 1),
        ("warnings", 0),
        ("notes", 1),
        ("suppressed", 1),
        ("baselined", 1),
        (
            "skipped_rules",
            [
                {"code": "ARX303", "name": "mismatched-label", "reason": "no metadata"},
                {"code": "ARX401", "name": "unknown-paper", "reason": "no metadata"},
            ],
        ),
    ]
    _, split = record["diagnostics"]
    assert list(split.items()) == [
        ("code", "ARX301"),
        ("name", "split-label"),
        ("severity", "error"),
        ("confidence", "high"),
        ("message", "`C²KV` is filed under 2608.14192, but it is 2607.17715"),
        ("help", "cite 2607.17715"),
        ("url", "https://example.org/rules#arx301"),
        ("fingerprint", "f" * 32),
        ("path", "inbox/tom/a.md"),
        ("start", {"line": 3, "column": 20, "offset": 25}),
        ("end", {"line": 3, "column": 30, "offset": 35}),
        ("paper", "2608.14192"),
        ("label", "C²KV"),
        ("suggestion", "2607.17715"),
        (
            "related",
            [
                {
                    "path": "inbox/tom/a.md",
                    "start": {"line": 3, "column": 8, "offset": 13},
                    "end": {"line": 3, "column": 12, "offset": 17},
                    "message": "this name",
                },
                {
                    "path": "inbox/jay/b.md",
                    "start": {"line": 1, "column": 16, "offset": 15},
                    "end": {"line": 1, "column": 26, "offset": 25},
                    "message": "cited as 2607.17715 here",
                },
            ],
        ),
        (
            "fix",
            {
                "applicability": "unsafe",
                "message": "Replace it by 2607.17715",
                "edits": [
                    {
                        "path": "inbox/tom/a.md",
                        "start": {"line": 3, "column": 20, "offset": 25},
                        "end": {"line": 3, "column": 30, "offset": 35},
                        "text": "2607.17715",
                    }
                ],
            },
        ),
    ]


def test_no_diagnostics(result: RunResult) -> None:
    assert json.loads(render("json", result._replace(diagnostics=())))["diagnostics"] == []
    assert render("jsonl", result._replace(diagnostics=())) == ""


def test_jsonl_has_the_same_objects(result: RunResult) -> None:
    lines = render("jsonl", result).splitlines()
    assert [json.loads(line) for line in lines] == json.loads(render("json", result))["diagnostics"]


def test_hostile_text_stays_text(hostile: RunResult) -> None:
    out = render("json", hostile)
    out.encode()
    first = json.loads(out)["diagnostics"][1]
    assert first["label"] == hostile.diagnostics[1].label
    assert first["path"] == hostile.diagnostics[1].path
    assert len(render("jsonl", hostile).encode().splitlines()) == 2


def test_every_format_has_a_reporter(result: RunResult, hostile: RunResult) -> None:
    for name in FORMATS:
        assert render(name, result) == render(name, result)
        render(name, hostile).encode()
