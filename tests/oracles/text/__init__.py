"""Plain loops for the measures of text, written from the papers, on lists of tokens."""
