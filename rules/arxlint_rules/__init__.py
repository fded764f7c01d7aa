"""The rules that arxlint ships."""

RULES = ()
