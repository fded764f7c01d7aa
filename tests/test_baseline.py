"""Baseline and fingerprints: old trouble is quiet, new and cured trouble is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxlint.diagnostic import Confidence, Diagnostic, Severity
from arxlint.policy.baseline import BaselineError, Entry, load, match, prune, stale_diagnostics, write
from arxlint.report.fingerprint import fingerprint
from arxlint.report.result import SourceLookup
from arxlint.text.source import Source


def diagnostic(
    code: str = "ARX301",
    path: str = "a.md",
    start: int = 0,
    paper: str | None = "2608.14192",
    label: str | None = "C²KV",
    message: str = "m",
) -> Diagnostic:
    return Diagnostic(
        code,
        "split-label",
        Severity.ERROR,
        Confidence.HIGH,
        message,
        path,
        start,
        start + 3,
        paper=paper,
        label=label,
    )


def prints(*diagnostics: Diagnostic) -> list[str]:
    return [one.fingerprint for one in fingerprint(diagnostics)]


def test_moving_and_rewording_changes_no_fingerprint() -> None:
    one = diagnostic()
    moved = one._replace(start=900, end=910, message="else", suggestion="2607.17715", help="h")
    assert prints(one) == prints(moved)
    assert len(prints(one)[0]) == 32


def test_spelling_of_the_label_does_not_matter() -> None:
    assert prints(diagnostic(label="C²KV  Cache")) == prints(diagnostic(label="c2kv\ncache"))


@pytest.mark.parametrize(
    "other",
    [
        diagnostic(code="ARX302"),
        diagnostic(path="b.md"),
        diagnostic(paper="2607.17715"),
        diagnostic(label="RETAIN"),
        diagnostic(paper=None),
    ],
)
def test_anything_else_does(other: Diagnostic) -> None:
    assert prints(diagnostic()) != prints(other)


def test_equal_ones_are_counted() -> None:
    one, two, three = diagnostic(), diagnostic(start=50), diagnostic(start=99)
    both = prints(two, one)
    assert len(set(both)) == 2
    assert prints(one, two, three)[:2] == both
    assert prints(three)[0] == both[0]


def test_without_paper_and_label_the_marked_text_counts() -> None:
    bare = diagnostic(paper=None, label=None)
    sources = SourceLookup(memory=[Source("a.md", "7 件，8 件")])
    one, two = fingerprint([bare, bare._replace(start=4, end=7)], sources)
    (alone,) = fingerprint([bare._replace(start=4, end=7)], sources)
    assert one.fingerprint != two.fingerprint == alone.fingerprint


@given(st.lists(st.builds(diagnostic, start=st.integers(0, 3), label=st.sampled_from(["a", "b", None]))))
def test_fingerprints_are_unique_and_do_not_depend_on_the_order(diagnostics: list[Diagnostic]) -> None:
    found = prints(*diagnostics)
    assert len(set(found)) == len(found)
    assert found == prints(*reversed(diagnostics))


@pytest.fixture
def known() -> list[Diagnostic]:
    return fingerprint([diagnostic(), diagnostic(start=50), diagnostic(path="b.md", label=None)])


def test_round_trip(tmp_path: Path, known: list[Diagnostic]) -> None:
    path = str(tmp_path / "baseline.json")
    written = write(path, reversed(known))
    assert load(path) == written
    text = Path(path).read_text(encoding="utf-8")
    assert len(text.splitlines()) == 2 + len(known)
    assert "C²KV" in text
    assert "start" not in text
    write(path, known)
    assert Path(path).read_text(encoding="utf-8") == text


def test_empty_baseline(tmp_path: Path) -> None:
    path = str(tmp_path / "baseline.json")
    assert write(path, []).entries == ()
    assert load(path).entries == ()


def test_name_that_is_no_unicode(tmp_path: Path) -> None:
    path = str(tmp_path / "baseline.json")
    written = write(path, fingerprint([diagnostic(path="\udcff.md")]))
    assert load(path) == written


def test_swapped_trouble_is_new_trouble(tmp_path: Path, known: list[Diagnostic]) -> None:
    baseline = write(str(tmp_path / "b.json"), known)
    now = fingerprint([known[0], diagnostic(label="RETAIN"), known[2]])
    result = match(baseline, now)
    assert [one.label for one in result.new] == ["RETAIN"]
    assert len(result.known) == 2
    assert [entry.fingerprint for entry in result.stale] == [known[1].fingerprint]


def test_what_was_not_judged_is_not_stale(tmp_path: Path, known: list[Diagnostic]) -> None:
    baseline = write(str(tmp_path / "b.json"), known)
    assert match(baseline, [], judged=lambda entry: entry.path == "b.md").stale == [
        entry for entry in baseline.entries if entry.path == "b.md"
    ]


def test_stale_entries_fail_until_pruned(tmp_path: Path, known: list[Diagnostic]) -> None:
    path = str(tmp_path / "baseline.json")
    baseline = write(path, known)
    stale = match(baseline, known[1:]).stale
    (error,) = stale_diagnostics(baseline, stale, "baseline.json")
    assert (error.code, error.severity, error.path) == ("ARX906", Severity.ERROR, "baseline.json")
    text = Path(path).read_text(encoding="utf-8")
    assert text[error.start : error.end] == known[0].fingerprint
    assert "prune" in error.help
    pruned = prune(baseline, stale)
    assert load(path) == pruned
    assert match(pruned, known[1:]).stale == []
    assert stale_diagnostics(pruned, []) == []


def test_nothing_to_prune_writes_nothing(tmp_path: Path, known: list[Diagnostic]) -> None:
    path = tmp_path / "b.json"
    baseline = write(str(path), known)
    path.unlink()
    assert prune(baseline, []) is baseline
    assert not path.exists()


GOOD = '{"fingerprint": "' + "a" * 32 + '", "code": "ARX301", "path": "a.md"}'


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 1, "not valid JSON"),
        ("[]", 1, "not a baseline"),
        ('{"version": 1}', 1, "not a baseline"),
        ('{"version": 2, "entries": []}', 1, "version 2"),
        ('{"entries": []}', 1, "version null"),
        ('{"version": 1,\n "entries": [\n{,\n]}', 3, "not valid JSON"),
        (f'{{"version": 1,\n"entries": [\n{GOOD},\n\n7]}}', 5, "entry 2 is no object"),
        (f'{{"version": 1,\n"entries": [\n{GOOD},\n{{"code": "ARX1"}}]}}', 4, 'entry 2 lacks "fingerprint"'),
        (f'{{"version": 1, "entries": [\n{GOOD.replace("a" * 32, "zz")}]}}', 2, "fingerprint that is none"),
        (f'{{"version": 1, "entries": [\n{GOOD[:-1]}, "label": 3}}]}}', 2, '"label" that is no text'),
        (f'{{"version": 1,\n"entries": [\n<<<<<<< ours\n{GOOD}]}}', 3, "merge conflict"),
        ("[" * 100_000, 1, "not valid JSON"),
        ("\0", 1, "binary"),
        ('{"version": 1,\n"entries": \udcff}', 2, "invalid UTF-8"),
    ],
)
def test_broken_file_is_named_with_its_line(tmp_path: Path, text: str, line: int, says: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(BaselineError) as caught:
        load(str(path))
    assert caught.value.line == line
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert says in str(caught.value)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(str(tmp_path / "no.json"))


def test_merged_twice_is_one_entry(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text(json.dumps({"version": 1, "entries": [json.loads(GOOD)] * 2}), encoding="utf-8")
    assert load(str(path)).entries == (Entry("a" * 32, "ARX301", "a.md", None, None, ""),)
