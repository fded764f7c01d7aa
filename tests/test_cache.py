"""Runs with the cache: the same diagnostics cold and warm, with one process or two, and after any mishap."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from arxlint.diagnostic import Diagnostic
from arxlint.index.cache import index_path, open_index
from arxlint.run.app import Options, run_check
from arxlint.run.evaluation import Judged

WORDS = ("Compressed", "Composable", "Reuse", "Attention", "Sparse", "Decoding")


@pytest.fixture(autouse=True)
def _rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the rules of this checkout, as an installed distribution does, here and in new processes."""
    info = tmp_path / "site" / "arxlint-0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arxlint\nVersion: 0\n")
    (info / "entry_points.txt").write_text("[arxlint.rules]\narxlint = arxlint_rules:RULES\n")
    monkeypatch.syspath_prepend(str(info.parent))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """Seventy briefings, enough for processes, with conflicts across and within documents."""
    root = tmp_path / "base"
    (root / ".git").mkdir(parents=True)
    for number in range(70):
        writer = ("tom", "jay")[number % 2]
        folder = root / "inbox" / writer
        folder.mkdir(parents=True, exist_ok=True)
        day = f"2026-08-{number % 28 + 1:02}"
        lines = [f"# Radar {day}", ""]
        for entry in range(6):
            name = f"{WORDS[(number + entry) % 6]}KV{entry}"
            lines.append(
                f"- **{name}** — arXiv:26{entry + 1:02}.{number % 7 * 100 + entry + 1:05}v{number % 3 + 1}"
            )
        lines.append("- [2607.00012](https://arxiv.org/abs/2607.00013) paper_cards/764-2608-02703.md")
        (folder / f"{day}-{number:03}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return root


def check(base: Path, **options: object) -> tuple[Diagnostic, ...]:
    plain = Options(paths=(str(base),), root=str(base), offline=True, today="2026-12-01")
    return run_check(plain._replace(**options)).result.diagnostics  # type: ignore[arg-type]


def index_of(base: Path) -> Path:
    (path,) = (Path(os.environ["XDG_CACHE_HOME"]) / "arxlint" / "bases").glob("*.sqlite")
    return path


def test_cold_warm_and_without_cache_agree(base: Path) -> None:
    without = check(base, cache=False)
    assert len(without) > 70
    assert check(base) == without
    assert check(base) == without
    assert check(base, jobs=1) == without


def test_processes_and_order_make_no_difference(base: Path) -> None:
    one = check(base, cache=False, jobs=1)
    assert check(base, jobs=2) == one
    tom, jay = str(base / "inbox" / "tom"), str(base / "inbox" / "jay")
    assert check(base, paths=(tom, jay)) == one
    assert check(base, paths=(jay, tom)) == one


def test_the_same_run_again_judges_nothing(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from arxlint.run import judging

    first = check(base)

    def fail(*_: object, **__: object) -> Judged:
        raise AssertionError("judged again")

    monkeypatch.setattr(judging, "judge", fail)
    assert check(base) == first
    for changed in (
        {"today": "2026-12-02"},
        {"select": ("ARX1",)},
        {"paths": (str(base / "inbox" / "tom"),)},
    ):
        with pytest.raises(AssertionError, match="judged again"):
            check(base, **changed)


def test_a_changed_file_changes_the_verdict_on_others(base: Path) -> None:
    before = check(base)
    other = base / "inbox" / "tom" / "2026-08-01-000.md"
    other.write_text("# Radar 2026-08-01\n\n- **SparseKV0** — arXiv:2601.00401\n", encoding="utf-8")
    after = check(base)
    assert after != before
    assert after == check(base, cache=False)


def test_one_target_is_judged_as_within_all(base: Path) -> None:
    target = "inbox/jay/2026-08-02-001.md"
    whole = [one for one in check(base) if one.path == target]
    assert list(check(base, paths=(str(base / target),))) == whole
    assert whole


@pytest.mark.parametrize("damage", ["garbage", "truncated", "empty", "inside", "folder"])
def test_a_damaged_index_is_made_anew(base: Path, damage: str) -> None:
    first = check(base)
    path = index_of(base)
    raw = path.read_bytes()
    if damage == "garbage":
        path.write_bytes(os.urandom(len(raw)))
    elif damage == "truncated":
        path.write_bytes(raw[: len(raw) // 2])
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "inside":
        path.write_bytes(raw[:8192] + b"\xff" * (len(raw) - 8192))
    else:
        path.unlink()
        path.mkdir()
    for suffix in ("-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    assert check(base) == first
    assert check(base) == first


def test_without_a_place_for_the_cache_it_still_works(
    base: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = check(base)
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert check(base) == first


def test_the_index_is_not_in_the_base(base: Path) -> None:
    before = set(base.rglob("*"))
    check(base)
    assert set(base.rglob("*")) == before
    assert not index_of(base).is_relative_to(base)


def test_another_reading_has_another_index() -> None:
    assert index_path("/a", ["x"]) != index_path("/a", ["y"])
    assert index_path("/a", ["x"]) != index_path("/b", ["x"])


def test_a_writer_in_the_way_is_waited_for(base: Path) -> None:
    check(base)
    path = str(index_of(base))
    holding, done = threading.Event(), threading.Event()

    def hold() -> None:
        index = open_index(path)
        index.execute("BEGIN IMMEDIATE")
        holding.set()
        done.wait(0.5)
        index.execute("ROLLBACK")
        index.close()

    writer = threading.Thread(target=hold)
    writer.start()
    holding.wait()
    (base / "inbox" / "tom" / "2026-08-01-000.md").write_text(
        "[2607.00012](https://arxiv.org/abs/2607.00013)\n"
    )
    assert check(base) == check(base, cache=False)
    writer.join()


def test_two_runs_at_once_do_not_hurt_each_other(base: Path) -> None:
    program = (
        "import sys; from arxlint.run.app import Options, run_check;"
        "r = run_check(Options(paths=(sys.argv[1],), root=sys.argv[1], offline=True, today='2026-12-01'));"
        "print(hash(tuple(one.sort_key for one in r.result.diagnostics)))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(base)], stdout=subprocess.PIPE, env=environment, text=True
        )
        for _ in range(3)
    ]
    said = {run.communicate(timeout=120)[0] for run in runs}
    assert [run.returncode for run in runs] == [0, 0, 0]
    assert len(said) == 1
    assert check(base) == check(base, cache=False)


def test_patterns_are_kept_and_mean_the_same(tmp_path: Path) -> None:
    program = (
        "from arxlint.system import patterns; patterns.recall(); import re;"
        "p = re.compile(r'(?P<a>[a-z\\u4e00-\\u9fff]+)(?i:X)(\\d)?', re.MULTILINE);"
        "m = p.search('1\\nabcx5'); print(m.groupdict(), m.groups(), p.flags, p.groupindex, m.lastgroup);"
        "print(len(patterns._new)); patterns.remember()"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for _ in range(2)
    ]
    assert said[0][0] == said[1][0]
    assert int(said[0][1]) > 0
    assert int(said[1][1]) == 0


def test_damaged_patterns_are_no_failure(tmp_path: Path) -> None:
    from arxlint.system import patterns

    path = Path(patterns._path())
    path.parent.mkdir(parents=True)
    for content in (b"", b"garbage", b"\xfb\x00"):
        path.write_bytes(content)
        assert patterns._load() == {}
