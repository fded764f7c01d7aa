"""The list of mentions: as a table for people, and as JSON, JSON lines or CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from arxlint.audit.csv import line
from arxlint.audit.naming import shown_name
from arxlint.audit.wording import clipped, counted
from arxlint.extract.model import Facts, Label, LabelKind, Mention, Strength
from arxlint.report.record import dump
from arxlint.report.result import SourceLookup
from arxlint.report.style import Paint, painter
from arxlint.report.visible import display_width, visible, visible_path
from arxlint.text.source import Source


def render(
    name: str, facts: Iterable[Facts], sources: SourceLookup, *, color: bool = False, width: int = 0
) -> Iterator[str]:
    """Yield the list in one of the formats ``table``, ``json``, ``jsonl`` and ``csv``.

    ``width`` is the number of terminal columns for the table, 0 for no limit.
    """
    documents = sorted((one for one in facts if one.mentions), key=lambda one: one.path)
    if name == "table":
        yield from _table(documents, sources, painter(color), width)
    elif name == "csv":
        yield from _csv(documents, sources)
    elif name == "jsonl":
        for record in _records(documents, sources):
            yield dump(record) + "\n"
    else:
        yield '{"version": 1,\n "mentions": ['
        separator = "\n  "
        for record in _records(documents, sources):
            yield separator + dump(record)
            separator = ",\n  "
        yield "]}\n"


def _records(documents: Sequence[Facts], sources: SourceLookup) -> Iterator[dict[str, Any]]:
    for facts in documents:
        source = sources.peek(facts.path)
        for mention in facts.mentions:
            yield mention_record(mention, facts.path, source)


def mention_record(mention: Mention, path: str, source: Source) -> dict[str, Any]:
    """Return a mention as the object that ``jsonl`` publishes."""
    return {
        "path": path,
        **_range(mention.start, mention.end, source),
        "text": mention.text,
        "id": mention.id,
        "version": mention.version,
        "form": mention.form,
        "block": mention.block,
        "labels": [
            {
                "text": label.text,
                "kind": str(label.kind),
                "strength": Strength(label.strength).name.lower(),
                **_range(label.start, label.end, source),
            }
            for label in mention.labels
        ],
        "claims": [
            {"kind": str(claim.kind), "value": claim.value, **_range(claim.start, claim.end, source)}
            for claim in mention.claims
        ],
    }


def _range(start: int, end: int, source: Source) -> dict[str, Any]:
    return {"start": source.position(start)._asdict(), "end": source.position(end)._asdict()}


def _csv(documents: Sequence[Facts], sources: SourceLookup) -> Iterator[str]:
    """One line a mention; of several labels or claims, each is on a line of its cell."""
    yield line(("path", "line", "column", "text", "id", "version", "form", "block", "labels", "claims"))
    for facts in documents:
        source = sources.peek(facts.path)
        for one in facts.mentions:
            at = source.position(one.start)
            labels = "\n".join(f"{label.kind}: {label.text}" for label in one.labels)
            claims = "\n".join(f"{claim.kind}: {claim.value}" for claim in one.claims)
            version = "" if one.version is None else str(one.version)
            place = (facts.path, str(at.line), str(at.column))
            yield line((*place, one.text, one.id, version, one.form, one.block, labels, claims))


def _table(documents: Sequence[Facts], sources: SourceLookup, paint: Paint, width: int) -> Iterator[str]:
    """A heading for each document; below it place, identifier, form, and what it is called."""
    count = 0
    for facts in documents:
        source = sources.peek(facts.path)
        about = ", ".join(visible(part) for part in (facts.kind, facts.instance, facts.date) if part)
        yield f"{paint('strong', visible_path(facts.path))}{f'  ({about})' if about else ''}\n"
        rows = []
        for one in facts.mentions:
            at = source.position(one.start)
            version = "" if one.version is None else f"v{one.version}"
            rows.append((f"{at.line}:{at.column}", f"{one.id}{version}", f"{one.form}", _called(one)))
        widths = [max(display_width(row[column]) for row in rows) for column in range(3)]
        for place, identifier, form, called in rows:
            lead = f"  {place:>{widths[0]}}  "
            rest = f"  {form:<{widths[2]}}  "
            room = width - len(lead) - widths[1] - len(rest)
            text = called if not width else clipped(called, max(20, room))
            pad = " " * (widths[1] - len(identifier))
            yield f"{lead}{paint('note', identifier)}{pad}{rest}{text}".rstrip() + "\n"
        count += len(rows)
    papers = len({mention.id for facts in documents for mention in facts.mentions})
    yield f"{counted(count, 'mention')} of {counted(papers, 'paper')} in {counted(len(documents), 'file')}\n"


def _called(mention: Mention) -> str:
    parts = [_quoted(label) for label in mention.labels]
    parts += [f"{claim.kind} {visible(claim.value)}" for claim in mention.claims]
    return ", ".join(parts)


def _quoted(label: Label) -> str:
    text = visible(shown_name(label))
    return f"“{text}”" if label.kind != LabelKind.DESCRIPTION else f"({text})"
