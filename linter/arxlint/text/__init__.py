"""Text and positions: decoding files, spans, lines and columns."""
