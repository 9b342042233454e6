"""Where bytes come from, and what every other room needs.

- `source`: bytes with a name, decompressed and hashed on the way; `whole`: all of them at once, mapped if possible
- `location`: where something is in an input, as people know it
- `quote`: what a user gave, short enough for a sentence
- `threads`: work on all cores with the results in order

Used by every room and door; uses none of them.
"""
