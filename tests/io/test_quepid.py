"""Ratings as Quepid writes them, with queries and documents that nobody rated."""

import pytest

from cranfield import InputError, evaluate, judgments, ranking
from cranfield.io.check import check

BASIC = (
    b"query,docid,rating\r\nlap top,d1,3\r\n"
    b'"bags, red",d2,0\r\nnobody rated this\r\n"nor, this"\r\nlap top,d3,\r\nlap top,d4,1\r\n'
)
RUN = {"lap top": {"d4": 2.0, "d3": 1.5, "d1": 1.0}}


def test_lines_without_a_rating_are_left_out_and_counted():
    gold = judgments(BASIC)
    assert (gold.queries, gold.grade.tolist()) == (["bags, red", "lap top"], [0, 3, 1])
    assert [(each.key, each.count) for each in gold.findings] == [("unrated-line", 3)]
    assert str(gold.findings[0]) == "bytes: 3 lines without a rating left out; what they name counts as unjudged"
    assert evaluate(ranking(BASIC, RUN), "Judged@3")["Judged@3"].units["lap top"] == 2 / 3
    found = [each for each in check(BASIC, RUN) if each.key == "unrated-line"]
    assert [(each.count, each.severity) for each in found] == [(3, "note")]
    assert gold.findings == judgments(BASIC.replace(b"\r\n", b"\n")).findings


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            b"lap top,d1,2\n",
            "bytes line 8: query lap top judges document d1 twice (first on line 2); remove one or choose",
        ),
        (b"lap top,d9,x\n", "bytes line 8: the grade must be a number, not 'x'; mend or drop the row"),
        (b"lap top,d9\n", "bytes line 8: the header names 3 columns, but here are 2: 'lap top,d9'; mend the line"),
        (b"lap\xff top,d9,2\n", "bytes line 8: the ids must be UTF-8 text, not 'lap\ufffd top'; convert the file to"),
        (b"lap top,,2\n", "bytes line 8: the doc is empty; fill it in or drop the row"),
    ],
)
def test_faults_have_their_line_behind_lines_that_were_left_out(more, message):
    with pytest.raises(InputError) as fault:
        judgments(BASIC + more)
    assert str(fault.value).startswith(message)


def test_the_detailed_export_is_judgments_and_a_run():
    detailed = (
        b"Team Name,Case Name,Case ID,Query Text,Doc ID,Doc Position,Title,Rating,Field1\n"
        b'shop,first,7,bag,d1,1,A bag,,x\nshop,first,7,bag,d2,2,"Bags, red",2,x\n'
    )
    assert evaluate(ranking(detailed, detailed), "RR")["RR"].units == {"bag": 1 / 2}
    assert [each.count for each in judgments(detailed).findings] == [1]


def test_other_tables_do_not_lose_rows():
    with pytest.raises(InputError, match=r"bytes line 3: the grade must be a number, not ''; mend or drop the row"):
        judgments(b"query,docid,grade\nq,d1,3\nq,d2,\n")
