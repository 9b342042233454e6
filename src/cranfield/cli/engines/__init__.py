"""What `cranfield live` does: one file for each thing that can be asked of an engine."""
