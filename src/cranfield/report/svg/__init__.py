"""Pictures without a plotting library: a description of what is shown, and SVG, PNG and PDF made from it."""
