"""One JVM for all tests on Spark; without Java or pyspark they are skipped and say so."""

import os
import shutil
import sys
import warnings

import pytest

QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto"  # a JVM that lives for a minute
SETTINGS = {
    "spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "3", "spark.driver.memory": "1g",
    "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1", "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
}  # fmt: skip


def require_spark():
    pytest.importorskip("pyspark", reason="there is no pyspark; make test installs it where it may")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("there is no Java; make test installs it where it may")


@pytest.fixture(autouse=True)
def there(request):
    """Whatever is in this folder needs Spark, but for what is said without it."""
    if request.node.path.name != "test_apart.py":
        require_spark()


def environment():
    """What a session needs to know of this process."""
    return {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1", "JDK_JAVA_OPTIONS": QUICK}


@pytest.fixture(scope="session")
def spark():
    require_spark()
    os.environ.update(environment())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of pyspark, about newer releases of others
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master("local[2]")
        for name, value in SETTINGS.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        session.createDataFrame([(1,)], "a int").count()
    yield session
    session.stop()


@pytest.fixture
def frame_of(spark):
    """A DataFrame of an Arrow table, in some partitions and in any order."""

    def made(table, partitions=3, seed=0):
        from pyspark.sql import functions

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return spark.createDataFrame(table).repartition(partitions, functions.rand(seed))

    return made
