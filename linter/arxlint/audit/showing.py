"""One paper for the terminal: what arXiv says, and every place of the base that cites it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxlint.audit.lookup import Candidate, Found
from arxlint.audit.model import Citation, PaperEntry
from arxlint.audit.wording import clipped, counted, readable
from arxlint.metadata.paper import Absent, Paper
from arxlint.report.style import Paint
from arxlint.report.visible import visible

_FIELD = 12


def show_paper(paper: PaperEntry, paint: Paint) -> Iterator[str]:
    """Yield lines on a paper."""
    answer = paper.answer
    title = readable(answer.title) if isinstance(answer, Paper) else ""
    yield f"{paint('strong', f'arXiv:{paper.id}')}  {paint('strong', visible(title))}".rstrip() + "\n"
    if isinstance(answer, Paper):
        yield from _arxiv(answer)
    elif isinstance(answer, Absent):
        said = f"arXiv has no such paper ({visible(answer.source)}, {answer.as_of})"
        yield f"  {paint('error', said)}\n"
    else:
        yield "  unverified: no source of metadata knows this identifier\n"
    if not paper.citations:
        yield "\nNot cited in this base.\n"
        return
    if paper.names:
        yield f"\n{paint('strong', 'Names in the base')}\n"
        for name in paper.names:
            who = f"  ({', '.join(visible(one) for one in name.instances)})" if name.instances else ""
            yield f"  “{visible(name.text)}”  {name.kind}, {counted(name.times, 'time')}{who}\n"
    where = f"Cited in {counted(len(paper.citations), 'place')}"
    yield f"\n{paint('strong', where)}\n"
    yield from _places(paper)


def _arxiv(paper: Paper) -> Iterator[str]:
    def field(name: str, value: str) -> Iterator[str]:
        if value:
            yield f"  {name:<{_FIELD}}{value}\n"

    if paper.withdrawn is not None:
        yield from field("withdrawn", visible(paper.withdrawn) or "yes")
    yield from field("authors", visible(", ".join(paper.authors)))
    for number, version in enumerate(paper.versions):
        parts = [f"v{version.number}", version.date or "date unknown"]
        if version.withdrawn:
            parts.append("withdrawn")
        if version.title and version.title != paper.title:
            parts.append(f"“{visible(version.title)}”")
        yield from field("versions" if number == 0 else "", "  ".join(parts))
    if paper.submitted and not paper.versions:
        yield from field("submitted", paper.submitted)
    if paper.versions and not paper.versions_complete:
        yield from field("", "(more versions may exist)")
    for title in paper.other_titles:
        yield from field("was called", visible(title))
    yield from field("categories", visible(", ".join(paper.categories) or paper.primary or ""))
    yield from field("published", visible(paper.journal_ref or ""))
    yield from field("doi", visible(paper.doi or ""))
    yield from field("comment", visible(paper.comment or ""))
    source = visible(paper.source) + (f", as of {paper.as_of}" if paper.as_of else "")
    yield from field("source", source)


def _places(paper: PaperEntry) -> Iterator[str]:
    groups: dict[str, list[Citation]] = {}
    for citation in paper.citations:
        groups.setdefault(citation.instance, []).append(citation)
    for instance in sorted(groups, key=lambda one: (one == "", one)):
        indent = "  "
        if len(groups) > 1 or instance:
            yield f"  {visible(instance) or '(no instance)'}\n"
            indent = "    "
        for one in sorted(groups[instance], key=lambda one: (one.date or "9999", one.path, one.line)):
            name = f"  “{visible(paper.names[one.name].text)}”" if one.name >= 0 else ""
            version = f"  v{one.version}" if one.version is not None else ""
            where = f"{visible(one.path)}:{one.line}:{one.column}"
            yield f"{indent}{one.date or '    –     '}  {where}{version}{name}\n"


def show_candidates(query: str, found: Found, paint: Paint, width: int) -> Iterator[str]:
    """Yield lines on papers that a name may mean, because it is several papers' or nobody's."""
    if found.papers:
        count = counted(len(found.papers), "paper")
        yield f"“{visible(query)}” is {count}; ask for one by its identifier:\n"
        yield from _candidates(found.papers, paint, width)
        return
    yield f"Nothing is called “{visible(query)}”, neither in this base nor in the metadata at hand.\n"
    if found.near:
        yield "Near it:\n"
        yield from _candidates(found.near, paint, width)


def _candidates(candidates: Sequence[Candidate], paint: Paint, width: int) -> Iterator[str]:
    size = max(len(one.id) for one in candidates)
    for one in candidates:
        yield f"  {paint('strong', one.id)}{' ' * (size - len(one.id))}  "
        yield clipped(visible(readable(one.title)) or "(unverified)", max(20, width - size - 4)) + "\n"
        why = ["so named by arXiv"] if one.named else []
        if one.places:
            who = f" by {', '.join(visible(name) for name in one.instances)}" if one.instances else ""
            why.append(f"called “{visible(one.name)}” in {counted(one.places, 'place')}{who}")
        if why:
            yield f"  {' ' * size}  {'; '.join(why)}\n"
