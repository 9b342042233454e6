"""Drop-ins for the tools people come from: the same calls, the same text, the same numbers."""
