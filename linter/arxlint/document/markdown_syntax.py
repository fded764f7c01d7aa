"""The patterns of Markdown's block structure (CommonMark 0.31, GFM tables), all linear in their input.

Repetitions are possessive or followed by a character that they cannot match, so that no pattern backtracks
over more than its own line.
"""

from __future__ import annotations

import re

INDENT = re.compile(r"[ \t]*+")

_NEVER_STARTS = (
    r"(?!["  # what may open a block, conservatively: such lines take the slow way
    r">#<=|:]"
    r"|\d{1,9}[.)]"
    r"|[-+][ \t\n\-|:]|-\Z|\+\Z"
    r"|\*[ \t\n*]|\*\Z"
    r"|_[ \t_]"
    r"|```|~~~|\[\^)"
)
CONTINUATION = re.compile(rf"(?:[ \t]*+{_NEVER_STARTS}[^\n]++(?:\n|\Z))+")
"""Lines that cannot be anything but more text of the paragraph that is open."""

BLANK_LINES = re.compile(r"(?:[ \t]*+\n)+")
NEXT_BLANK_LINE = re.compile(r"\n(?=[ \t]*+(?:\n|\Z))")
TABLE_LINES = re.compile(r"(?:\|[^\n]*+(?:\n|\Z))+")

_HTML_NAMES = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl"
    "|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link"
    "|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th"
    "|thead|title|tr|track|ul"
)
_ATTRIBUTE = (
    r"[ \t]++[a-zA-Z_:][a-zA-Z0-9:._-]*+(?:[ \t]*+=[ \t]*+(?:[^ \t\n\"'=<>`]++|'[^'\n]*+'|\"[^\"\n]*+\"))?+"
)
HTML_STARTS = re.compile(
    r"<(?:"
    r"(?P<raw>(?i:script|pre|style|textarea)(?=[ \t\n>]|\Z))"
    r"|(?P<comment>!--)"
    r"|(?P<instruction>\?)"
    r"|(?P<declaration>![A-Za-z])"
    r"|(?P<cdata>!\[CDATA\[)"
    rf"|(?P<block>/?(?i:{_HTML_NAMES})(?=[ \t\n]|/?>|\Z))"
    rf"|(?P<other>(?:[a-zA-Z][a-zA-Z0-9-]*+(?:{_ATTRIBUTE})*+[ \t]*+/?>|/[a-zA-Z][a-zA-Z0-9-]*+[ \t]*+>)"
    r"[ \t]*+(?=\n|\Z))"
    r")"
)
HTML_STRUCTURE = re.compile(r"<(?i:t[rdh]|li|h[1-6]|blockquote)[ \t\n>]")
"""Tags that make a region of HTML worth its own blocks."""
HTML_ENDS = {
    "raw": re.compile(r"</(?i:script|pre|style|textarea)>"),
    "comment": re.compile("-->"),
    "instruction": re.compile(r"\?>"),
    "declaration": re.compile(">"),
    "cdata": re.compile(r"\]\]>"),
}
"""Where the kinds of HTML block end that do not end at a blank line."""

STARTS = re.compile(
    r"(?P<quote>>)"
    r"|(?P<atx>\#{1,6}(?=[ \t\n]|\Z))"
    r"|(?P<fence>`{3,}+(?=[^`\n]*+(?:\n|\Z))|~{3,}+)"
    r"|(?P<html><)"
    r"|(?P<rule>(?:(?:\*[ \t]*+){3,}+|(?:-[ \t]*+){3,}+|(?:_[ \t]*+){3,}+)(?=\n|\Z))"
    r"|(?P<bullet>[-+*](?=[ \t\n]|\Z))"
    r"|(?P<ordered>\d{1,9}[.)](?=[ \t\n]|\Z))"
    r"|(?P<note>\[\^[^\]\s]++\]:)"
)
"""What can open a block at the first non-blank character of a line."""

SETEXT = re.compile(r"(?:=++|-++)[ \t]*+(?=\n|\Z)")
DELIMITERS = re.compile(r"\|?+[ \t]*+:?+-++:?+[ \t]*+(?:\|[ \t]*+:?+-++:?+[ \t]*+)*+\|?+[ \t]*+(?=\n|\Z)")
PIPE = re.compile(r"(?<!\\)\|")

DEFINITION = re.compile(
    r"\[(?P<label>(?:[^\[\]\\]|\\.){1,999}+)\]:[ \t]*+(?:\n[ \t>]*+)?+"
    r"(?P<target><[^<>\n]*+>|[^\s<][^\s]*+)(?=[ \t\n]|\Z)",
    re.DOTALL,
)
TITLE = re.compile(
    r"(?P<gap>[ \t]++(?:\n[ \t>]*+)?+|\n[ \t>]*+)"
    r"(?:\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\))[ \t]*+(?=\n|\Z)",
    re.DOTALL,
)
FENCE_END = re.compile(r"(?P<fence>`{3,}+|~{3,}+)[ \t]*+(?=\n|\Z)")
NEXT_FENCE_END = re.compile(r"\n {0,3}(?P<fence>`{3,}+|~{3,}+)[ \t]*+(?=\n|\Z)")
LINE_REST = re.compile(r"[ \t]*+(?:\n|\Z)")

FRONT_MATTER = re.compile(
    r"(?P<fence>---|\+\+\+)[ \t]*+\n(?:[ \t]*+\n|[ \t]*+\#[^\n]*+\n)*+"
    r"(?=[ \t]*+[\"']?[\w.@/-]++[\"']?[ \t]*+[:=]|\[)"
)
"""A metadata block opens with its fence and then a key, which is what a thematic break is not followed by."""

FRONT_MATTER_ENDS = {
    "---": re.compile(r"\n(?:---|\.\.\.)[ \t]*+(?=\n|\Z)"),
    "+++": re.compile(r"\n\+\+\+[ \t]*+(?=\n|\Z)"),
}

WIKILINK = re.compile(r"\[\[[^\[\]\n]++\]\]")
