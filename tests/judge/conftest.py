"""Every test of the store runs on SQLite and, where there is one, on a real PostgreSQL server."""

from __future__ import annotations

import pytest

from cranfield.judge.store import Settings, Study
from judge.made import items_of
from judge.server import Server, why_not


@pytest.fixture(scope="session")
def server():
    if why := why_not():
        pytest.skip(why)
    started = Server()
    yield started
    started.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """Where a new study can be made: on each database in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "study.db")
    return request.getfixturevalue("server").database()


@pytest.fixture
def study(place):
    """A study of ten documents that two annotators each are to grade from 0 to 3."""
    with Study.create(place, Settings.of_grades("0-3", overlap=2)) as made:
        made.add_items(items_of(10))
        yield made
