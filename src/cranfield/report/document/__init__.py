"""A page to read, as blocks that know no format; and the formats: text, Markdown, HTML, LaTeX."""
