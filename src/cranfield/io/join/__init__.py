"""Judgments and a run become ranks and grades: one join, one tie rule.

- `prepare` makes `judgments` ready once for any number of runs
- `run` takes an opened run piece by piece, or group of queries by group if these are interleaved, through `join`
  (`order`) and `ranked`, the tie rule; `run_rows` is what goes in and what comes out; `dicts` is the short way for
  dicts of dicts
- `assemble` puts all that was joined into one batch and says what was odd

Used by the doors `ranking` and `check`, and by the drop-ins for trec_eval and pytrec_eval.
"""
