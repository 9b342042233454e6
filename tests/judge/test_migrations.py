"""Old studies are brought up, newer ones refused, and the steps lead to the tables that the code knows."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from cranfield.errors import StudyError
from cranfield.judge.store import Settings, Study, migrations
from cranfield.judge.store.migrations import STEPS, Step
from cranfield.judge.store.schema import metadata
from judge.made import answer, items_of, person

OLD = sorted((Path(__file__).parent / "old_studies").glob("*.sql"))


def shape(inspector):
    """Columns, keys and indexes of every table."""
    return {
        table: (
            [(each["name"], each["nullable"]) for each in inspector.get_columns(table)],
            sorted(inspector.get_pk_constraint(table)["constrained_columns"]),
            sorted((each["constrained_columns"], each["referred_table"]) for each in inspector.get_foreign_keys(table)),
            sorted(each["column_names"] for each in inspector.get_unique_constraints(table)),
            sorted(each["name"] for each in inspector.get_indexes(table) if not each.get("duplicates_constraint")),
        )
        for table in sorted(metadata.tables)
    }


def test_the_steps_lead_to_the_tables_of_the_code(place, tmp_path, request):
    with Study.create(place, Settings.of_grades()) as study:
        made = shape(sa.inspect(study.database.engine))
        if study.database.is_file:
            wanted = sa.create_engine(f"sqlite:///{tmp_path / 'wanted.db'}")
        else:
            address = request.getfixturevalue("server").database()
            wanted = sa.create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    metadata.create_all(wanted)
    assert made == shape(sa.inspect(wanted))
    wanted.dispose()


@pytest.mark.parametrize("script", OLD, ids=lambda path: path.stem)
def test_an_old_file_is_brought_up_with_all_that_it_holds(script, tmp_path):
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as raw:
        raw.executescript(script.read_text(encoding="utf-8"))
    raw.close()
    assert int(script.stem.removeprefix("version_")) < len(STEPS)
    with Study.open(path) as study:
        assert study.facts()["version"] == len(STEPS)
        assert [each.name for each in study.people()] == ["ann", "bob"]
        rows = study.judgments().to_pylist()
        assert [(row["rater"], row["doc"], row["value"], row["state"]) for row in rows] == [
            ("ann", "d0", 2.0, "current"), ("ann", "d1", 0.0, "undone"), ("bob", "d0", 3.0, "current"),
        ]  # fmt: skip
        ann = study.people()[0].id
        assert study.undo(ann).output.id == "d0"
        study.record(ann, answer(study.next_items(ann, 1)[0], 1))
        assert study.qrels().table["grade"].to_pylist() == [1.0]


def test_there_is_a_file_of_every_old_version():
    assert [path.stem for path in OLD] == [f"version_{number}" for number in range(1, len(STEPS))]


def test_a_later_step_is_taken_once_also_by_many_at_once(place, monkeypatch):
    with Study.create(place, Settings.of_grades()) as study:
        study.add_items(items_of(2))
        person(study, "ann")
    later = Step(("ALTER TABLE items ADD COLUMN colour TEXT",))
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, later))
    with ThreadPoolExecutor(4) as pool:
        for opened in pool.map(lambda _: Study.open(place), range(4)):
            assert opened.facts() == {**opened.facts(), "version": len(STEPS) + 1, "items": 2}
            opened.close()


def test_a_step_that_fails_changes_nothing(place, monkeypatch):
    Study.create(place, Settings.of_grades()).close()
    broken = Step(("ALTER TABLE items ADD COLUMN colour TEXT", "ALTER TABLE nowhere ADD COLUMN x TEXT"))
    with monkeypatch.context() as changed:
        changed.setattr(migrations, "STEPS", (*STEPS, broken))
        with pytest.raises(sa.exc.DBAPIError):
            Study.open(place)
    with Study.open(place) as study:
        assert study.facts()["version"] == len(STEPS)
        assert "colour" not in [each["name"] for each in sa.inspect(study.database.engine).get_columns("items")]


def test_a_newer_study_is_refused(place):
    with Study.create(place, Settings.of_grades()) as study, study.database.writing() as connection:
        connection.exec_driver_sql("UPDATE study SET version = 99")
    with pytest.raises(StudyError) as raised:
        Study.open(place)
    assert str(raised.value).endswith(
        f"was written by a newer Cranfield (format 99, and this one knows {len(STEPS)}); install the newer one"
    )
