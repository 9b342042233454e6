"""What clicks say: sentences about interleaving and judgments from logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["CLICKED", "CLICKED_ERRORS"]

CLICKED: dict[str, Template] = {
    "interleaved-differ": "{better} is better: of {impressions:impressions}, {first} won {wins_first:,} and {second}"
    " {wins_second:,}, {ties:,} were tied ({silent:,} without a click); {first} won {share:.3f} of the {decided:,} with"
    " a winner, {percent:g}% interval {low:.3f} to {high:.3f}, p = {p:.3g} (two-sided sign test)",
    "interleaved-alike": "no difference is shown: of {impressions:impressions}, {first} won {wins_first:,} and {second}"
    " {wins_second:,}, {ties:,} were tied ({silent:,} without a click); {first} won {share:.3f} of the {decided:,} with"
    " a winner, {percent:g}% interval {low:.3f} to {high:.3f}, p = {p:.3g} (two-sided sign test)",
    "interleaved-undecided": "no impression has a winner: all {impressions:,} are tied, {silent:,} of them without a"
    " click",
    "clicked-told": "{pairs:,} pairs of query and document got a grade by clicks over expected clicks, with thresholds"
    " {thresholds:all} ({grades:all})[; {few:,} were shown less than {least:,} times and got none]",
    "clicked-lost": "[; {clicks:clicks} on no hit of a search {clicks:is|are} left out][; {repeated:,}"
    " {repeated:search|searches} with the query_id of an earlier one {repeated:is|are} left out][; {nameless:,}"
    " {nameless:search|searches} without query_id or query {nameless:is|are} left out]",
}

CLICKED_ERRORS: dict[str, Template] = {
    "log-click": "a click must be 0 or 1, not {given:quoted}",
    "log-position": "a position must be a whole number from 1 on, not {given:quoted}",
    "log-no-click": "holds no click at all, so that nothing can be learnt from it",
    "log-thresholds": "thresholds must be numbers above 0 that rise, such as 0.5,1,2, not {given:all}",
    "log-teams": "must have results of two systems, not of {count} ({names:quotes}); name the column with {=team=...}",
    "log-no-team": "has no results of {given:quoted}; the systems are {names:quotes}",
    "log-blank-name": "{name:quoted} has blanks in it, which lines of judgments cannot hold; write them to a table, as"
    " in `-o qrels.csv`, or give the ids",
    "ubi-alone": "is one of the two files of User Behavior Insights; give both, the searches first, as in"
    " `cranfield clicks ubi_queries.jsonl ubi_events.jsonl`",
    "ubi-teams": "is a log of User Behavior Insights, which does not say whose result each one was; make a table of"
    " impression, team and click, with a row for each result that was shown",
    "ubi-no-searches": "[query?holds no search that has hits, a query_id and {query:quoted}; name the field of the"
    " query with {=query=...}][query!holds no searches of User Behavior Insights with query_response_hit_ids; give the"
    " file of the searches first, then that of the events, both with an object a line or as a list]",
    "ubi-hits": "query_response_hit_ids must be a list of ids, not {given:quoted}",
    "ubi-no-events": "holds no events of User Behavior Insights with action_name; give the file of the searches first,"
    " then that of the events, both with an object a line or as a list",
    "ubi-no-action": "has no event {action:quoted}; there are {names:quotes}, and {=action=...} says which of them is a"
    " click",
    "ubi-no-meeting": "has {count:clicks}, and none on a hit of a search in {other:quoted}; query_id and"
    " event_attributes.object.object_id must be those of query_id and query_response_hit_ids there",
}
