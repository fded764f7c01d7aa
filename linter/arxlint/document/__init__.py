"""Structure of a document: blocks and inline elements, with exact offsets, for every format we read."""
