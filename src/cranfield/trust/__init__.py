"""Whether a judge, such as a language model, may stand in for people: `cranfield judges`.

said, qrels, rated    what each side said, from judgments of documents or ratings of texts
maps                  from one scale to another
agreeing, grades, lengths, threshold   how far they agree, where not, and from which grade on to believe the judge
field, orders, verdicts, favour        what it changes for systems: their order, verdicts between them, bias
powered               means corrected by prediction-powered inference, and what more judgments are worth
judges                the door
"""
