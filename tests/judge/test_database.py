"""Where a study is kept: settings of the connection, and a plain sentence for everything that goes wrong with it."""

from __future__ import annotations

import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
import threading
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from cranfield.errors import StudyError, StudyUnavailableError
from cranfield.judge.store import Settings, Study
from judge.made import answer, items_of, person

LOCK = "SELECT pg_advisory_xact_lock(hashtext('cranfield ' || current_schema()))"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "study.db"


def test_what_the_file_promises(path):
    with Study.create(path, Settings.of_grades()) as study, study.database.reading() as connection:
        told = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "foreign_keys", "busy_timeout", "application_id")
        }
    assert told == {
        "journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 5000, "application_id": 0x43524E46,
    }  # fmt: skip


def test_a_closed_study_is_one_file_that_can_be_copied(path, tmp_path):
    with Study.create(path, Settings.of_grades()) as study:
        study.add_items(items_of(3))
        ann = person(study, "ann")
        study.record(ann, answer(study.next_items(ann, 1)[0]))
        assert (tmp_path / "study.db-wal").exists()
    assert [each.name for each in tmp_path.iterdir()] == ["study.db"]
    shutil.copy(path, tmp_path / "copy.db")
    with Study.open(tmp_path / "copy.db") as copy:
        assert len(copy.judgments()) == 1
        assert len(copy.next_items(ann, 3)) == 3 - 1


def test_a_study_is_never_made_over_something(place):
    Study.create(place, Settings.of_grades()).close()
    with pytest.raises(StudyError, match="is there already; choose another place for the new study"):
        Study.create(place, Settings.of_grades())
    with Study.open(place) as study:
        assert study.facts()["items"] == 0


def test_a_study_that_fails_to_be_made_leaves_nothing(path, tmp_path, monkeypatch):
    monkeypatch.setattr(Settings, "to_json", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Study.create(path, Settings.of_grades())
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_study_is_told_so(path, tmp_path):
    with pytest.raises(StudyError) as raised:
        Study.open(path)
    assert str(raised.value) == f"{path}: there is no such study; make one with cranfield study new"
    assert not path.exists()
    path.write_text("q1 0 d1 1\n" * 200)
    no_study = "is no study of Cranfield's; make one with cranfield study new"
    with pytest.raises(StudyError, match=no_study):
        Study.open(path)
    with pytest.raises(StudyError, match=no_study):
        Study.open(tmp_path)
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE t (x)").connection.close()
    with pytest.raises(StudyError, match=no_study):
        Study.open(tmp_path / "other.db")
    for address in ("mysql://x/y", "sqlite:///a.db"):
        with pytest.raises(StudyError, match=r"is no place for a study; give the path of a file, or a postgresql://"):
            Study.open(address)
    with pytest.raises(StudyError, match=r"cannot be written \(No such file or directory\)"):
        Study.create(tmp_path / "no" / "study.db", Settings.of_grades())


def test_a_server_that_is_not_there_or_lets_nobody_in(server, tmp_path):
    with pytest.raises(StudyUnavailableError, match="the server does not answer") as raised:
        Study.open(f"postgresql://judge:secret@/none?host={tmp_path}&password=secret")
    assert "secret" not in str(raised.value)
    assert "password=***" in str(raised.value)
    with pytest.raises(StudyUnavailableError, match='database "none" does not exist'):
        Study.open(f"postgresql://judge@/none?host={server.folder}")
    with pytest.raises(StudyError, match="is no study of Cranfield's"):
        Study.open(server.database())


def test_a_locked_study_is_told_and_nothing_is_lost(place):
    Study.create(place, Settings.of_grades()).close()
    with Study.open(place, patience=0.2) as study:
        study.add_items(items_of(3))
        ann = person(study, "ann")
        item = study.next_items(ann, 1)[0]
        said = answer(item)
        if study.database.is_file:
            other = sqlite3.connect(place, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
        else:
            other = psycopg.connect(place)
            other.execute(LOCK)
        with pytest.raises(StudyUnavailableError) as raised:
            study.record(ann, said)
        what = "is in use by others, and was not free within 0.2 s; nothing was changed, try again"
        assert str(raised.value) == f"{study.database.name}: {what}"
        assert study.progress(ann).done == 0  # reading goes on
        other.rollback() if not study.database.is_file else other.execute("ROLLBACK")
        other.close()
        assert not study.record(ann, said).known
        assert study.progress(ann).done == 1


def test_a_write_waits_for_one_that_is_under_way(place):
    with Study.create(place, Settings.of_grades()) as study:
        study.add_items(items_of(3))
        ann = person(study, "ann")
        item = study.next_items(ann, 1)[0]
        with study.database.writing():
            waiting = threading.Thread(target=study.record, args=(ann, answer(item)))
            waiting.start()
            waiting.join(0.2)
            assert waiting.is_alive()
        waiting.join(5)
        assert study.progress(ann).done == 1


FILLED = """
    import resource, sys
    sys.path.insert(0, {tests!r})
    from cranfield.errors import StudyUnavailableError
    from cranfield.judge.store import Study
    from judge.made import answer, items_of
    study = Study.open({path!r})
    limit = {limit}
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    kept = 0
    try:
        for item in study.next_items(1, 50):
            study.record(1, answer(item, comment="x" * 5000, event=item.id))
            kept += 1
    except StudyUnavailableError as error:
        print(kept, error.key, error)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print(len(study.judgments()), len({{*study.judgments()["event"].to_pylist()}}))
    item = study.next_items(1, 1)[0]
    study.record(1, answer(item))
    print(len(study.judgments()))
    study.close()
"""


def test_a_file_that_cannot_grow_is_told_and_nothing_is_lost(path):
    with Study.create(path, Settings.of_grades()) as study:
        study.add_items(items_of(50))
        person(study, "ann")
    limit = path.stat().st_size + 60_000
    tests = str(Path(__file__).parents[1])
    code = textwrap.dedent(FILLED.format(tests=tests, path=str(path), limit=limit))
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, second, third = ran.stdout.splitlines()
    kept, key, sentence = first.split(" ", 2)
    assert int(kept) > 0
    assert key in ("study-disk", "study-full")
    assert sentence.startswith(f"{path}: ")
    assert "nothing was changed" in sentence
    assert second == f"{kept} {kept}"
    assert int(third) == int(kept) + 1
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


def small_disk(folder):
    """A file system of 400 kB, where one may be had."""
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if made.returncode:
        pytest.skip(f"a small disk needs mount, which is refused here: {made.stderr.strip()}")


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path):
    folder = tmp_path / "small"
    small_disk(folder)
    try:
        with Study.create(folder / "study.db", Settings.of_grades()) as study:
            study.add_items(items_of(50))
            ann, kept = person(study, "ann"), 0
            for item in study.next_items(ann, 50):
                try:
                    study.record(ann, answer(item, comment="x" * 9000))
                except StudyUnavailableError as error:
                    assert str(error).endswith("the disk is full; nothing was changed, make room and try again")  # noqa: PT017
                    break
                kept += 1
            assert 0 < len(study.judgments()) == kept < 50
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_full_disk_of_a_server_is_told(server):
    with Study.create(server.database(), Settings.of_grades()) as study:
        study.add_items(items_of(2))
        ann = person(study, "ann")
        item = study.next_items(ann, 1)[0]
        with study.database.engine.begin() as raw:
            raw.exec_driver_sql(
                "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS"
                " $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$"
            )
            raw.exec_driver_sql("CREATE TRIGGER no_room BEFORE INSERT ON events EXECUTE FUNCTION no_room()")
        with pytest.raises(StudyUnavailableError, match="the disk is full; nothing was changed"):
            study.record(ann, answer(item))
        assert study.progress(ann).done == 0


UNPRIVILEGED = """
    import os, sys
    from cranfield.errors import StudyError
    from cranfield.judge.store import Settings, Study
    path = sys.argv[1]
    Study.create(path, Settings.of_grades()).close()  # which loads everything
    os.chmod(path, 0o444)
    os.chmod(os.path.dirname(path), 0o555)
    if os.getuid() == 0:
        os.setuid(65534)
    try:
        Study.open(path)
    except StudyError as error:
        print(error)
"""


def test_a_file_that_may_not_be_written_is_told():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "study.db"
        code = textwrap.dedent(UNPRIVILEGED)
        ran = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
        Path(folder).chmod(0o755)
    assert ran.stdout == f"{path}: cannot be written; copy it to a place where it can, and open the copy\n"


def test_answers_wait_for_the_disk_and_leases_do_not(path):
    with Study.create(path, Settings.of_grades()) as study:
        study.add_items(items_of(3))
        ann = person(study, "ann")
        said = []

        @sa.event.listens_for(study.database.engine, "before_cursor_execute")
        def _heard(_connection, _cursor, statement, *_):
            said.extend([statement] if "synchronous" in statement or "BEGIN" in statement else [])

        item = study.next_items(ann, 1)[0]
        assert said == ["PRAGMA synchronous=NORMAL", "BEGIN IMMEDIATE"]
        said.clear()
        study.record(ann, answer(item))
        assert said == ["PRAGMA synchronous=FULL", "BEGIN IMMEDIATE"]
        said.clear()
        study.progress(ann)
        assert said == ["BEGIN"]


def test_the_next_item_is_found_without_looking_at_all(path):
    with Study.create(path, Settings.of_grades()) as study:
        study.add_items(items_of(3))
        ann, asked = person(study, "ann"), []

        @sa.event.listens_for(study.database.engine, "before_cursor_execute")
        def _heard(_connection, _cursor, statement, parameters, *_):
            asked.extend([(statement, parameters)] if "ORDER BY items.taken" in statement else [])

        study.next_items(ann, 1)
        with study.database.reading() as connection:
            statement, parameters = asked[0]
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
    assert "items_in_turn" in plan[0][3]
    assert not any("TEMP B-TREE" in row[3] for row in plan)
