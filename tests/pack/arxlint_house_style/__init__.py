"""The house style of one knowledge base."""

from arxlint_house_style.unnamed_paper import UnnamedPaper

RULES = (UnnamedPaper,)
