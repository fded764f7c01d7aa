"""arXiv's archives, for old-style identifiers (``hep-th/9901001``).

Source: the taxonomy in arXiv's base library (``arxiv/taxonomy/definitions.py``).  First and last months are
as ``YYMM`` of the life span there; they are taxonomy dates, so a few months' difference proves nothing.
"""

from __future__ import annotations

from typing import Final

ARCHIVES: Final[dict[str, tuple[str, str]]] = {
    "acc-phys": ("9411", "9609"),
    "adap-org": ("9303", "9912"),
    "alg-geom": ("9202", "9712"),
    "ao-sci": ("9502", "9609"),
    "astro-ph": ("9204", "0703"),
    "atom-ph": ("9509", "9609"),
    "bayes-an": ("9506", "9611"),
    "chao-dyn": ("9301", "9912"),
    "chem-ph": ("9403", "9609"),
    "cmp-lg": ("9404", "9809"),
    "comp-gas": ("9302", "9912"),
    "cond-mat": ("9204", "0703"),
    "cs": ("9301", "0703"),
    "dg-ga": ("9406", "9712"),
    "funct-an": ("9204", "9712"),
    "gr-qc": ("9207", "0703"),
    "hep-ex": ("9404", "0703"),
    "hep-lat": ("9202", "0703"),
    "hep-ph": ("9203", "0703"),
    "hep-th": ("9108", "0703"),
    "math": ("9202", "0703"),
    "math-ph": ("9609", "0703"),
    "mtrl-th": ("9411", "9609"),
    "nlin": ("9301", "0703"),
    "nucl-ex": ("9412", "0703"),
    "nucl-th": ("9210", "0703"),
    "patt-sol": ("9302", "9912"),
    "physics": ("9610", "0703"),
    "plasm-ph": ("9509", "9609"),
    "q-alg": ("9412", "9712"),
    "q-bio": ("0309", "0703"),
    "quant-ph": ("9412", "0703"),
    "solv-int": ("9304", "9912"),
    "supr-con": ("9411", "9609"),
}

UNHYPHENATED: Final[dict[str, str]] = {name.replace("-", ""): name for name in ARCHIVES if "-" in name}
"""``hepth`` → ``hep-th``: the commonest slip in old identifiers."""
