"""Plain numbers: whether ``2608.02703``, without prefix or URL, is an identifier or a quantity."""

from __future__ import annotations

import re
from typing import Final

from arxlint.recognise.identifier import new_style_flaw
from arxlint.recognise.months import LAST_COUNTED, max_sequence

_UNIT: Final = re.compile(
    r"\s?(?:[%‰°℃±×*^](?![*])|(?:usd|eur|gbp|cny|rmb|jpy|dollars?|euros?|yuan|ms|µs|us|ns|secs?|seconds?|s|mins?"
    r"|minutes?|hours?|hrs?|days?|[kmgt]i?b|bytes?|tok(?:ens?)?(?:/s)?|it/s|fps|[kmg]?hz|k|[hkm]?pa|[nmck]?m|kg|mg|g"
    r"|[kmgt]?ev|[km]?j|[km]?w|px|db|points?|pts?|steps?|build|x|[kmgtpe]?flops?|samples?|img(?:s|/s)?|images?|iters?"
    r"|iterations?|requests?|req/s|qps|rps|ops)(?![a-z])|元|美元|万|亿|秒|毫秒|分钟|小时|度|倍)",
    re.IGNORECASE,
)
_QUANTITIES: Final = frozenset(
    """price cost costs total sum avg average mean std median loss ppl perplexity score scores acc accuracy
    pressure temperature temp version versions ver v build builds release releases released rev revision
    step steps epoch epochs time runtime elapsed duration took latency throughput speed size sizes
    weight weights mass energy distance lr rate rates seed value values val about approx approximately
    roughly nearly worth paid pay usd eur gbp cny rmb jpy ip ipv lat lon latitude longitude offset port
    doi isbn issn pmid zbl mr vol volume pp page pages reward return max min rmse mae mse elo gain sha
    hash commit phone tel fax zip qq tag ckpt checkpoint iter iteration frequency wavelength angle depth
    height width length metric result output amount equal equals eq eqn eqs fig figure table sec section
    chapter line lines""".split()
)
_COPULAS: Final = frozenset("of is was at are in on to by".split())
_QUANTITIES_CJK: Final = tuple(
    (
        "价格 损失 耗时 用时 约 约为 版本 温度 压力 气压 速度 得分 平均 总计 共计 合计 延迟 吞吐 困惑度"
        " 金额 误差"
    ).split()
)
_LAST_WORD: Final = re.compile(r"([a-z]+)[0-9]?\Z")
_SIGNS: Final = frozenset("$€£¥₹±≈<≤≥+^×")
_ID_NAME: Final = re.compile(
    r"(?:id|ids|paper|papers|eprint|ref|refs|arxiv|query|abs|sources?)[\"']?\s*=\s*\Z", re.IGNORECASE
)
_TAG_BEFORE: Final = re.compile(r"<[A-Za-z/!][^<>]{0,200}>\Z")
_DOI_CUT: Final = re.compile(r"10\.[0-9]{4,9}/[^\s]{0,48}[./:(-]\s{1,2}(?:>\s)?\Z")
_NUMBER_BEFORE: Final = re.compile(r"(?<![0-9./])([0-9]{3,5})\.([0-9]{3,6})[\s,;|]{1,4}\Z")
_NUMBER_AFTER: Final = re.compile(r"[\s,;|]{1,4}([0-9]{3,5})\.([0-9]{3,6})(?![0-9.])")
_SEPARATORS: Final = tuple(" \t\n\r,;|")
_FOLLOWS: Final = re.compile(r"(?:.*[^0-9])?[0-9]{4}\.[0-9]{4,5}(?:v[0-9]+)?[/–-]\Z", re.DOTALL)
_OPENERS: Final = frozenset("([{（【［「“\"'`")
_CLOSERS: Final = frozenset(")]}）】］」”\"'`,;")
_HORIZON: Final = f"{int(LAST_COUNTED[:2]) + 2:02d}{LAST_COUNTED[2:]}"
_SPEAKS_FOR: Final = ("arxiv", "preprint", "eprint", "paper", "论文", "預印", "预印")
_CELL_BEFORE: Final = re.compile(r"(?:[|\t]|\A|\n|<t[dh][^<>]{0,80}>)[ *`\[]*\Z")
_CELL_AFTER: Final = re.compile(r"[ *`\]]*(?:[|\t\r\n]|\Z|</t[dh]>)")

YES: Final = "bare"
DOUBTFUL: Final = "doubtful"
"""Shaped like an identifier of the years 2007 to 2014, but nothing near it says that it is one."""
NO: Final = "unlikely"


def follows_identifier(head: str) -> bool:
    """Tell whether the text before a number ends with another identifier and a slash or dash."""
    return _FOLLOWS.match(head) is not None


def judge_plain(text: str, start: int, end: int, yymm: str, sequence: str) -> str:
    """Tell whether a plain ``YYMM.NNNNN`` is meant as an identifier: YES, NO or DOUBTFUL.

    The month must have had that many papers and nothing around may speak for a quantity.  The four-digit
    form (0704–1412) looks like any decimal number, so there something must speak *for* an identifier.
    """
    if yymm > _HORIZON or int(sequence) > max_sequence(yymm)[0]:
        return NO
    after = text[end : end + 1]
    if after.isascii() and (after.isalnum() or after == "_"):
        return NO
    left = text[max(0, start - 64) : start]
    if _before_speaks_against(text, start, end, left):
        return NO
    if says_number(left) or _UNIT.match(text, end) or _among_numbers(text, left, end):
        return NO
    if "10." in left and _DOI_CUT.search(left):
        return NO
    if len(sequence) == 5 or end - start > 9:  # (a version was given)
        return YES
    if _line_speaks_for(text, start, end):
        return YES
    before = left[-1:]
    if not before or before not in _OPENERS or after not in _CLOSERS:
        return DOUBTFUL
    if before == "(" and left[-2:-1].isascii() and (left[-2:-1].isalnum() or left[-2:-1] == "_"):
        return NO  # a call: tensor(1402.4835, …)
    return NO if says_number(left[:-1]) else YES


_LINE_REACH: Final = 600


def _line_speaks_for(text: str, start: int, end: int) -> bool:
    """Whether the line, or what of it is near (a line may be the whole file), has a word for papers."""
    first = max(0, start - _LINE_REACH)
    newline = text.rfind("\n", first, start)
    stop = text.find("\n", end, end + _LINE_REACH)
    line = text[newline + 1 if newline >= 0 else first : stop if stop >= 0 else end + _LINE_REACH].lower()
    return any(word in line for word in _SPEAKS_FOR)


def _before_speaks_against(text: str, start: int, end: int, left: str) -> bool:
    before = left[-1:]
    if not before:
        return False
    if before.isascii() and before.isalpha():
        return True
    if before == ">":
        return _TAG_BEFORE.search(text, max(0, start - 202), start) is None and left[-2:] != "\n>"
    if before in "$€£¥₹<+±×^\\%&":
        return True
    if before == "=" or (before == " " and left.rstrip().endswith("=")):
        return _ID_NAME.search(left) is None and not _line_speaks_for(text, start, end)
    if before == "~":  # (an approximation, unless it ties TeX words)
        return not left[-2:-1].isalnum()
    if before in "-_/–":
        return not (left[-2:-1].isalpha() or follows_identifier(left))
    return False


def _among_numbers(text: str, left: str, end: int) -> bool:
    """A neighbour of the same shape that cannot be an identifier makes both of them measurements."""
    before = _NUMBER_BEFORE.search(left) if left[-1:] in _SEPARATORS else None
    for neighbour in (before, _NUMBER_AFTER.match(text, end)):
        if neighbour and new_style_flaw(neighbour[1].zfill(4)[-4:], neighbour[2]):
            return True
    return False


def alone_in_cell(text: str, start: int, end: int) -> bool:
    """Tell whether a number fills a table cell, a tab-separated field or a line."""
    return (
        _CELL_BEFORE.search(text, max(0, start - 90), start) is not None
        and _CELL_AFTER.match(text, end) is not None
    )


def says_number(left: str) -> bool:
    """Tell whether the words or the sign just before a number announce a quantity."""
    head = left[-40:].rstrip()
    if head[-1:] in _SIGNS:
        return bool(head)
    head = head.rstrip(" \"'=:_-/.：为是").lower()
    word = _LAST_WORD.search(head)
    if word is None:
        return head.endswith(_QUANTITIES_CJK)
    if word[1] in _COPULAS:
        word = _LAST_WORD.search(head[: word.start()].rstrip(" \"'"))
    return word is not None and word[1] in _QUANTITIES
