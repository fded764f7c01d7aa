r"""One form for the many ways in which a title or a name is written.

``C$^2$KV``, ``C²KV`` and ``C<sup>2</sup>KV`` are one name; ``Qwen2`` and ``Qwen2.5`` are two, and so are
``LP`` and ``LP++``.  Folding removes what varies between people, tools and type-setters (case, accents,
LaTeX and HTML mark-up, kinds of hyphen, dash, quote and blank, Greek by letter or by name) and keeps what
tells names apart: letters, digits, ``+`` and ``#`` behind a name, and the point inside a number.

Everything here takes time linear in the length of the text.  Plain ASCII takes a short cut.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_GREEK_NAMES: Final = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma "
    "tau upsilon phi chi psi omega"
).split()

_SYMBOLS: Final[dict[str, str]] = {
    **{chr(0x3B1 + index): name for index, name in enumerate(_GREEK_NAMES)},
    "∞": " inf ",
    "→": " to ",
    "⟶": " to ",
    "×": "x",
    "√": " sqrt ",
    "±": " pm ",
    "∂": " partial ",
    "∇": " nabla ",
    "&": " and ",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "æ": "ae",
    "œ": "oe",
    "ı": "i",
    "ȷ": "j",
    "ħ": "h",
}

_COMMANDS: Final[dict[str, str]] = {
    **dict.fromkeys(
        # Type style, spacing, size of delimiters and accents leave no trace; accents that are letters
        # (\c, \v, \H, ...) are looked up in lower case like all the others.
        "emph text textit textbf texttt textsc textsf textrm textup textsl textnormal textsuperscript "
        "textsubscript mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak mathscr mathnormal "
        "boldsymbol bm pmb operatorname ensuremath mbox hbox rm bf it sl sc tt em cal frac dfrac tfrac left "
        "right big bigl bigr limits nolimits displaystyle overline underline bar hat tilde vec dot ddot "
        "widehat widetilde check breve acute grave mathring mathop mathrel mathbin phantom relax protect "
        "xspace small large huge tiny normalsize ast star circ cdot cdots ldots dots textquotesingle "
        "textquoteright textquoteleft prime c v u h k r b d t s p".split(),
        "",
    ),
    **dict.fromkeys("quad qquad space textendash textemdash newline linebreak textbackslash".split(), " "),
    **{name: name for name in _GREEK_NAMES},
    **{"var" + name: name for name in ("epsilon", "theta", "pi", "rho", "sigma", "phi", "kappa")},
    **{name: name for name in ("o", "l", "i", "j", "ae", "oe", "ss", "th")},
    "aa": "a",
    "imath": "i",
    "jmath": "j",
    "dj": "d",
    "ell": "l",
    "hbar": "h",
    "infty": "inf",
    "times": "x",
    "rightarrow": " to ",
    "longrightarrow": " to ",
    "textregistered": "",
    "texttrademark": "",
    "textplus": "+",
}

_ESCAPES: Final[dict[str, str]] = {
    **dict.fromkeys("\"'`^~=.-!/()[]", ""),
    **dict.fromkeys("\\,;: {}$%_@", " "),
    "&": "&",
    "#": "#",
}

_COMMAND: Final = re.compile(r"\\(?:([A-Za-z]+)([ \t]*)|([^A-Za-z]))")
# Attributes are bounded so that a text full of "<i" costs no more than its length.
_TAG: Final = re.compile(
    r"</?(sup|sub|i|b|em|strong|span|u|tt|code|small|font|sc|br|p|a|wbr|mark|inf|mml:[a-z]{1,12})"
    r"(?:\s[^<>]{0,200})?/?>",
    re.IGNORECASE,
)
_ENTITY: Final = re.compile(r"&#?[A-Za-z0-9]{2,31};")
_STRAY_POINT: Final = re.compile(r"(?<![0-9])\.|\.(?![0-9])")
_STRAY_HASH: Final = re.compile(r"(?<![a-z0-9])#")
_DIGITS_APART: Final = re.compile(r"[0-9] [0-9]")
_BLANK_TO_DROP: Final = re.compile(r"(?<![0-9]) | (?![0-9])")
# Compiled at its first use by the functions of re: large sets of characters take milliseconds.
_CJK_RUN: Final = "([\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+)"
_ARTICLE: Final = re.compile(r"\s*(?:the|an|a)\s+(?=\S)", re.IGNORECASE)
_MARKUP: Final = re.compile(r"[\\$&<^{}]")


def _is_combining(code: int) -> bool:
    """Accents and enclosures of any script; the vowel signs of Indic and other scripts are not accents."""
    return (
        0x300 <= code <= 0x36F
        or 0x1AB0 <= code <= 0x1AFF
        or 0x1DC0 <= code <= 0x1DFF
        or 0x20D0 <= code <= 0x20FF
        or 0xFE20 <= code <= 0xFE2F
    )


def _fold_character(char: str) -> str:
    """Return the folded form of one character that NFKC and case folding have been applied to."""
    if char in _SYMBOLS:
        return _SYMBOLS[char]
    code = ord(char)
    if _is_combining(code):
        return ""
    category = unicodedata.category(char)
    if code < 0x590 or 0x1E00 <= code <= 0x1FFF:
        # Latin, Greek and Cyrillic lose their accents.  Kana and Hangul must not be taken apart.
        base = unicodedata.normalize("NFD", char)
        if base != char:
            return "".join(_fold_character(part) for part in base)
    if category[0] in "LN" or category in ("Mn", "Mc"):
        return char
    if category in ("Cf", "Cc") and not char.isspace():
        return ""
    return " "


class _Table(dict[int, str]):
    """A translation table that works out a character when it meets it first."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_character(chr(code))
        return folded


_TABLE: Final = _Table(
    {
        **{code: " " for code in range(128) if not chr(code).isalnum()},
        **{ord(char): char for char in "+#."},
        **{ord(char): "" for char in "'`´‘’ʼʹ′“”„«»\u00ad\u200b\u200c\u200d\u2060\ufeff"},
        ord("&"): " and ",
    }
)
_ASCII: Final[dict[int, str | None]] = {
    code: None
    if chr(code) in "'`"
    else (chr(code).lower() if chr(code).isalnum() or chr(code) in "+#." else " ")
    for code in range(128)
}
# Deleted before NFKC, which would spell them out as letters.
_MARKS: Final = {ord("™"): None, ord("®"): None, ord("©"): None, ord("℠"): None}


def _expand_command(match: re.Match[str]) -> str:
    name, blank, escape = match.groups()
    if name is None:
        return _ESCAPES.get(escape, " ")
    known = _COMMANDS.get(name.lower())
    if known is None:
        return f" {name} "  # \log, \min, \LaTeX: the word that is printed
    return known + " " if blank and len(known) > 2 else known


def _expand_tag(match: re.Match[str]) -> str:
    return " " if match[1].lower() in ("br", "p") else ""


def _strip_markup(text: str) -> str:
    """Take away LaTeX and HTML mark-up; what remains may still hold any character."""
    if "&" in text and _ENTITY.search(text):
        from html import unescape  # its table of entities is large, and entities are rare

        text = unescape(text)
    if "<" in text:
        text = _TAG.sub(_expand_tag, text)
    latex = "$" in text or "\\" in text
    if "\\" in text:
        text = _COMMAND.sub(_expand_command, text)
    text = text.replace("}{", " ").replace("{", "").replace("}", "")
    if latex:
        text = text.replace("$", "").replace("_", "")
    return text.replace("^", "")


def _spaced(text: str) -> str:
    """Return the folded text with blanks where anything separated two words (not yet collapsed)."""
    if text.isascii():
        if _MARKUP.search(text):
            text = _strip_markup(text)
        if text.isascii():
            folded = text.translate(_ASCII) if "&" not in text else text.lower().translate(_TABLE)
        else:
            folded = _spaced_unicode(text)
    else:
        folded = _spaced_unicode(_strip_markup(text) if _MARKUP.search(text) else text)
    if "." in folded:
        folded = _STRAY_POINT.sub(" ", folded)
    if "#" in folded:
        folded = _STRAY_HASH.sub(" ", folded)
    return folded


def _spaced_unicode(text: str) -> str:
    text = unicodedata.normalize("NFKC", text.translate(_MARKS)).casefold()
    return unicodedata.normalize("NFC", text).translate(_TABLE)


def fold(text: str) -> str:
    """Return the form under which titles and names are equal.

    Blanks and hyphens are dropped altogether (``KV-Cache``, ``KV cache``, ``KVCache``), except between
    two digits, where they part numbers.

    >>> fold("C$^2$KV") == fold("C²KV") == fold("C<sup>2</sup>KV") == "c2kv"
    True
    >>> fold("Qwen2"), fold("Qwen2.5"), fold("LP++")
    ('qwen2', 'qwen2.5', 'lp++')
    """
    parts = _spaced(text).split()
    joined = "".join(parts)
    if len(parts) > 1 and not joined.isalpha():
        spaced = " ".join(parts)
        if _DIGITS_APART.search(spaced):
            return _BLANK_TO_DROP.sub("", spaced)
    return joined


def words(text: str) -> list[str]:
    """Return the folded words in order, repeated ones included.

    A hyphen parts words, mark-up inside a name does not (``C$^2$KV`` is one word).  A run of Chinese,
    Japanese or Korean characters is one word, parted from the Latin letters that touch it, so that callers
    can leave it out (it has no ASCII letter) or compare it whole.

    >>> words("LLM推理加速: C$^2$KV, KV-Cache")
    ['llm', '推理加速', 'c2kv', 'kv', 'cache']
    """
    folded = _spaced(text)
    if not folded.isascii():
        folded = re.sub(_CJK_RUN, r" \1 ", folded)
    found = folded.split()
    if "+" in folded:
        found = [word for word in found if word.strip("+")]
    return found


_SEPARATOR: Final = re.compile(r"[:：—–|-]")


def _separator_end(title: str, start: int) -> int:
    """Return where the separator that begins at ``start`` ends, or -1 if that character parts no name."""
    char = title[start]
    before, after = title[start - 1 : start], title[start + 1 : start + 2]
    if char == ":":
        # Neither a ratio or a time ("1:1") nor a URL.
        inside = (before.isdigit() and after.isdigit()) or title.startswith("//", start + 1)
        return -1 if inside else start + 1
    if char in "：—":
        return start + 1
    if char == "-" and after == "-":
        return start + (3 if title.startswith("-", start + 2) else 2)
    return start + 1 if before.isspace() and after.isspace() else -1


def split_head(title: str) -> tuple[str, str] | None:
    """Return the name that a title begins with and what follows it, as written, or None if it has none."""
    for found in _SEPARATOR.finditer(title):
        start = found.start()
        end = _separator_end(title, start)
        if end >= 0:
            name, rest = title[:start].strip(), title[end:].strip(" -:")
            return (name, rest) if name and rest else None
    return None


def head(title: str) -> str | None:
    """Return the name that a title begins with, as written, or None if it has none.

    The name is what stands before the first colon, em dash or ``--``, or before a hyphen, en dash or bar
    between blanks.

    >>> head("C$^2$KV: Compressed and Composable KV Cache Reuse")
    'C$^2$KV'
    >>> head("Attention Is All You Need") is None
    True
    """
    parts = split_head(title)
    return None if parts is None else parts[0]


def two_names(text: str) -> tuple[str, ...]:
    """Return the names of a label that gives two: ``LCM / Latent Consistency Models``; else nothing."""
    if len(text) > _TWO_NAMES or " / " not in text:
        return ()
    parts = tuple(part.strip() for part in text.split(" / "))
    return parts if len(parts) == 2 and all(parts) else ()


_TWO_NAMES: Final = 60
"""Code points that two names have at most."""


def name_key(text: str) -> str:
    """Return the form under which names are equal: folded, without an article in front ("The Pile")."""
    article = _ARTICLE.match(text)
    return fold(text[article.end() :] if article else text)
