"""Edge cases of the rules on names, titles, authors and years (ARX3xx)."""

from __future__ import annotations

import pytest

from arxlint.diagnostic import Confidence, Severity
from arxlint.metadata.paper import Paper, Version
from arxlint.testing import lint
from arxlint_rules.label.mismatched_author import MismatchedAuthor
from arxlint_rules.label.mismatched_label import MismatchedLabel
from arxlint_rules.label.mismatched_year import MismatchedYear
from arxlint_rules.label.shared_identifier import SharedIdentifier
from arxlint_rules.label.split_label import SplitLabel
from arxlint_rules.label.unsupported_nickname import UnsupportedNickname

C2KV = Paper(
    "2607.17715",
    "C²KV: Compressed and Composable KV Cache Reuse for Efficient LLM Inference",
    submitted="2026-07-21",
    as_of="2026-08-22",
)
RESTOREKV = Paper(
    "2608.01247",
    "RestoreKV: Recovering Full-Cache Behavior Under Aggressive Query-Agnostic KV Cache Eviction",
    submitted="2026-08-03",
    as_of="2026-08-22",
)
ARCHEAD = Paper(
    "2608.02703",
    "ARCHead: Activation-Metric Residual Correction for Large Language Model Output Heads",
    submitted="2026-08-04",
    as_of="2026-08-22",
)
BUGS = Paper(
    "2506.09713",
    "A First Look at Bugs in LLM Inference Engines",
    authors=("Mugeng Liu", "Siqi Zhong", "Weichen Bi", "Yixuan Zhang"),
    submitted="2025-06-11",
    abstract_words=frozenset("large language model inference engines bugs".split()),
    as_of="2026-08-22",
)
TOM, JAY, SPARK = (f"inbox/{name}/2026-08-20-radar.md" for name in ("tom", "jay", "spark"))

# --- ARX301


def test_the_founding_case() -> None:
    """One instance has C²KV under 2608.14192, of which nothing is known, another under 2607.17715."""
    text = "arXiv: 2608.14192 (C²KV)\n"
    (one,) = lint(
        [SplitLabel, MismatchedLabel, SharedIdentifier],
        text,
        TOM,
        files=[(JAY, "C²KV, arXiv:2607.17715\n")],
        papers=[C2KV],
    )
    assert one.code == "ARX301"
    assert text[one.start : one.end] == "2608.14192"
    assert (one.suggestion, one.severity, one.confidence) == ("2607.17715", Severity.ERROR, Confidence.HIGH)
    assert "C²KV: Compressed and Composable" in one.notes[0]
    assert one.related[0].path == JAY
    assert "by jay, 2026-08-20" in one.related[0].message


def test_the_right_side_is_not_reported() -> None:
    files = [(TOM, "C²KV, arXiv:2608.14192\n")]
    assert not lint([SplitLabel], "C²KV, arXiv:2607.17715\n", JAY, files=files, papers=[C2KV])


@pytest.mark.parametrize(
    "written",
    ["C$^2$KV", "C<sup>2</sup>KV", "C2KV", "**C²KV**", "C²KV: Compressed and Composable KV Cache Reuse"],
)
def test_one_name_however_it_is_written(written: str) -> None:
    files = [(JAY, "- C²KV, arXiv:2607.17715\n")]
    found = lint([SplitLabel], f"- {written}, arXiv:2608.14192\n", TOM, files=files, papers=[C2KV])
    assert [one.suggestion for one in found] == ["2607.17715"]


def test_without_records_use_decides() -> None:
    most = [(JAY, "- C²KV, arXiv:2607.17715\n"), (SPARK, "- C²KV, arXiv:2607.17715\n")]
    (one,) = lint([SplitLabel], "- C²KV, arXiv:2608.14192\n", TOM, files=most)
    assert (one.suggestion, one.confidence, one.fix) == ("2607.17715", Confidence.MEDIUM, None)
    assert "most use it so" in one.notes[0]
    assert "2607.17715 in 2 documents by 2 writers since 2026-08-20" in one.notes[0]
    earlier = [("inbox/jay/2026-08-18-radar.md", "- C²KV, arXiv:2607.17715\n")]
    (one,) = lint([SplitLabel], "- C²KV, arXiv:2608.14192\n", TOM, files=earlier)
    assert "it was used so first" in one.notes[0]


def test_where_nothing_decides_no_side_is_suggested() -> None:
    (one,) = lint(
        [SplitLabel], "- C²KV, arXiv:2608.14192\n", TOM, files=[(JAY, "- C²KV, arXiv:2607.17715\n")]
    )
    assert one.suggestion is None
    assert "nothing tells which is right" in one.notes[0]


def test_reported_once_in_each_document() -> None:
    text = "- C²KV, arXiv:2608.14192\n- again C²KV, arXiv:2608.14192\n"
    assert len(lint([SplitLabel], text, TOM, files=[(JAY, "- C²KV, arXiv:2607.17715\n")], papers=[C2KV])) == 1


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("- Survey, arXiv:2608.14192", "- Survey, arXiv:2607.17715"),
        ("- ImageNet, arXiv:2608.14192", "- ImageNet, arXiv:2607.17715"),
        ("- DeepSeek-AI, arXiv:2608.14192", "- DeepSeek-AI, arXiv:2607.17715"),
        ("- diffusion models, arXiv:2608.14192", "- diffusion models, arXiv:2607.17715"),
        ("- DoRA, arXiv:2608.14192", "- DORA, arXiv:2607.17715"),
        ("- OSCAR++, arXiv:2608.14192", "- OSCAR, arXiv:2607.17715"),
        ("- ZigRAG, arXiv:2608.14192", "- ZigRAG, arXiv:2406.17715"),  # two years apart
        (
            "- **SAVE: Spectral-Shift-Aware Adaptation**, arXiv:2608.14192",
            "- **SAVE: Protagonist Diversification**, arXiv:2607.17715",
        ),
        ("- C²KV, arXiv:2607.17715v1", "- C²KV, arXiv:2607.17715v2"),
    ],
)
def test_names_that_prove_nothing(here: str, there: str) -> None:
    assert not lint([SplitLabel], here + "\n", TOM, files=[(JAY, there + "\n")])


def test_a_family_or_column_is_no_name() -> None:
    rows = "\n".join(f"- ZigRAG, arXiv:2607.0000{number}" for number in range(1, 6))
    assert not lint([SplitLabel], rows + "\n", TOM)


def test_a_link_at_odds_with_itself_is_arx105() -> None:
    assert not lint([SplitLabel], "**C²KV** [2608.14192](https://arxiv.org/abs/2607.17715)\n", TOM)


def test_order_of_documents_does_not_matter() -> None:
    files = [(JAY, "- C²KV, arXiv:2607.17715\n"), (SPARK, "- C²KV, arXiv:2607.17716\n"), ("a.md", "x\n")]
    one = lint([SplitLabel], "- C²KV, arXiv:2608.14192\n", TOM, files=files, papers=[C2KV])
    other = lint([SplitLabel], "- C²KV, arXiv:2608.14192\n", TOM, files=files[::-1], papers=[C2KV])
    assert one == other
    assert len(one) == 1


# --- ARX302


@pytest.mark.parametrize(
    ("here", "there", "opposed"),
    [
        ("**RestoreKV**", "**ARCHead**", True),
        ("**RestoreKV**", "**RestoreKV: Recovering Full-Cache Behavior**", False),
        ("**RestoreKV**", "*Recovering Full-Cache Behavior Under Eviction*", False),  # a name the title lacks
        ("**RestoreKV**", "**ARCHead: Activation-Metric Residual Correction**", True),
        ("**RestoreKV**", "**恢复式压缩新路线**", False),
        ("**RestoreKV**", "**RestoreKV-2**", False),
        ("**DPO**", "**Direct Preference Optimization: Your Language Model**", False),
    ],
)
def test_what_can_be_one_paper(here: str, there: str, opposed: bool) -> None:
    text = f"- {here}, arXiv:2608.14192\n\nSomething else.\n\n- {there}, arXiv:2608.14192\n"
    assert bool(lint([SharedIdentifier], text)) is opposed


def test_with_a_record_another_rule_knows_better() -> None:
    text = "- **RestoreKV**, arXiv:2608.01247\n- **ARCHead**, arXiv:2608.01247\n"
    found = lint([SharedIdentifier, MismatchedLabel], text, papers=[RESTOREKV, ARCHEAD])
    assert [(one.code, one.suggestion) for one in found] == [("ARX303", "2608.02703")]


def test_a_name_known_elsewhere_is_reported_with_that_identifier() -> None:
    text = "- **RestoreKV**, arXiv:2608.14192\n- **C²KV**, arXiv:2608.14192\n"
    files = [(JAY, "- **C²KV**, arXiv:2607.17715\n")]
    found = lint([SharedIdentifier, SplitLabel], text, TOM, files=files, papers=[C2KV])
    assert [(one.code, one.suggestion) for one in found] == [("ARX301", "2607.17715")]


# --- ARX303


def test_swapped_neighbours_are_one_report() -> None:
    text = "| paper | arXiv |\n| --- | --- |\n| RestoreKV | 2608.02703 |\n| ARCHead | 2608.01247 |\n"
    (one,) = lint([MismatchedLabel], text, papers=[RESTOREKV, ARCHEAD])
    assert "are swapped" in one.message
    assert one.help == "exchange the two identifiers"
    assert one.fix is not None
    assert [edit.text for edit in one.fix.edits] == ["2608.01247", "2608.02703"]


def test_all_spellings_of_the_identifier_are_mended() -> None:
    text = "- RestoreKV: [2608.02703](https://arxiv.org/abs/2608.02703v1)\n"
    (one,) = lint([MismatchedLabel], text, papers=[RESTOREKV, ARCHEAD])
    assert one.fix is not None
    assert [edit.text for edit in one.fix.edits] == ["2608.01247", "2608.01247"]
    assert [text[edit.start : edit.end] for edit in one.fix.edits] == ["2608.02703", "2608.02703v1"]


@pytest.mark.parametrize(
    ("paper", "severity"),
    [
        (BUGS._replace(versions=(Version(1),), versions_complete=True), Severity.WARNING),
        (BUGS._replace(versions=(Version(1),)), Severity.NOTE),
        (BUGS._replace(versions=(Version(1), Version(2)), latest=2, versions_complete=True), Severity.NOTE),
        (
            BUGS._replace(versions=(Version(1, title="Bugs"), Version(2)), latest=2, versions_complete=True),
            Severity.WARNING,
        ),
    ],
)
def test_a_paper_that_may_have_been_renamed_is_only_noted(paper: Paper, severity: Severity) -> None:
    text = '"Quantum Error Correction with Surface Codes on Trapped Ions", arXiv:2506.09713\n'
    (one,) = lint([MismatchedLabel], text, papers=[paper])
    assert one.severity is severity


def test_an_earlier_title_is_right() -> None:
    text = '"Quantum Error Correction with Surface Codes on Trapped Ions", arXiv:2506.09713\n'
    title = "Quantum Error Correction with Surface Codes on Trapped Ions"
    assert not lint([MismatchedLabel], text, papers=[BUGS._replace(other_titles=(title,))])


# --- ARX304 and 305


@pytest.mark.parametrize(
    ("names", "wrong"),
    [
        ("Liu et al.", False),
        ("M. Liu and S. Zhong", False),
        ("Liu, M., Zhong, S.", False),
        ("Smith et al.", True),
        ("Smith and Miller", True),
        ("[12] Liu et al.", False),
        ("the authors et al.", False),
    ],
)
def test_authors(names: str, wrong: bool) -> None:
    text = f'"A First Look at Bugs in LLM Inference Engines" ({names}, 2025), arXiv:2506.09713\n'
    assert bool(lint([MismatchedAuthor], text, papers=[BUGS])) is wrong


def test_long_lists_of_names_take_no_time() -> None:
    names = ", ".join(["SMITHSONIAN-McDONALD J.K."] * 60) + " <x>"
    text = f'"A First Look at Bugs in LLM Inference Engines" ({names} et al., 2025), arXiv:2506.09713\n'
    assert len(lint([MismatchedAuthor], text, papers=[BUGS])) <= 1


def test_another_paper_altogether_is_not_blamed_on_its_authors() -> None:
    text = f'"{RESTOREKV.title}" (Smith et al., 2020), arXiv:2506.09713\n'
    found = lint([MismatchedAuthor, MismatchedYear, MismatchedLabel], text, papers=[BUGS, RESTOREKV])
    assert [one.code for one in found] == ["ARX303"]


@pytest.mark.parametrize(
    ("claim", "paper", "wrong"),
    [
        ("2025", BUGS, False),
        ("2026", BUGS, False),
        ("2024", BUGS, True),
        ("2024", BUGS._replace(journal_ref="Proc. 2024"), False),
        ("2023", BUGS._replace(journal_ref="Proc. 2022"), True),
        ("2024", BUGS._replace(journal_ref="Proc. 2023"), True),
        ("2024", BUGS._replace(journal_ref="TOSEM 2026"), False),
        ("2024", BUGS._replace(doi="10.1145/1"), False),
        ("2024", BUGS._replace(submitted=None), False),
    ],
)
def test_years(claim: str, paper: Paper, wrong: bool) -> None:
    text = f'"A First Look at Bugs in LLM Inference Engines" (Liu et al., {claim}), arXiv:2506.09713\n'
    assert bool(lint([MismatchedYear], text, papers=[paper])) is wrong


# --- ARX306


@pytest.mark.parametrize(
    ("label", "reported"),
    [
        ("RETAIN", True),
        ("BugLens", True),
        ("Validation Gate", False),
        ("Introduction", False),
        ("cs.SE", False),
        ("RLHF", False),
        ("LLM-Bugs", False),
        ("OpenAI", False),
    ],
)
def test_only_coined_names_can_be_unsupported(label: str, reported: bool) -> None:
    assert bool(lint([UnsupportedNickname], f"{label} — arXiv:2506.09713\n", papers=[BUGS])) is reported


def test_names_that_others_use_too_are_noted() -> None:
    files = [(JAY, "RETAIN — arXiv:2506.09713\n")]
    (one,) = lint([UnsupportedNickname], "RETAIN — arXiv:2506.09713\n", TOM, files=files, papers=[BUGS])
    assert (one.severity, one.confidence) == (Severity.NOTE, Confidence.LOW)
    assert "called so by jay as well" in one.notes


def test_a_name_is_reported_once_in_a_document() -> None:
    text = "RETAIN — arXiv:2506.09713\n\n- RETAIN, arXiv:2506.09713\n"
    (one,) = lint([UnsupportedNickname], text, papers=[BUGS])
    assert [related.message for related in one.related] == ["cited here", "so called here too"]


# --- who is cited under its own name elsewhere


SWARM = Paper("2402.01111", "SwarmChef: Cooking in Teams of Robots", submitted="2024-02-02")
STRANGE = '- "IonSurf: Quantum Error Correction with Surface Codes on Trapped Ions", arXiv:2506.09713\n'


def test_a_foreign_title_is_a_warning_once_the_paper_is_cited_by_its_own() -> None:
    (alone,) = lint([MismatchedLabel], STRANGE, papers=(BUGS,))
    assert alone.severity is Severity.NOTE
    (beside,) = lint([MismatchedLabel], f'- "{BUGS.title}", arXiv:2506.09713\n{STRANGE}', papers=(BUGS,))
    assert beside.severity is Severity.WARNING


def test_a_name_years_older_than_its_rival_is_split_once_the_rival_has_its_own_name() -> None:
    """Names recur after years; an error where the younger paper is cited under its own title as well."""
    young = Paper("2511.03333", "Watching Robots Wash Dishes in Teams", submitted="2025-11-04")
    papers = (SWARM, young)
    text = "- **SwarmChef**, arXiv:2402.01111\n- **SwarmChef**, arXiv:2511.03333\n"
    (found,) = lint([SplitLabel], text, papers=papers)
    assert found.severity is Severity.WARNING
    (found,) = lint([SplitLabel], f'{text}- "{young.title}", arXiv:2511.03333\n', papers=papers)
    assert (found.paper, found.suggestion) == ("2511.03333", "2402.01111")
    assert found.severity is Severity.ERROR


def test_the_same_entry_is_no_witness_against_itself() -> None:
    """An entry that gives a paper's title and a nickname beside it calls it by both."""
    young = Paper("2511.03333", "Watching Robots Wash Dishes in Teams", submitted="2025-11-04")
    text = (
        "- **SwarmChef**, arXiv:2402.01111\n"
        f'- [SwarmChef](https://arxiv.org/abs/2511.03333): "{young.title}", arXiv:2511.03333\n'
    )
    assert not lint([SplitLabel], text, papers=(SWARM, young))


def test_a_name_between_two_papers_is_the_one_that_bears_it() -> None:
    text = (
        'See arXiv:2402.01111 "SwarmChef: Cooking in Teams of Robots", arXiv:2406.02222 98 % finding.\n'
        "\n[Lee et al. (2024)](https://arxiv.org/abs/2402.01111) introduced **SwarmChef**."
        " [Wu et al. (2024)](https://arxiv.org/abs/2406.02222) wash dishes.\n"
    )
    unnamed = Paper("2406.02222", "Learning to Wash Dishes by Watching", submitted="2024-06-04")
    assert not lint([MismatchedLabel], text, papers=(SWARM, unnamed))


def test_a_maker_alone_names_no_paper_but_its_models_do() -> None:
    text = "- DeepSeek-R1, arXiv:2501.12948\n- {0}, arXiv:2503.14476\n"
    assert len(lint([SplitLabel], text.format("DeepSeek-R1"))) == 1
    assert not lint([SplitLabel], text.replace("-R1", "").format("DeepSeek"))
