"""arXiv's two protocols, as its servers speak them.

The API: as in arXiv's own source (arxiv-search, classic API) and recorded answers: canonical identifiers
match exactly, everything else that merely *contains* an identifier is accepted and matches nothing, what
contains none fails the whole request with status 400; a missing paper or version is simply not in the feed.

OAI-PMH 2.0 as arXiv's server does it: ``arXivRaw`` with all versions, resumption tokens, errors as elements.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qs, urlencode
from xml.sax.saxutils import escape, quoteattr

from tests.loopback.corpus import Record

_CONTAINS_IDENTIFIER = re.compile(r"\d{4}\.\d{4,5}(v\d*)?|[a-z-]+(\.[a-z]{2})?/\d{7}(v\d+)?", re.IGNORECASE)
_CANONICAL = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+/\d{7})(?:v(\d+))?")
_FEED = (
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" '
    'xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">\n'
)
Answer = tuple[int, str, bytes]
"""Status, content type, body."""


def api_answer(papers: Mapping[str, Record], query: str) -> Answer:
    """Answer a query string of the API."""
    given = parse_qs(query)
    asked = [part.strip() for part in given.get("id_list", [""])[0].split(",") if part.strip()]
    for part in asked:
        if not _CONTAINS_IDENTIFIER.search(part):
            return api_error(400, f"incorrect id format for {part}")
    try:
        start = int(given.get("start", ["0"])[0])
        size = int(given.get("max_results", ["10"])[0])
    except ValueError:
        return api_error(400, "max_results must be an integer")
    if size > 2000:
        return api_error(400, "max_results must be at most 2000")
    found: dict[tuple[str, int], Record] = {}
    for part in asked:
        match = _CANONICAL.fullmatch(part)
        record = papers.get(match[1]) if match else None
        if match is None or record is None or record.deleted:
            continue
        number = int(match[2]) if match[2] else record.latest
        if 1 <= number <= record.latest:
            found[record.id, number] = record
    # The order is that of the index, not that of the request.
    hits = sorted(found.items(), key=lambda hit: hash_of(hit[0][0]))
    entries = "".join(_entry(record, number) for (_, number), record in hits[start : start + size])
    return 200, "application/atom+xml; charset=utf-8", _feed(query, len(hits), start, size, entries)


def hash_of(text: str) -> int:
    """Return a number that scatters identifiers, the same in every process."""
    from zlib import crc32

    return crc32(text.encode())


def api_error(status: int, text: str) -> Answer:
    """Return the API's error: a feed with one entry."""
    name = escape(text.replace(" ", "_"))
    entry = (
        f"<entry><id>https://arxiv.org/api/errors#{name}</id><title>Error</title>"
        f"<updated>2026-01-01T00:00:00Z</updated><published>2026-01-01T00:00:00Z</published>"
        f"<summary>{escape(text)}</summary><author><name>arXiv api core</name></author></entry>\n"
    )
    return status, "application/atom+xml; charset=utf-8", _feed("", 1, 0, 1, entry)


def _feed(query: str, total: int, start: int, size: int, entries: str) -> bytes:
    return (
        f"{_FEED}  <id>https://arxiv.org/api/{hash_of(query):x}</id>\n"
        f"  <title>arXiv Query: {escape(query)}</title>\n  <updated>2026-11-30T00:00:00Z</updated>\n"
        f"  <opensearch:itemsPerPage>{size}</opensearch:itemsPerPage>\n"
        f"  <opensearch:totalResults>{total}</opensearch:totalResults>\n"
        f"  <opensearch:startIndex>{start}</opensearch:startIndex>\n{entries}</feed>\n"
    ).encode()


def _entry(record: Record, number: int) -> str:
    authors = "".join(f"<author><name>{escape(name)}</name></author>" for name in record.authors)
    categories = "".join(f"<category term={quoteattr(name)}/>" for name in record.categories)
    optional = "".join(
        f"<arxiv:{tag}>{escape(text)}</arxiv:{tag}>"
        for tag, text in (
            ("comment", _comment(record)),
            ("journal_ref", record.journal_ref),
            ("doi", record.doi),
        )
        if text
    )
    address = f"arxiv.org/abs/{record.id}v{number}"
    return (
        f"<entry><id>http://{address}</id><title>{escape(record.titles[number - 1])}</title>"
        f"<updated>{record.dates[number - 1]}T10:00:00Z</updated>"
        f'<link href="https://{address}" rel="alternate" type="text/html"/>'
        f"<summary>{escape(record.abstract)}</summary>{categories}"
        f"<published>{record.dates[0]}T10:00:00Z</published>{optional}"
        f"<arxiv:primary_category term={quoteattr(record.categories[0])}/>{authors}</entry>\n"
    )


def _comment(record: Record) -> str:
    return record.comment or ("This paper has been withdrawn by the authors" if record.withdrawn else "")


def oai_answer(papers: Mapping[str, Record], query: str, page_size: int, date: str) -> Answer:
    """Answer a query string of the OAI-PMH interface; ``date`` is the server's today."""
    given = _parameters(query)
    body = _oai_body(papers, given, page_size)
    text = (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">\n'
        f"<responseDate>{date}T00:00:00Z</responseDate><request>http://oaipmh.arxiv.org/oai</request>\n"
        f"{body}\n</OAI-PMH>\n"
    )
    return 200, "text/xml; charset=utf-8", text.encode()


def _oai_body(papers: Mapping[str, Record], given: dict[str, str], page_size: int) -> str:
    verb = given.get("verb")
    if verb == "Identify":
        return "<Identify><repositoryName>arXiv</repositoryName></Identify>"
    if verb == "GetRecord":
        record = papers.get(given.get("identifier", "").removeprefix("oai:arXiv.org:"))
        if record is None:
            return _oai_error("idDoesNotExist", "nothing matches this identifier")
        return f"<GetRecord>{_oai_record(record)}</GetRecord>"
    if verb != "ListRecords":
        return _oai_error("badVerb", f"illegal verb {verb}")
    skip = 0
    if token := given.get("resumptionToken"):
        given = _parameters(token)
        if not given.get("skip", "").isdecimal():
            return _oai_error("badResumptionToken", "the token is not valid")
        skip = int(given["skip"])
    if given.get("metadataPrefix") != "arXivRaw":
        return _oai_error("cannotDisseminateFormat", "only arXivRaw here")
    since, until = given.get("from", ""), given.get("until", "9999")
    matching = [record for record in papers.values() if since <= record.stamp <= until]
    matching.sort(key=lambda record: (record.stamp, record.id))
    if not matching:
        return _oai_error("noRecordsMatch", "no records match")
    return _oai_list(matching, skip, page_size, given)


def _oai_list(matching: Sequence[Record], skip: int, page_size: int, given: dict[str, str]) -> str:
    page = "".join(_oai_record(record) for record in matching[skip : skip + page_size])
    token = ""
    if skip + page_size < len(matching):
        kept = ("metadataPrefix", "from", "until")
        rest: dict[str, str | int] = {key: given[key] for key in kept if key in given}
        token = urlencode({**rest, "skip": skip + page_size})
    return f"<ListRecords>{page}<resumptionToken>{escape(token)}</resumptionToken></ListRecords>"


def _parameters(query: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(query).items()}


def _oai_error(code: str, text: str) -> str:
    return f'<error code="{code}">{escape(text)}</error>'


def _oai_record(record: Record) -> str:
    identifier = f"<identifier>oai:arXiv.org:{record.id}</identifier><datestamp>{record.stamp}</datestamp>"
    if record.deleted:
        return f'<record><header status="deleted">{identifier}</header></record>\n'
    versions = "".join(
        f'<version version="v{number}"><date>{_rfc822(date)}</date><size>12kb</size>'
        f"<source_type>{'I' if record.withdrawn and number == record.latest else 'D'}</source_type></version>"
        for number, date in enumerate(record.dates, start=1)
    )
    optional = "".join(
        f"<{tag}>{escape(text)}</{tag}>"
        for tag, text in (
            ("comments", record.comment),
            ("journal-ref", record.journal_ref),
            ("doi", record.doi),
        )
        if text
    )
    return (
        f"<record><header>{identifier}<setSpec>cs</setSpec></header><metadata>"
        '<arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/">'
        f"<id>{record.id}</id><submitter>{escape(record.authors[0])}</submitter>{versions}"
        f"<title>{escape(record.titles[-1])}</title><authors>{escape(', '.join(record.authors))}</authors>"
        f"<categories>{' '.join(record.categories)}</categories>{optional}"
        f"<abstract>{escape(record.abstract)}</abstract></arXivRaw></metadata></record>\n"
    )


def _rfc822(date: str) -> str:
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    year, month, day = date.split("-")
    return f"Mon, {int(day)} {months[int(month) - 1]} {year} 10:00:00 GMT"
