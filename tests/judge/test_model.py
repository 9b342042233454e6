"""Whatever annotators do in whatever order, the store agrees with a plain model of it."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from cranfield.judge.store import Settings, Study
from judge.made import answer, items_of, person

LEASE = 60_000
HELD = ("leased", "grade", "cannot")


class Judging(RuleBasedStateMachine):
    """Three annotators, a few items, a clock that the machine turns."""

    server = None  # set for the run on PostgreSQL

    @initialize(overlap=st.integers(1, 3), items=st.integers(1, 5), shared=st.integers(0, 3))
    def begin(self, overlap, items, shared):
        self.folder = Path(tempfile.mkdtemp())
        where = self.server.database() if self.server else self.folder / "study.db"
        chosen = Settings.of_grades("0-2", overlap=overlap, shared_first=shared, lease_seconds=LEASE // 1000)
        self.study = Study.create(where, chosen)
        self.overlap, self.count, self.shared, self.now = overlap, items, shared, 1_000
        self.study.add_items(items_of(items))
        self.people = [person(self.study, name) for name in ("ann", "bob", "cem")]
        self.state = {}  # (doc, annotator): state, lease's end, number of the answer that stands
        self.log = []  # annotator, doc, kind, grade, what became of it
        self.sent = []
        self.ids = {}

    def teardown(self):
        if hasattr(self, "study"):
            self.study.close()
            shutil.rmtree(self.folder)

    # the model

    def lapse(self):
        for key, (state, until, event) in self.state.items():
            if state == "leased" and until <= self.now:
                self.state[key] = ("lapsed", until, event)

    def taken(self, doc):
        return sum(state in HELD for (each, _), (state, *_) in self.state.items() if each == doc)

    def of(self, someone, *states):
        return [doc for (doc, each), (state, *_) in self.state.items() if each == someone and state in states]

    # what people do

    @rule(who=st.integers(0, 2), count=st.integers(1, 3))
    def ask(self, who, count):
        someone = self.people[who]
        self.lapse()
        mine = self.of(someone, "leased")
        items = self.study.next_items(someone, count, now=self.now)
        got = [each.output.id for each in items]
        assert len(got) == len(set(got))
        for doc in mine:
            self.state[doc, someone] = ("leased", self.now + LEASE, None)
        fresh = [doc for doc in got if doc not in mine]
        assert len(got) == min(count, len(mine) + len(fresh))
        for doc in fresh:
            before = self.state.get((doc, someone), ("new",))[0]
            assert before in ("new", "lapsed", "skip")
            assert self.taken(doc) < self.overlap
            if before == "new":  # the fullest that is begun while few are full, and then there was none with fewer
                whole = list(map("d{}".format, range(self.count)))
                others = [self.taken(each) for each in whole if (each, someone) not in self.state]
                few = self.overlap > 1 and sum(self.taken(each) == self.overlap for each in whole) < self.shared
                begun = [taken for taken in others if 0 < taken < self.overlap]
                assert self.taken(doc) == (max(begun) if few and begun else min(others))
                assert not [each for each in self.of(someone, "lapsed") if self.taken(each) < self.overlap]
            if before == "skip":  # it stands no more
                self.log[self.state[doc, someone][2]][4] = "replaced"
            self.state[doc, someone] = ("leased", self.now + LEASE, None)
        if len(got) < count:
            could = [
                doc for doc in map("d{}".format, range(self.count))
                if self.state.get((doc, someone), ("new",))[0] in ("new", "lapsed", "skip")
            ]  # fmt: skip
            assert not [doc for doc in could if self.taken(doc) < self.overlap]
        self.ids |= {each.output.id: each.id for each in items}

    @precondition(lambda self: self.state)
    @rule(data=st.data(), grade=st.integers(0, 2), kind=st.sampled_from(["grade", "grade", "grade", "cannot", "skip"]))
    def say(self, data, grade, kind):
        doc, someone = data.draw(st.sampled_from(sorted(self.state)))
        self.lapse()
        more = {} if kind == "grade" else {"kind": kind, "reason": "so"}
        said = answer(self.ids[doc], grade, **more)
        state, _, event = self.state[doc, someone]
        late = kind != "skip" and state not in HELD and self.taken(doc) >= self.overlap
        receipt = self.study.record(someone, said, now=self.now)
        assert (receipt.late, receipt.known) == (late, False)
        if event is not None:
            self.log[event][4] = "replaced"
        self.state[doc, someone] = ("late" if late else kind, 0, len(self.log))
        self.log.append([someone, doc, kind, float(grade) if kind == "grade" else None, "late" if late else "current"])
        self.sent.append((someone, said, receipt))

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def send_again(self, data):
        someone, said, receipt = data.draw(st.sampled_from(self.sent))
        again = self.study.record(someone, said, now=self.now)
        assert (again.known, again.number, again.late, again.at) == (True, receipt.number, receipt.late, receipt.at)

    @rule(who=st.integers(0, 2))
    def take_back(self, who):
        someone = self.people[who]
        self.lapse()
        standing = sorted(
            (event, doc, state) for (doc, each), (state, _, event) in self.state.items()
            if each == someone and event is not None
        )  # fmt: skip
        wanted = [(event, doc) for event, doc, state in standing if state in HELD or self.taken(doc) < self.overlap]
        item = self.study.undo(someone, now=self.now)
        assert (item and item.output.id) == (wanted[-1][1] if wanted else None)
        if wanted:
            event, doc = wanted[-1]
            self.log[event][4] = "undone"
            self.state[doc, someone] = ("leased", self.now + LEASE, None)

    @rule(seconds=st.sampled_from([1, 30, 59, 60, 200]))
    def wait(self, seconds):
        self.now += seconds * 1000

    # what must hold

    @invariant()
    def the_store_agrees(self):
        if not hasattr(self, "study"):
            return
        rows = self.study.judgments().to_pylist()
        names = {each.id: each.name for each in self.study.people()}
        assert [(row["rater"], row["doc"], row["kind"], row["value"], row["state"]) for row in rows] == [
            (names[someone], doc, kind, grade, became) for someone, doc, kind, grade, became in self.log
        ]
        for doc in map("d{}".format, range(self.count)):
            live = [
                1 for (each, _), (state, until, _) in self.state.items()
                if each == doc and (state in ("grade", "cannot") or (state == "leased" and until > self.now))
            ]  # fmt: skip
            assert len(live) <= self.overlap
        with self.study.database.reading() as connection:
            wrong = connection.exec_driver_sql(
                "SELECT count(*) FROM items WHERE taken <> (SELECT count(*) FROM assignments"
                " WHERE item = number AND state IN ('leased', 'grade', 'cannot'))"
            ).scalar_one()
        assert wrong == 0
        for someone in self.people:
            standing = sorted(
                (
                    (event, doc)
                    for (doc, each), (*_, event) in self.state.items()
                    if each == someone and event is not None
                ),
                reverse=True,
            )
            assert [past.item.output.id for past in self.study.history(someone)] == [doc for _, doc in standing]


QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]


def test_a_file_agrees_with_the_model():
    run_state_machine_as_test(
        Judging, settings=settings(max_examples=30, stateful_step_count=30, deadline=None, suppress_health_check=QUIET)
    )


def test_a_server_agrees_with_the_model(server):
    class OnServer(Judging):
        pass

    OnServer.server = server
    run_state_machine_as_test(
        OnServer, settings=settings(max_examples=6, stateful_step_count=25, deadline=None, suppress_health_check=QUIET)
    )
