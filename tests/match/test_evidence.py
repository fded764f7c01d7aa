from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from arxlint.diagnostic import Confidence, Severity
from arxlint.extract.model import LabelKind, Strength
from arxlint.match.evidence import assess
from arxlint.match.judgement import Verdict
from arxlint.match.normalise import fold, head, name_key, words
from arxlint.match.owners import find
from arxlint.metadata.paper import Answer, Candidate, Paper


class Shelf:
    """A store of a few papers that looks at all of them."""

    def __init__(self, *papers: Paper) -> None:
        self.papers = papers

    def lookup(self, ids: Iterable[str]) -> dict[str, Answer]:
        wanted = set(ids)
        return {paper.id: paper for paper in self.papers if paper.id in wanted}

    def titled(self, title: str) -> Sequence[Paper]:
        return [paper for paper in self.papers if fold(title) in map(fold, paper.titles)]

    def named(self, name: str) -> Sequence[Paper]:
        key = name_key(name)
        return [
            paper for paper in self.papers if any(name_key(head(one) or "") == key for one in paper.titles)
        ]

    def search(self, label: str, limit: int = 5) -> Sequence[Candidate]:
        wanted = set(words(label))
        scored = [
            Candidate(paper, len(wanted & set(words(paper.title))) / 99, False) for paper in self.papers
        ]
        return sorted(scored, key=lambda candidate: -candidate.score)[:limit]


C2KV = Paper(
    "2607.17715",
    "C$^2$KV: Compressed and Composable KV Cache Reuse for Efficient LLM Inference",
    authors=("Ann Lee", "Bo Chen"),
    submitted="2026-07-20",
)
LENS = Paper(
    "2608.14191", "KV Cache Compression Through the Lens of Transform Coding", submitted="2026-08-16"
)
BAGS = Paper("2403.04926", "BAGS: Blur Agnostic Gaussian Splatting through Multi-Scale Kernel Modeling")
STYLE = Paper("2403.07807", "StyleGaussian: Instant 3D Style Transfer with Gaussian Splatting")
CLIP = Paper("2103.00020", "Learning Transferable Visual Models From Natural Language Supervision")
OTHER_CLIP = Paper("2002.09891", "CLIP: Cheap Lipschitz Training of Neural Networks")
RAMSEY = Paper("2309.00001", "Off-diagonal Ramsey numbers")
BOOK = Paper("2309.00002", "Off-diagonal book Ramsey numbers")
SHELF = Shelf(C2KV, LENS, BAGS, STYLE, CLIP, OTHER_CLIP, RAMSEY, BOOK)


def test_the_exact_title_of_another_paper_is_an_error_with_that_paper_suggested() -> None:
    found = assess(STYLE.title, LabelKind.TITLE, BAGS, SHELF)
    assert (found.verdict, found.ceiling, found.confidence) == (
        Verdict.DISAGREES,
        Severity.ERROR,
        Confidence.HIGH,
    )
    assert found.suggestion == STYLE
    assert STYLE.id in found.grounds[0]


def test_near_twins_are_told_apart_both_ways() -> None:
    assert assess(RAMSEY.title, LabelKind.TITLE, RAMSEY, SHELF).verdict is Verdict.AGREES
    assert assess(RAMSEY.title, LabelKind.TITLE, BOOK, SHELF).suggestion == RAMSEY
    assert assess(BOOK.title, LabelKind.TITLE, RAMSEY, SHELF).suggestion == BOOK


def test_a_misspelt_or_cut_title_of_another_paper_is_found() -> None:
    for label in (
        "StyleGaussian: Instant 3D Style Transfr with Gaussian Splatting",
        "Instant 3D Style Transfer with Gaussian Splatting",
        "StyleGaussian: Instant 3D Style Transfer with…",
    ):
        found = assess(label, LabelKind.TITLE, LENS, SHELF)
        assert (found.ceiling, found.suggestion) == (Severity.ERROR, STYLE), label


def test_the_name_of_another_paper_is_an_error_if_the_cited_one_has_its_own() -> None:
    found = assess("StyleGaussian", LabelKind.NICKNAME, BAGS, SHELF)
    assert (found.verdict, found.ceiling, found.suggestion) == (Verdict.DISAGREES, Severity.ERROR, STYLE)


def test_a_name_that_the_cited_paper_may_go_by_is_no_error() -> None:
    found = assess("CLIP", LabelKind.NICKNAME, CLIP, SHELF)
    assert found.verdict is Verdict.UNKNOWN or found.ceiling is Severity.WARNING


def test_the_founding_case_names_the_right_paper() -> None:
    found = assess("C²KV", LabelKind.NICKNAME, LENS, SHELF)
    assert (found.verdict, found.suggestion) == (Verdict.DISAGREES, C2KV)
    assert assess("C²KV", LabelKind.NICKNAME, C2KV, SHELF).verdict is Verdict.AGREES


def test_the_founding_case_is_an_error_beside_a_paper_with_a_name() -> None:
    found = assess("C²KV", LabelKind.NICKNAME, BAGS, SHELF)
    assert (found.ceiling, found.suggestion) == (Severity.ERROR, C2KV)


def test_an_acronym_may_be_what_the_paper_is_about() -> None:
    other = Paper("2309.00267", "RLAIF: Scaling Reinforcement Learning with AI Feedback")
    found = assess("RLAIF", LabelKind.NICKNAME, BAGS, Shelf(BAGS, other))
    assert found.ceiling is not Severity.ERROR


def test_a_shared_name_accuses_nobody() -> None:
    twin = Paper("2501.00001", "StyleGaussian: Another Work Altogether")
    assert (
        assess("StyleGaussian", LabelKind.NICKNAME, BAGS, Shelf(BAGS, STYLE, twin)).verdict is Verdict.UNKNOWN
    )


def test_authors_single_out_one_of_several() -> None:
    one = STYLE._replace(authors=("Kunhao Liu", "Fangneng Zhan"))
    twin = Paper("2501.00001", "StyleGaussian: Another Work Altogether", authors=("Ann Lee",))
    store = Shelf(BAGS, one, twin)
    assert [
        owner.paper.id for owner in find("StyleGaussian", LabelKind.NICKNAME, store, authors="Liu et al.")
    ] == [one.id]


def test_one_negative_is_a_warning_and_two_are_an_error() -> None:
    cited = BAGS._replace(authors=("Cheng Peng", "Yutao Tang"), submitted="2024-03-07")
    label = "Neural Operators for Turbulent Flow: A Benchmark of Spectral Methods"
    alone = assess(label, LabelKind.TITLE, cited, SHELF)
    assert (alone.verdict, alone.ceiling, alone.suggestion) == (Verdict.DISAGREES, Severity.WARNING, None)
    assert assess(label, LabelKind.TITLE, cited, SHELF, authors="Brunton et al.").ceiling is Severity.ERROR
    assert assess(label, LabelKind.TITLE, cited, SHELF, year=2020).ceiling is Severity.ERROR
    assert assess(label, LabelKind.TITLE, cited, SHELF, year=2024).ceiling is Severity.WARNING
    right = assess(label, LabelKind.TITLE, cited, SHELF, authors="Peng, C., Tang, Y.")
    assert (right.ceiling, right.confidence) == (Severity.WARNING, Confidence.LOW)


def test_another_mark_in_the_name_is_an_error_without_any_store() -> None:
    paper = Paper("2310.15161", "SAM-Med3D: Towards General-purpose Segmentation Models")
    found = assess("SAM-Med2D", LabelKind.NICKNAME, paper, Shelf())
    assert (found.verdict, found.ceiling) == (Verdict.DISAGREES, Severity.ERROR)


def test_weak_labels_never_reach_an_error() -> None:
    found = assess(STYLE.title, LabelKind.TITLE, BAGS, SHELF, strength=Strength.WEAK)
    assert (found.verdict, found.ceiling) == (Verdict.DISAGREES, Severity.WARNING)


def test_a_title_that_is_a_notion_too_is_no_error() -> None:
    book = Paper("2504.12501", "Reinforcement Learning from Human Feedback")
    cited = Paper("1706.03741", "Deep reinforcement learning from human preferences")
    found = assess("reinforcement learning from human feedback", LabelKind.TITLE, cited, Shelf(book, cited))
    assert found.ceiling is not Severity.ERROR


VISTA = Paper("2406.01111", "RoboVista: A Simulator of Kitchens", submitted="2024-06-03")
UNNAMED = Paper("2409.02222", "Learning to Wash Dishes by Watching", submitted="2024-09-04")
EARLIER = Paper("2401.03333", "Learning to Fold Towels by Watching", submitted="2024-01-07")
NOTION = Paper("1907.04444", "Slow Distillation of Sparse Students", submitted="2019-07-01")
SENTENCE = Paper("2405.05555", "Your robot can tell you what it sees if you ask it politely")


def test_a_name_that_existed_already_is_hardly_given_again() -> None:
    found = assess("RoboVista", LabelKind.NICKNAME, UNNAMED, Shelf(VISTA, UNNAMED))
    assert (found.verdict, found.ceiling, found.confidence) == (
        Verdict.DISAGREES,
        Severity.WARNING,
        Confidence.MEDIUM,
    )
    assert found.suggestion == VISTA


def test_a_name_that_was_given_again_later_is_no_more_than_a_hint() -> None:
    later = Paper("2406.01111", "Robovist: A Simulator of Kitchens", submitted="2024-06-03")
    found = assess("Robovist", LabelKind.NICKNAME, EARLIER, Shelf(later, EARLIER))
    assert found.confidence is Confidence.LOW


@pytest.mark.parametrize(
    ("cited", "accused"), [("Learning to Fold Towels by Watching", True), ("Robotic Vistas of Towels", False)]
)
def test_a_long_coinage_is_given_once_unless_the_cited_title_has_a_word_of_it(
    cited: str, accused: bool
) -> None:
    paper = EARLIER._replace(title=cited)
    found = assess("RoboVista", LabelKind.NICKNAME, paper, Shelf(VISTA, paper))
    assert (found.ceiling is Severity.WARNING and found.confidence is Confidence.MEDIUM) == accused


def test_papers_of_one_month_are_mixed_up() -> None:
    near = UNNAMED._replace(id="2406.02222", submitted="2024-06-05", abstract_words=frozenset({"dishes"}))
    vista = VISTA._replace(title="VISTA: A Simulator of Kitchens")
    found = assess("VISTA", LabelKind.NICKNAME, near, Shelf(vista, near))
    assert (found.ceiling, found.confidence, found.suggestion) == (Severity.WARNING, Confidence.MEDIUM, vista)


def test_a_linked_name_of_common_words_is_that_of_the_only_paper_that_bears_it() -> None:
    owner = Paper("2406.01111", "Tree of Skills: Deliberate Search", submitted="2024-06-03")
    shelf = Shelf(owner, UNNAMED)
    found = assess("Tree of Skills", LabelKind.NICKNAME, UNNAMED, shelf)
    assert (found.ceiling, found.suggestion) == (Severity.WARNING, owner)
    assert assess("tree of skills", LabelKind.NICKNAME, UNNAMED, shelf).verdict is not Verdict.DISAGREES
    loose = assess("Tree of Skills", LabelKind.NICKNAME, UNNAMED, shelf, strength=Strength.MEDIUM)
    assert loose.verdict is not Verdict.DISAGREES


@pytest.mark.parametrize("label", ["Adventure / RoboVista", "RoboVista (kitchens)", "RoboVista Simulator"])
def test_a_name_among_others_or_with_words_of_its_title(label: str) -> None:
    assert assess(label, LabelKind.NICKNAME, UNNAMED, Shelf(VISTA, UNNAMED)).suggestion == VISTA


def test_a_short_title_in_capitals_is_meant_as_a_title_and_a_notion_is_not() -> None:
    shelf = Shelf(NOTION, UNNAMED)
    titled = assess("Slow Distillation of Sparse Students", LabelKind.NICKNAME, UNNAMED, shelf)
    assert titled.suggestion == NOTION
    assert titled.confidence is not Confidence.LOW
    notion = assess("slow distillation of sparse students", LabelKind.NICKNAME, UNNAMED, shelf)
    assert notion.confidence is Confidence.LOW or notion.verdict is Verdict.UNKNOWN


def test_a_title_that_reads_like_a_sentence_is_known_as_a_title() -> None:
    found = assess(SENTENCE.title, LabelKind.TITLE, UNNAMED, Shelf(SENTENCE, UNNAMED))
    assert (found.ceiling, found.suggestion) == (Severity.ERROR, SENTENCE)
    weak = assess(SENTENCE.title, LabelKind.DESCRIPTION, UNNAMED, Shelf(SENTENCE, UNNAMED), strength=1)
    assert (weak.ceiling, weak.suggestion) == (Severity.WARNING, SENTENCE)


def test_a_report_on_a_model_bears_its_name() -> None:
    report = Paper("2406.04444", "Keep3 Technical Report", submitted="2024-06-08")
    other = Paper("2405.05555", "Hold-V2 Technical Report", submitted="2024-05-08")
    found = assess("Keep3", LabelKind.NICKNAME, other, Shelf(report, other))
    assert (found.ceiling, found.suggestion) == (Severity.ERROR, report)


def test_a_short_name_with_what_it_stands_for_is_that_of_the_long_one() -> None:
    owner = Paper("2406.01111", "Tree of Skills: Deliberate Search", submitted="2024-06-03")
    found = assess("TS (Tree of Skills)", LabelKind.NICKNAME, UNNAMED, Shelf(owner, UNNAMED))
    assert (found.ceiling, found.suggestion) == (Severity.WARNING, owner)
    own = Paper("2301.02222", "Tree of Skills for Robots", submitted="2023-01-03")
    assert assess("TS (Tree of Skills)", LabelKind.NICKNAME, own, Shelf(owner, own)).suggestion is None


@pytest.mark.parametrize(
    ("label", "accused"), [("The Price of Agreement", True), ("the price of agreement", False)]
)
def test_a_name_as_long_as_a_title(label: str, accused: bool) -> None:
    owner = Paper("2406.01111", "The Price of Agreement: Agents That Talk", submitted="2024-06-03")
    found = assess(label, LabelKind.TITLE, UNNAMED, Shelf(owner, UNNAMED))
    assert (found.suggestion == owner) == accused
    assert found.ceiling is not Severity.ERROR


def test_a_long_name_that_begins_the_cited_title_is_its_own() -> None:
    survey = Paper("2407.03333", "4D Patch Splatting: A Survey of Methods", submitted="2024-07-03")
    own = Paper("2308.04444", "4D Patch Splatting for Fields in Time", submitted="2023-08-03")
    found = assess("4D Patch Splatting (4DPS)", LabelKind.TITLE, own, Shelf(survey, own))
    assert found.verdict is not Verdict.DISAGREES


def test_authors_who_bear_a_name_too_accuse_nobody() -> None:
    # Two papers are called RAP, and a Hao has written either; the cited record names no authors.
    other = Paper(
        "2410.05555", "RAP: Retrieval for Pictures", authors=("Hao Ran Hao",), submitted="2024-10-03"
    )
    cited = Paper("2305.06666", "Reasoning with Models Is Planning", submitted="2023-05-24")
    found = assess("RAP", LabelKind.NICKNAME, cited, Shelf(other, cited), "Hao et al.", 2023)
    assert found.verdict is not Verdict.DISAGREES or found.confidence is Confidence.LOW
