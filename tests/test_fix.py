"""Fixes: chosen, applied until stable, written so that nothing else changes."""

from __future__ import annotations

import os
import re
import stat
import subprocess
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxlint.diagnostic import Applicability, Confidence, Diagnostic, Edit, Fix, Severity
from arxlint.policy.fix import (
    MAX_ROUNDS,
    FileChange,
    FixConflict,
    FixResult,
    apply_edits,
    choose,
    fix_files,
    fixable,
    shown_diff,
    unified_diff,
    write_changes,
)
from arxlint.text.decode import decode
from arxlint.text.source import Source
from arxlint.text.write import write_text


def diagnostic(
    *edits: Edit, code: str = "ARX103", applicability: Applicability = Applicability.SAFE
) -> Diagnostic:
    return Diagnostic(
        code,
        "x",
        Severity.WARNING,
        Confidence.HIGH,
        "m",
        edits[0].path,
        edits[0].start,
        edits[0].end,
        fix=Fix(applicability, "do", edits),
    )


def edit(start: int, end: int, text: str = "", path: str = "a.md") -> Edit:
    return Edit(path, start, end, text)


class Replacing:
    """A linter that wants each match of a pattern replaced."""

    def __init__(self, files: Mapping[str, str], *rules: tuple[str, str, str]) -> None:
        self.files = {path: Source(path, text) for path, text in files.items()}
        self.rules = rules

    def __call__(self, changed: Mapping[str, Source] = {}) -> list[Diagnostic]:
        found = []
        for path, source in {**self.files, **changed}.items():
            for code, pattern, new in self.rules:
                for one in re.finditer(pattern, source.text):
                    text = one.expand(new)
                    found.append(diagnostic(Edit(path, one.start(), one.end(), text), code=code))
        return found

    def fix(self, allowed: Applicability = Applicability.SAFE) -> FixResult:
        return fix_files(self(), self.files.__getitem__, self, allowed=allowed)


def test_applies_until_nothing_is_left() -> None:
    linter = Replacing({"a.md": "aaaa b", "c.md": "b"}, ("ARX1", "aa", "a"))
    result = linter.fix()
    assert [(one.before.text, one.after.text) for one in result.changes] == [("aaaa b", "a b")]
    assert result.applied == {"ARX1": 3}
    assert result.diagnostics == ()
    assert result.rounds == 2
    assert result.unstable == ()


def test_what_is_left_is_reported_where_it_is_now() -> None:
    linter = Replacing({"a.md": "long x"}, ("ARX1", "long ", ""), ("ARX2", "x", "x"))
    result = linter.fix()
    assert [(one.code, one.start) for one in result.diagnostics] == [("ARX2", 0)]


def test_fixes_that_undo_each_other_change_nothing() -> None:
    linter = Replacing({"a.md": "a", "c.md": "d"}, ("ARX1", "a", "b"), ("ARX2", "b", "a"), ("ARX3", "d", "e"))
    result = linter.fix()
    assert result.changes == ()
    assert result.rounds == MAX_ROUNDS
    assert result.unstable in (("ARX1",), ("ARX2",))
    assert len(result.diagnostics) == 2


def test_fix_of_another_file() -> None:
    files = {"a.md": Source("a.md", "x"), "b.md": Source("b.md", "yy")}
    one = diagnostic(edit(0, 1, "X"), edit(0, 2, "Y", "b.md"))

    def relint(changed: Mapping[str, Source]) -> Iterable[Diagnostic]:
        assert {path: source.text for path, source in changed.items()} == {"a.md": "X", "b.md": "Y"}
        return []

    result = fix_files([one], files.__getitem__, relint)
    assert [change.after.text for change in result.changes] == ["X", "Y"]
    result = fix_files([one], files.__getitem__, relint, within=lambda path: path == "a.md")
    assert result.changes == ()


@pytest.mark.parametrize("allowed", [Applicability.SAFE, Applicability.UNSAFE])
def test_applicability(allowed: Applicability) -> None:
    safe, unsafe, shown = (diagnostic(edit(0, 1), applicability=one) for one in Applicability)
    assert fixable(safe, allowed)
    assert fixable(unsafe, allowed) == (allowed is Applicability.UNSAFE)
    assert not fixable(shown, allowed)
    assert not fixable(safe._replace(fix=None), allowed)


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([(0, 2), (2, 4)], [0, 1]),
        ([(0, 3), (2, 4)], [0]),
        ([(2, 4), (0, 9)], [1]),
        ([(2, 2), (2, 4)], [0]),
        ([(0, 2), (2, 2)], [0]),
        ([(0, 2), (3, 3), (4, 5)], [0, 1, 2]),
        ([(0, 2), (0, 2)], [0, 1]),
        ([(8, 11)], []),
        ([(-1, 1)], []),
        ([(3, 2)], []),
    ],
)
def test_choice(edits: list[tuple[int, int]], expected: list[int]) -> None:
    diagnostics = [
        diagnostic(edit(start, end, "new"), code=str(index)) for index, (start, end) in enumerate(edits)
    ]
    chosen = choose(diagnostics, lambda _path: 10)
    assert sorted(int(one.code) for one in chosen) == expected


def test_insertions_at_one_place_exclude_each_other() -> None:
    one, two = diagnostic(edit(2, 2, "a")), diagnostic(edit(2, 2, "b"))
    assert choose([two, one], lambda _path: 10) == [one]


def test_a_fix_is_applied_whole_or_not_at_all() -> None:
    first, second = diagnostic(edit(0, 2)), diagnostic(edit(1, 3), edit(8, 9))
    assert choose([second, first], lambda _path: 10) == [first]
    within_itself = diagnostic(edit(4, 6), edit(5, 7))
    assert choose([within_itself], lambda _path: 10) == []


@st.composite
def texts_and_edits(draw: st.DrawFn) -> tuple[str, list[Diagnostic]]:
    text = draw(st.text("ab一𝒳e\u0301\r\n\ufeff", max_size=40))
    pairs = draw(
        st.lists(
            st.tuples(
                st.integers(0, len(text)), st.integers(0, 5), st.text("xy\n", max_size=3), st.booleans()
            )
        )
    )
    return text, [
        diagnostic(
            *{
                edit(start, min(len(text), start + size), new),
                *([edit(0, 1, "z")] if second and text else []),
            }
        )
        for start, size, new, second in pairs
    ]


@given(texts_and_edits())
def test_nothing_but_the_edits_changes(case: tuple[str, list[Diagnostic]]) -> None:
    text, diagnostics = case
    chosen = choose(diagnostics, lambda _path: len(text))
    edits = {one for each in chosen if each.fix for one in each.fix.edits}
    # Apply from the back, one by one: what the clever way gives must be the same.
    expected = text
    newline = (
        "\r\n"
        if "\n" in text and text.count("\r\n") == text.count("\n")
        else "\r"
        if "\r" in text and "\n" not in text
        else "\n"
    )
    for one in sorted(edits, reverse=True):
        expected = expected[: one.start] + one.text.replace("\n", newline) + expected[one.end :]
    assert apply_edits(text, edits) == expected
    assert bool(chosen) == any(
        each.fix and (len(each.fix.edits) == 1 or not overlapping(each.fix.edits)) for each in diagnostics
    )


def overlapping(edits: tuple[Edit, ...]) -> bool:
    (first, second) = sorted(edits)
    empty = first.start == first.end or second.start == second.end
    return second.start < first.end or (empty and second.start <= first.end)


@given(st.text("ab\u200b７1\r\n", max_size=60))
def test_fixing_is_idempotent(text: str) -> None:
    rules = (("ARX103", "\u200b", ""), ("ARX103", "７", "7"), ("ARX104", "1", "one"))
    linter = Replacing({"a.md": text}, *rules)
    result = linter.fix()
    after = result.changes[0].after.text if result.changes else text
    assert after == text.replace("\u200b", "").replace("７", "7").replace("1", "one")
    again = Replacing({"a.md": after}, *rules).fix()
    assert again.changes == ()
    assert again.diagnostics == ()


@pytest.mark.parametrize(
    ("text", "after"),
    [("a\r\nb", "a\r\nX\r\nY"), ("a\rb", "a\rX\rY"), ("a\r\nb\n", "a\r\nX\nY\n"), ("b", "X\nY")],
)
def test_line_endings_put_in_are_those_of_the_file(text: str, after: str) -> None:
    place = text.index("b")
    assert apply_edits(text, [edit(place, place + 1, "X\nY")]) == after


RAWS = {
    "plain": "abc 号\n".encode(),
    "crlf": b"abc\r\n\r\nx\r\n",
    "bom": b"\xef\xbb\xbfabc\n",
    "utf16": b"\xff\xfe" + "abc 号\r\n".encode("utf-16-le"),
    "mixed": b"abc\r\nx\ny\rz",
}


def change_of(raw: bytes) -> FileChange:
    source = decode(raw, "a.md")
    return FileChange(source, Source("a.md", source.text.replace("abc", "ABCD"), source.encoding))


@pytest.mark.parametrize("raw", RAWS.values(), ids=RAWS)
def test_only_the_fixed_bytes_change(tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "a.md"
    file.write_bytes(raw)
    change = change_of(raw)
    assert write_changes([change], str(tmp_path)) == []
    encoding = change.before.encoding
    assert file.read_bytes() == raw.replace("abc".encode(encoding), "ABCD".encode(encoding))
    assert os.listdir(tmp_path) == ["a.md"]  # noqa: PTH208


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_bytes(b"somebody else was here")
    ((path, error),) = write_changes([change_of(b"abc")], str(tmp_path))
    assert path == "a.md"
    assert isinstance(error, FixConflict)
    assert "changed while it was being fixed" in str(error)
    assert file.read_bytes() == b"somebody else was here"


def test_a_file_that_cannot_be_written_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_bytes(b"abc")
    missing = change_of(b"abc")
    other = FileChange(Source("b.md", "abc"), Source("b.md", "x"))
    ((path, error),) = write_changes([missing, other], str(tmp_path))
    assert path == "a.md"
    assert isinstance(error, FileNotFoundError)
    assert (tmp_path / "b.md").read_bytes() == b"x"


def test_permissions_and_symbolic_links_are_kept(tmp_path: Path) -> None:
    target = tmp_path / "real" / "a.md"
    target.parent.mkdir()
    target.write_text("old", encoding="utf-8")
    target.chmod(0o751)
    link = tmp_path / "link.md"
    link.symlink_to(Path("real", "a.md"))
    write_text(str(link), "new\r\n")
    assert link.is_symlink()
    assert target.read_bytes() == b"new\r\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o751
    assert os.listdir(target.parent) == ["a.md"]  # noqa: PTH208


def test_new_file_gets_ordinary_permissions(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    write_text(str(tmp_path / "a"), "x")
    assert (tmp_path / "a").stat().st_mode == plain.stat().st_mode


@pytest.mark.parametrize("stage", ["fsync", "chmod", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    file = tmp_path / "a.md"
    file.write_bytes(b"old")

    def fail(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, stage, fail)
    with pytest.raises(KeyboardInterrupt):
        write_text(str(file), "new")
    assert file.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.md"]  # noqa: PTH208


def test_read_only_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.md"
    file.write_bytes(b"old")
    # Permissions do not bind root, under which containers run tests; so the answer is given here.
    monkeypatch.setattr(os, "access", lambda path, mode: not (Path(path) == file and mode == os.W_OK))
    with pytest.raises(PermissionError):
        write_text(str(file), "new")
    assert file.read_bytes() == b"old"


Git = Callable[..., None]


@pytest.fixture
def git(tmp_path: Path) -> Git:
    def run(*arguments: str, stdin: bytes = b"") -> None:
        command = ["git", "-c", "core.autocrlf=false", *arguments]
        subprocess.run(command, cwd=tmp_path, input=stdin, check=True, capture_output=True)

    run("init", "-q")
    return run


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\nb\nc\n", "a\nB\nc\n"),
        ("a", "b"),
        ("a\n", "b"),
        ("a", "b\n"),
        ("", "b\n"),
        ("a\n", ""),
        ("x\n" * 50 + "a\n" + "y\n" * 50, "x\n" * 50 + "b\n" + "y\n" * 50),
        ("x\n" * 50 + "a\nq\nq\nq\nq\nq\nq\nq\nq\na\n" + "y\n" * 50, "x\n" * 50 + "b\n" * 12 + "y\n" * 50),
        ("x\n" * 9 + "a", "x\n" * 9 + "b"),
        ("a\r\nb\r\n", "a\r\nB\r\n"),
        ("a\u2028b\x0bc\n", "a\u2028B\x0bc\n"),
        ("\ufeffa\nb", "\ufeffa\nc"),
    ],
)
def test_git_applies_the_diff(tmp_path: Path, git: Git, before: str, after: str) -> None:
    path = 'a "quoted" \t name 号.md'
    file = tmp_path / path
    file.write_bytes(before.encode())
    diff = "".join(unified_diff(FileChange(Source(path, before), Source(path, after))))
    git("apply", "-", stdin=diff.encode())
    assert (file.read_bytes() if file.exists() else b"") == after.encode()


@given(st.text("ab\r\n", max_size=60), st.text("ab\r\n", max_size=60))
def test_the_diff_says_what_changes(before: str, after: str) -> None:
    lines = list(unified_diff(FileChange(Source("a", before), Source("a", after))))
    removed = [line[1:] for line in lines[2:] if line.startswith("-")]
    added = [line[1:] for line in lines[2:] if line.startswith("+")]
    assert bool(lines) == (before != after)
    assert len(removed) <= before.count("\n") + 1
    assert len(added) <= after.count("\n") + 1
    assert all(re.match(r"@@ -\d+(,\d+)? \+\d+(,\d+)? @@\n", line) for line in lines if line[0] == "@")


def test_diff_on_a_terminal_is_harmless() -> None:
    change = FileChange(Source("a", "a\x1b[2J\tb\r\n"), Source("a", "A\u202e"))
    assert "".join(shown_diff(change)) == (
        "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a␛[2J  b␍\n+A<U+202E>\n\\ No newline at end of file\n"
    )
    assert "\x1b[31m-a␛[2J  b␍\x1b[0m\n" in "".join(shown_diff(change, color=True))
