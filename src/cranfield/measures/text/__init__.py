"""Measures of generated text: one measure or one family of them a file."""

DEFAULTS = ("BLEU", "chrF", "ROUGE-1", "ROUGE-2", "ROUGE-L", "METEOR", "Distinct-2")  # when nobody names a measure
WITHOUT_REFERENCES = ("Distinct-1", "Distinct-2", "Entropy-2", "SelfBLEU")  # and when there are no references
OF_NUGGETS = ("strict_vital_score", "vital_score", "strict_all_score", "all_score")  # and when there are only nuggets
