"""Facts of one document: from bytes to everything that rules want to know."""

from __future__ import annotations

from typing import Final

from arxlint.config.profile import Profile
from arxlint.document.model import Block, BlockKind, Document
from arxlint.document.parse import parse
from arxlint.extract.mentions import extract_mentions
from arxlint.extract.model import Facts, Malformed, Mention
from arxlint.recognise.raw import may_have_identifiers
from arxlint.text.directive import find_directives
from arxlint.text.source import Source

LONGEST_LINE: Final = 1_000_000
"""Code points.  In a document with a longer line identifiers are found, but its structure is not read."""


def has_long_line(text: str) -> bool:
    """Tell whether a line is too long for the document's structure to be read."""
    return len(text) >= LONGEST_LINE and any(
        len(line) >= LONGEST_LINE and max(map(len, line.split("\r"))) >= LONGEST_LINE
        for line in text.split("\n")
    )


def extract_facts(source: Source, profile: Profile, raw: bytes | None = None) -> Facts:
    """Read all facts of a source.  ``raw`` are its bytes, if at hand: they tell quickly that nothing is there."""
    kind, instance, date = profile.classify(source.path)
    empty = Facts(source.path, instance=instance, date=date, kind=kind)
    if raw is not None and not kind and source.encoding == "utf-8" and not may_have_identifiers(raw):
        return empty
    text = source.text
    long = has_long_line(text)
    if long:
        document = Document(text, "text", (Block(BlockKind.CODE, 0, len(text)),))
    else:
        document = parse(text, source.path)
    extracted = extract_mentions(document)
    nothing = not extracted.mentions and not extracted.malformed and not kind
    if nothing and "arxlint:" not in text:
        return empty
    from arxlint.extract.dates import read_dates, read_living_version
    from arxlint.extract.listings import read_listings
    from arxlint.extract.references import read_references

    mentions = extracted.mentions
    listings, counts = read_listings(document, mentions, profile)
    facts = empty._replace(
        mentions=tuple(mentions),
        malformed=tuple(extracted.malformed),
        listings=tuple(listings),
        counts=tuple(counts),
        references=() if long else tuple(read_references(document, mentions, profile, source.path)),
        dates=tuple(read_dates(document, profile, source.path)),
        living_version=read_living_version(document, profile) if kind == "living" else "",
    )
    facts = facts if document.offsets is None else _to_raw(facts, document)
    directives = find_directives(text, source.path, _code_spans(document)) if "arxlint:" in text else ()
    if not facts.date and facts.dates:
        facts = facts._replace(date=facts.dates[0].date)
    return facts._replace(directives=directives)


def _code_spans(document: Document) -> list[tuple[int, int]]:
    """Code blocks show directives, they do not give them."""
    if document.format not in ("markdown", "text"):
        return []
    return [(block.start, block.end) for block in document.blocks if block.kind == BlockKind.CODE]


def _to_raw(facts: Facts, document: Document) -> Facts:
    """Move all spans of embedded text (a notebook's cells) to where they stand in the file."""
    span = document.raw_span

    def mention_to_raw(mention: Mention) -> Mention:
        start, end = span(mention.start, mention.end)
        return mention._replace(
            start=start,
            end=end,
            version_start=span(mention.version_start, mention.end)[0]
            if mention.version_start < mention.end
            else end,
            outer_start=span(mention.outer_start, mention.end)[0],
            labels=tuple(
                label._replace(start=moved[0], end=moved[1])
                for label in mention.labels
                for moved in (span(label.start, label.end),)
            ),
            claims=tuple(
                claim._replace(start=moved[0], end=moved[1])
                for claim in mention.claims
                for moved in (span(claim.start, claim.end),)
            ),
        )

    def moved_malformed(item: Malformed) -> Malformed:
        start, end = span(item.start, item.end)
        return item._replace(start=start, end=end, outer_start=span(item.outer_start, item.end)[0])

    return facts._replace(
        mentions=tuple(map(mention_to_raw, facts.mentions)),
        malformed=tuple(map(moved_malformed, facts.malformed)),
        listings=tuple(
            listing._replace(
                start=span(listing.start, listing.end)[0],
                end=span(listing.start, listing.end)[1],
                intro_start=span(listing.intro_start, listing.intro_end)[0],
                intro_end=span(listing.intro_start, listing.intro_end)[1],
                entries=tuple(
                    entry._replace(start=span(entry.start, entry.end)[0], end=span(entry.start, entry.end)[1])
                    for entry in listing.entries
                ),
            )
            for listing in facts.listings
        ),
        counts=tuple(
            count._replace(start=span(count.start, count.end)[0], end=span(count.start, count.end)[1])
            for count in facts.counts
        ),
        references=tuple(
            reference._replace(
                start=span(reference.start, reference.end)[0], end=span(reference.start, reference.end)[1]
            )
            for reference in facts.references
        ),
        dates=tuple(
            date._replace(start=span(date.start, date.end)[0], end=span(date.start, date.end)[1])
            for date in facts.dates
        ),
    )
