"""Finding, reading and checking the configuration."""

from __future__ import annotations

import marshal
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from arxlint.config.profile import DEFAULT_PROFILE, Profile
from arxlint.config.reader import Config, ConfigError, default_config, find_config, load_config, parse_config
from arxlint.config.reference import config_reference
from arxlint.config.settings import KEYS, PROFILE, TOP, Key, keys_of

ROOT = Path(__file__).resolve().parent.parent


def failure(text: str, path: str = "arxlint.toml") -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        parse_config(text, path)
    return caught.value


def test_every_setting_has_a_field_and_its_default() -> None:
    config = default_config()
    for key in keys_of(TOP).values():
        assert getattr(config, key.name.replace("-", "_")) == key.default
    assert set(keys_of(TOP)) | {PROFILE} == {
        name.replace("_", "-") for name in Config._fields if name not in {"path", "folder"}
    }


@pytest.mark.parametrize("key", KEYS, ids=lambda key: f"{key.section}.{key.name}")
def test_every_example_in_the_table_is_accepted(key: Key) -> None:
    header = f"[{key.section}]\n" if key.section else ""
    config = parse_config(f"{header}{key.name} = {key.example}\n", "arxlint.toml")
    value = config.profile[key.name] if key.section else getattr(config, key.name.replace("-", "_"))
    assert value != ()


def test_pyproject_and_own_file_say_the_same() -> None:
    own = parse_config(
        'ignore = ["ARX104"]\n[profile]\ncards = ["c/{number}-{yymm}-{sequence}.md"]\n', "arxlint.toml"
    )
    project = parse_config(
        '[tool.arxlint]\nignore = ["ARX104"]\n'
        '[tool.arxlint.profile]\ncards = ["c/{number}-{yymm}-{sequence}.md"]\n',
        "pyproject.toml",
    )
    assert own._replace(path="", folder="") == project._replace(path="", folder="")
    assert own.profile["cards"] == ("c/{number}-{yymm}-{sequence}.md",)
    assert own.profile["queue"] == DEFAULT_PROFILE["queue"]


@pytest.mark.parametrize(
    ("text", "line", "message", "help"),
    [
        ('\nselekt = ["ARX1"]\n', 2, "unknown key `selekt`", "did you mean `select`?"),
        ("fail_on = 'error'\n", 1, "unknown key `fail_on`", "did you mean `fail-on`?"),
        (
            "# x\n[profile]\n\nnew-word = []\n",
            4,
            "unknown key `profile.new-word`",
            "did you mean `new-words`?",
        ),
        ("profile = { new-word = [] }\n", 1, "unknown key `profile.new-word`", "did you mean `new-words`?"),
        ("profile.new-word = []\n", 1, "unknown key `profile.new-word`", "did you mean `new-words`?"),
        ("[rulez]\na = 1\n", 1, "unknown key `rulez`", "did you mean `rules`?"),
        ("cards = []\n", 1, "unknown key `cards`", "it belongs in `[tool.arxlint.profile]`"),
        ("zzz = 1\n", 1, "unknown key `zzz`", "see docs/configuration.md"),
        (
            'select = "ARX1"\n',
            1,
            "`select` must be a list of strings, not a string",
            'for example select = ["ARX1", "split-label"]',
        ),
        ("select = [1]\n", 1, "`select` must be a list of strings, not a list with a number in it", ""),
        ("offline = 1\n", 1, "`offline` must be a boolean, not a number", "for example offline = true"),
        ("baseline = 2026-08-06\n", 1, "`baseline` must be a string, not a date or time", ""),
        ("profile = 3\n", 1, "`profile` must be a table, not a number", ""),
        (
            "fail-on = 'warn'\n",
            1,
            "`fail-on`: `warn` is none of error, warning, note, never",
            "did you mean `warning`?",
        ),
        ("a = 1\n[severity]\nARX504 = 'loud'\n", 1, "unknown key `a`", ""),
        ("[severity]\nARX504 = 'loud'\n", 1, "`severity`: `loud` is none of error, warning, note", ""),
        (
            "[severity]\nARX504 = 3\n",
            1,
            "`severity` must be a table of strings, but `ARX504` is a number",
            "",
        ),
        (
            "[per-path-ignores]\n'a/**' = 'ARX1'\n",
            1,
            "`per-path-ignores` must be a table of lists of strings, but `a/**` is a string",
            "",
        ),
        (
            "[profile]\ncards = ['{nummer}.md']\n",
            2,
            "unknown placeholder `{nummer}` in `profile.cards`",
            "did you mean `number`?",
        ),
        ("select = [\n", 1, "is not valid TOML: Invalid value", ""),
        ("a = 1\nb ==\n", 2, "is not valid TOML: Invalid value", ""),
        ("[tool.arxlint]\nselect = []\n", 1, "settings stand at top level here, without `tool.arxlint`", ""),
    ],
)
def test_one_clear_message(text: str, line: int, message: str, help: str) -> None:
    error = failure(text)
    assert (error.path, error.line, error.message) == ("arxlint.toml", line, message)
    assert help in error.help
    assert str(error).startswith(f"arxlint.toml:{line}: " if line else "arxlint.toml: ")


def test_lines_in_pyproject() -> None:
    error = failure("[project]\nselect = 1\n[tool.arxlint]\nselect = 1\n", "sub/pyproject.toml")
    assert (error.path, error.line) == ("sub/pyproject.toml", 4)
    assert failure("[tool]\narxlint = 3\n", "pyproject.toml").message == "`tool.arxlint` must be a table"


def test_nearest_upwards(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    deep = tmp_path / "kb" / "inbox"
    deep.mkdir(parents=True)
    assert find_config(str(deep)) == ""
    (tmp_path / "pyproject.toml").write_text("[tool.arxlint]\noffline = true\n")
    assert find_config(str(deep)) == str(tmp_path / "pyproject.toml")
    (tmp_path / "kb" / "pyproject.toml").write_text("[tool.other]\n# tool.arxlint\n")
    assert load_config(str(deep)).offline
    (tmp_path / "kb" / "pyproject.toml").write_text("[tool.arxlint.profile]\nqueue = []\n")
    assert load_config(str(deep)).path == str(tmp_path / "kb" / "pyproject.toml")
    (tmp_path / "kb" / "arxlint.toml").write_text("")
    config = load_config(str(deep))
    assert (config.path, config.folder) == (str(tmp_path / "kb" / "arxlint.toml"), str(tmp_path / "kb"))


def test_search_ends_at_the_checkout(tmp_path: Path) -> None:
    (tmp_path / "arxlint.toml").write_text("offline = true\n")
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    assert find_config(str(tmp_path / "repo")) == ""
    assert load_config(str(tmp_path / "repo")) == default_config()


def test_unreadable_and_undecodable(tmp_path: Path) -> None:
    (tmp_path / "arxlint.toml").write_bytes(b"a = 1\n# \xff\n")
    with pytest.raises(ConfigError, match="is not UTF-8") as caught:
        load_config(str(tmp_path))
    assert caught.value.line == 2
    (tmp_path / "arxlint.toml").write_bytes(b"\xef\xbb\xbfoffline = true\n")
    assert load_config(str(tmp_path)).offline


def test_line_of_a_setting(tmp_path: Path) -> None:
    (tmp_path / "arxlint.toml").write_text("offline = true\n\nselect = ['ARX999']\n")
    assert load_config(str(tmp_path)).line_of("select") == 3


def test_profile_travels_and_has_a_stable_digest() -> None:
    profile = Profile.of({"cards": ("c/{number}-{yymm}-{sequence}.md",)})
    assert pickle.loads(pickle.dumps(profile)) == profile
    assert Profile(marshal.loads(marshal.dumps(profile.settings))).digest == profile.digest
    assert profile.digest != DEFAULT_PROFILE.digest
    code = "from arxlint.config.profile import DEFAULT_PROFILE as p; print(p.digest)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={
        "PYTHONPATH": f"{ROOT / 'linter'}", "PYTHONHASHSEED": "7",
    })  # fmt: skip
    assert out.stdout.strip() == DEFAULT_PROFILE.digest


def test_the_reference_has_not_drifted() -> None:
    assert (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8") == config_reference()


def test_importing_the_configuration_is_light() -> None:
    code = "import sys; import arxlint.config.reader; print(*sys.modules)"
    out = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, env={
        "PYTHONPATH": f"{ROOT / 'linter'}",
    })  # fmt: skip
    assert not {"tomllib", "difflib", "dataclasses", "pathlib", "hashlib", "inspect"} & set(
        out.stdout.split()
    )
