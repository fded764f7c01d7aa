"""From a document to facts: what is cited, under which names, and what else is claimed."""
