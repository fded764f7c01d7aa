"""Every text can be read: at least 4.5:1 on its ground, in both themes (WCAG 2.2, level AA)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.audit.synthetic import Base

FAINT = """() => {
  const parse = (text) => {
    const parts = (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
    return [parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : 1];
  };
  const over = (top, below) => {
    const mix = [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]));
    return [...mix, 1];
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => {
      const c = v / 255;
      return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      layers.push(parse(getComputedStyle(at).backgroundColor));
      if (layers[layers.length - 1][3] === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const faint = new Set();
  let seen = 0;
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !element.checkVisibility() || element.closest('.visually-hidden, .skip, .zero')) continue;
    seen += 1;
    const style = getComputedStyle(element);
    const below = ground(element);
    const text = over(parse(element.closest('svg') ? style.fill : style.color), below);
    const [high, low] = [luminance(text), luminance(below)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) {
      faint.add(`${element.tagName}.${element.getAttribute('class')} ${text.map(Math.round)} on `
        + `${below.map(Math.round)}: ${ratio.toFixed(2)}`);
    }
  }
  return [seen, [...faint]];
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "view",
    ["", "view=findings&group=conflict&sev=error", "view=findings&finding={0}", "view=papers&show={1}"],
)
def test_contrast(open_page: Any, small: Base, theme: str, view: str) -> None:
    report = small.report()
    finding = next(one for one in report.findings if one.diagnostic.suggestion and one.related)
    withdrawn = next(paper for paper in report.papers if paper.state == "withdrawn")
    place = view.format(finding.diagnostic.fingerprint, withdrawn.id)
    page = open_page(small, place, color_scheme=theme)
    seen, faint = page.evaluate(FAINT)
    assert seen > 50
    assert faint == []
