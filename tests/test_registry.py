"""Providers, guards and selection."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from pathlib import Path
from zipfile import ZipFile

import pytest

from arxlint import registry as registry_module
from arxlint.diagnostic import Severity
from arxlint.providers import GROUP, Provider, find_providers, parse_group
from arxlint.registry import Registry, RegistryError, UnknownSelectorError, load_registry, option_values
from arxlint.rule import Option, Rule

OWN = Provider("arxlint", "arxlint_rules:RULES", "arxlint 0.1.0")


def install(
    folder: Path, project: str, version: str, entries: str, *, group: str = GROUP, kind: str = "dist-info"
) -> Path:
    """Put the metadata of a distribution into a folder, as an installer does."""
    metadata = folder / f"{project}-{version}.{kind}"
    metadata.mkdir(parents=True)
    name = "METADATA" if kind == "dist-info" else "PKG-INFO"
    (metadata / name).write_text(f"Metadata-Version: 2.1\nName: {project}\nVersion: {version}\n")
    (metadata / "entry_points.txt").write_text(
        f"[console_scripts]\n{project} = {project}:main\n\n[{group}]\n{entries}\n"
    )
    return folder


# --- providers


def test_finds_what_importlib_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "a", "pack_one", "1.2", "one = pack_one:RULES\nmore = pack_one.more:RULES")
    install(tmp_path / "b", "pack-two", "0.1.dev3", "two = pack_two:RULES", kind="egg-info")
    install(tmp_path / "b", "other", "3", "x = y:z", group="console.other")
    path = [str(tmp_path / "a"), str(tmp_path / "b"), str(tmp_path / "missing")]
    found = find_providers(path)
    assert found == [
        Provider("two", "pack_two:RULES", "pack-two 0.1.dev3"),
        Provider("more", "pack_one.more:RULES", "pack_one 1.2"),
        Provider("one", "pack_one:RULES", "pack_one 1.2"),
    ]
    monkeypatch.setattr(sys, "path", path)
    theirs = {(point.name, point.value) for point in entry_points(group=GROUP)}
    assert {(provider.name, provider.value) for provider in found} == theirs


def test_first_distribution_of_a_name_hides_later_ones(tmp_path: Path) -> None:
    install(tmp_path / "a", "My.Pack", "2", "mine = new:RULES")
    install(tmp_path / "b", "my_pack", "1", "mine = old:RULES")
    found = find_providers([str(tmp_path / "a"), str(tmp_path / "b")])
    assert [provider.value for provider in found] == ["new:RULES"]


def test_finds_providers_in_an_egg_and_in_a_zip(tmp_path: Path) -> None:
    egg = tmp_path / "pack-1.0-py3.11.egg"
    (egg / "EGG-INFO").mkdir(parents=True)
    (egg / "EGG-INFO" / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: pack\nVersion: 1.0\n")
    (egg / "EGG-INFO" / "entry_points.txt").write_text(f"[{GROUP}]\nx = pack:RULES\n")
    archive = tmp_path / "zipped.zip"
    with ZipFile(archive, "w") as stream:
        stream.writestr("zed-3.dist-info/METADATA", "Metadata-Version: 2.1\nName: zed\nVersion: 3\n")
        stream.writestr("zed-3.dist-info/entry_points.txt", f"[{GROUP}]\nz = zed:RULES\n")
    assert find_providers([str(egg), str(archive)]) == [
        Provider("x", "pack:RULES", "pack 1.0"),
        Provider("z", "zed:RULES", "zed 3"),
    ]


def test_reads_only_the_group_that_is_meant() -> None:
    text = f"[other]\na = b:c\n[{GROUP}]\n# comment\n one = m:R [extra] \n\n[{GROUP}.more]\ntwo = m:S\n"
    assert list(parse_group(text)) == [("one", "m:R")]


def test_a_broken_metadata_folder_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "empty-1.dist-info").mkdir()
    (tmp_path / "file-2.dist-info").write_text("not a folder")
    (tmp_path / "odd.dist-info").mkdir()
    (tmp_path / "odd.dist-info" / "entry_points.txt").write_bytes(b"\xff\xfe[arxlint.rules]\n\x00")
    assert find_providers([str(tmp_path)]) == []


# --- guards

RULE = "from arxlint.rule import Rule\nclass A(Rule):\n"


def test_without_arxlints_own_rules_nothing_runs() -> None:
    with pytest.raises(RegistryError, match=r"no rule provider found.*pip install -e"):
        load_registry([])
    with pytest.raises(RegistryError, match="no rule provider found"):
        load_registry([Provider("pack", "arxlint_rules:RULES", "pack 1")])


def test_own_rules_load() -> None:
    registry = load_registry([OWN])
    assert [rule.code for rule in registry.rules] == sorted(rule.code for rule in registry.rules)
    assert set(registry.origins.values()) == {"arxlint 0.1.0"}


def test_same_code_twice_names_both_distributions() -> None:
    with pytest.raises(RegistryError, match=r"code `ARX101`: one of arxlint 0\.1\.0 and one of copy 2"):
        load_registry([OWN, Provider("copy", "arxlint_rules:RULES", "copy 2")])


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("raise ValueError('boom')", "pack 1 cannot be imported: ValueError: boom"),
        ("import sys; sys.exit(3)", "pack 1 cannot be imported: SystemExit: 3"),
        ("import no_such_module_at_all", "cannot be imported: ModuleNotFoundError"),
        ("X = 1", "cannot be imported: AttributeError"),
        ("RULES = 7", "is not a tuple of rules but int"),
        ("RULES = (str,)", "is not a subclass of arxlint.rule.Rule"),
        (
            "from arxlint.rule import Rule\nclass A(Rule):\n    name = 'some-name'\nRULES = (A,)",
            "rule A of pack 1 has no proper code: None",
        ),
        (
            RULE + "    code, name = 'PCK001', 'Some Name'\nRULES = (A,)",
            "no proper name: 'Some Name'",
        ),
        (
            RULE + "    code, name = 'PCK001', 'some-name'\nRULES = (A,)",
            "PCK001 of pack 1 has no severity",
        ),
        (
            RULE + "    code, name, severity = 'PCK1', 'a', 'note'\nRULES = (A,)",
            "no proper code: 'PCK1'",
        ),
        (
            "from arxlint.rule import Rule\nfrom arxlint.diagnostic import Severity\n"
            "class A(Rule):\n    code, name, severity = 'PCK001', 'a', Severity.NOTE\n"
            "    def __init__(self):\n        raise RuntimeError('no')\nRULES = (A,)",
            "rule PCK001 of pack 1 cannot be made: no",
        ),
    ],
)
def test_a_broken_provider_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, says: str
) -> None:
    (tmp_path / "broken_pack.py").write_text(body)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "broken_pack", raising=False)
    with pytest.raises(RegistryError) as caught:
        load_registry([OWN, Provider("pack", "broken_pack:RULES", "pack 1")])
    monkeypatch.delitem(sys.modules, "broken_pack", raising=False)
    assert says in str(caught.value)
    assert "pack 1" in str(caught.value)


def test_codes_of_the_engine_are_taken() -> None:
    with pytest.raises(RegistryError, match=r"code `ARX101`: one of arxlint's engine and one of arxlint 0"):
        load_registry([OWN], {"ARX101": "something-else"})


# --- selection


class Alpha(Rule):
    """Alpha."""

    code, name, severity = "ARX301", "split-label", Severity.ERROR


class Beta(Rule):
    """Beta."""

    code, name, severity = "ARX302", "shared-identifier", Severity.ERROR


class Gamma(Rule):
    """Gamma."""

    code, name, severity, default = "ARX601", "ungrounded-figure", Severity.NOTE, False
    options = (Option("figure-kinds", "all", "Which.", ("all", "percent")), Option("most", 3, "How many."))


class Delta(Rule):
    """Delta."""

    code, name, severity = "PCK001", "from-a-pack", Severity.WARNING


REGISTRY = Registry((Alpha(), Beta(), Gamma(), Delta()), {}, {"ARX901": "unused-suppression"})


@pytest.mark.parametrize(
    ("select", "ignore", "extend", "expected"),
    [
        ([], [], [], "ARX301 ARX302 PCK001"),
        ([], [], ["ARX601"], "ARX301 ARX302 ARX601 PCK001"),
        ([], [], ["ungrounded-figure"], "ARX301 ARX302 ARX601 PCK001"),
        (["ARX3"], [], [], "ARX301 ARX302"),
        (["ARX3"], ["ARX301"], [], "ARX302"),
        (["ARX301"], ["ARX3"], [], "ARX301"),
        (["split-label"], ["ARX3"], [], "ARX301"),
        (["ARX301"], ["ARX301"], [], ""),
        (["ARX3"], ["ARX3"], [], ""),
        ([], ["ARX"], ["ARX302"], "ARX302 PCK001"),
        (["ALL"], [], [], "ARX301 ARX302 ARX601 PCK001"),
        (["all"], ["ARX3"], [], "ARX601 PCK001"),
        (["arx301", "pck"], [], [], "ARX301 PCK001"),
        ([], ["ALL"], ["ARX3"], "ARX301 ARX302"),
        ([], ["ARX901"], [], "ARX301 ARX302 PCK001"),
        ([" ARX301 "], [], [], "ARX301"),
    ],
)
def test_longest_selector_decides(
    select: list[str], ignore: list[str], extend: list[str], expected: str
) -> None:
    chosen = REGISTRY.select(select, ignore, extend)
    assert " ".join(rule.code for rule in chosen) == expected


@pytest.mark.parametrize(
    ("selector", "hint"),
    [
        ("ARX330", "ARX30"),
        ("splitlabel", "split-label"),
        ("shared-identifiers", "shared-identifier"),
        ("ARXX3", "ARX3"),
        ("zzzz", "arxlint rules"),
        ("", "arxlint rules"),
    ],
)
def test_unknown_selector_is_an_error_with_a_suggestion(selector: str, hint: str) -> None:
    for position in ("select", "ignore", "extend_select"):
        with pytest.raises(UnknownSelectorError) as caught:
            REGISTRY.select(**{position: [selector]})
        assert f"unknown rule `{selector}`" in str(caught.value)
        assert hint in str(caught.value)


def test_retired_codes_lead_to_their_successors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry_module.REDIRECTS, "ARX399", "ARX301")
    assert REGISTRY.find("arx399") is REGISTRY.rules[0]
    assert [rule.code for rule in REGISTRY.select(["ARX399"])] == ["ARX301"]


def test_retired_codes_are_never_used_again() -> None:
    codes = {rule.code for rule in load_registry([OWN]).rules}
    assert not codes & registry_module.REDIRECTS.keys()
    assert set(registry_module.REDIRECTS.values()) <= codes


def test_find_wants_one_rule() -> None:
    assert REGISTRY.find("Split-Label").code == "ARX301"
    with pytest.raises(UnknownSelectorError, match="expected a code or a name"):
        REGISTRY.find("ARX3")


# --- options


def test_options_have_defaults_and_are_checked() -> None:
    assert option_values(REGISTRY.rules, {}) == {"figure-kinds": "all", "most": 3}
    assert option_values(REGISTRY.rules, {"figure-kinds": "percent"})["figure-kinds"] == "percent"
    with pytest.raises(RegistryError, match="unknown rule option `figure-kind`; did you mean `figure-kinds`"):
        option_values(REGISTRY.rules, {"figure-kind": "percent"})
    with pytest.raises(RegistryError, match="must be one of `all`, `percent`, not 'none'"):
        option_values(REGISTRY.rules, {"figure-kinds": "none"})
    with pytest.raises(RegistryError, match="must be of type int, not True"):
        option_values(REGISTRY.rules, {"most": True})
