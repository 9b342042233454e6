"""One plain loop for each measure, written from its definition and not from our code."""
