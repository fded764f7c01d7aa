"""One briefing, as data until it is written: faults change the data, their lines are looked up after."""

from __future__ import annotations

import random

from benchmarks.generate.papers import Real


class Page:
    """A briefing.  ``count`` is the number of new papers that it claims, by default the right one."""

    def __init__(self, path: str, instance: str, topic: str, day: str, rng: random.Random) -> None:
        self.path = path
        self.instance = instance
        self.topic = topic
        self.day = day
        self.title_day = day
        self.new: list[Real] = []
        self.carried: list[Real] = []
        self.cards: dict[str, str] = {}
        self.source = ""
        self.baseline = ""
        self.count = 0
        self.extra: list[str] = []
        self.marked = ""
        """A piece of the line on which the fault of this page must be reported; empty if it has none."""
        self.nth = 1
        self.chinese = rng.random() < 0.5
        self.as_table = rng.random() < 0.4
        self.style = rng.randrange(3)

    def text(self) -> str:
        """Return the Markdown."""
        zh = self.chinese
        lines = [f"# {self.topic} · {'简报' if zh else 'briefing'} ({self.title_day})", ""]
        if self.baseline:
            lines += [f"{'基线活文档' if zh else 'Baseline'}: {self.baseline}", ""]
        if self.new:
            count = self.count or len({paper.id for paper in self.new})
            lines += [f"## 🆕 净增 {count} 件" if zh else f"## New papers ({count})", ""]
            lines += self._table(self.new) if self.as_table else self._list(self.new)
            lines.append("")
        if self.carried:
            lines += ["## 🔄 沿用" if zh else "## Carried over", "", *self._list(self.carried), ""]
        if self.extra:
            lines += ["## 其他" if zh else "## Also", "", *self.extra, ""]
        if self.source:
            lines += [f"{'来源' if zh else 'Source'}: {self.source}", ""]
        lines.append(f"{self.instance} · {self.day} 21:30 UTC")
        return "\n".join(lines) + "\n"

    def line(self) -> int:
        """Return the 1-based line that holds the ``nth`` occurrence of ``marked``."""
        found = 0
        for number, line in enumerate(self.text().split("\n"), 1):
            found += line.count(self.marked)
            if found >= self.nth:
                return number
        raise AssertionError(f"{self.path}: {self.marked!r} is not in it")

    def _list(self, papers: list[Real]) -> list[str]:
        return [f"- {self.entry(paper)}{self._card(paper)}" for paper in papers]

    def entry(self, paper: Real) -> str:
        """Return how this page writes a paper down."""
        if self.style == 0:
            return f"{paper.id}({paper.name})" if self.chinese else f"{paper.id} ({paper.name})"
        if self.style == 1:
            return f"[{paper.title}](https://arxiv.org/abs/{paper.id})"
        return f"**{paper.name}**, arXiv:{paper.id}"

    def _card(self, paper: Real) -> str:
        return f" → {self.cards[paper.id]}" if paper.id in self.cards else ""

    def _table(self, papers: list[Real]) -> list[str]:
        zh = self.chinese
        head = "| arXiv 号 | 论文 | 卡片 |" if zh else "| arXiv | paper | card |"
        return [head, "|---|---|---|"] + [
            f"| {paper.id} | {paper.name} | {self.cards.get(paper.id, '')} |" for paper in papers
        ]
