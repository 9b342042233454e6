"""Nothing but cranfield.spark needs Spark, it says what to install, and the package travels as one archive."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import cranfield
from cranfield.errors import InputError
from spark.conftest import require_spark

SOURCE = Path(cranfield.__file__).parents[1]


def said(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_without_pyspark_it_says_what_to_install():
    found = said("import sys; sys.modules['pyspark'] = None; import cranfield.spark")
    assert found.stderr.strip().split("\n")[-1] == (
        "cranfield.errors.MissingPackageError: cranfield.spark needs PySpark; install it with"
        " pip install 'cranfield[spark]' (and Java 17), or add cranfield to the environment that the cluster gives to"
        " Python"
    )
    found = said(
        "import sys; sys.modules['pyspark'] = None\ntry: import cranfield.spark\nexcept ImportError: print('ok')"
    )
    assert found.stdout == "ok\n"


@pytest.mark.parametrize(
    ("master", "sentence"),
    [
        (None, ("Spark did not start, and has said above why; it needs Java 17 or newer (java on the PATH, or"
         " JAVA_HOME) and a cluster that it knows, such as --master 'local[2]', yarn, spark://host:7077 or sc://host")),
        ("sc://127.0.0.1:1", ("no Spark answers at sc://127.0.0.1:1 (Connection refused); check the name and that its"
         " Connect server runs")),
    ],
)  # fmt: skip
def test_spark_that_does_not_start_is_one_sentence(tmp_path, master, sentence):
    require_spark()
    (tmp_path / "t.csv").write_text("click,ctr\n1,0.5\n0,0.2\n")
    words = ["labels", "t.csv", "--truth", "click", "--score", "ctr", "-m", "AUC", "--engine", "spark"]
    words += [] if master is None else ["--master", master]
    plain = {name: each for name, each in os.environ.items() if not name.endswith("_proxy")}
    found = subprocess.run(
        [sys.executable, "-m", "cranfield", *words], capture_output=True, text=True, check=False, cwd=tmp_path,
        env={**plain, "JAVA_HOME": str(tmp_path / "nowhere"), "PYTHONPATH": str(SOURCE)},
    )  # fmt: skip
    assert found.returncode == 2
    assert found.stderr.strip().split("\n")[-1] == f"cranfield: {sentence}"
    assert "Traceback" not in found.stderr


def test_what_java_said_is_told_and_not_the_name_of_its_method():
    require_spark()
    from py4j.protocol import Py4JError

    from cranfield.spark.jobs import plainly

    said = "An error occurred while calling None.Context.\n: SparkException: Could not parse 'local[x]'\n\tat Java"
    with pytest.raises(InputError, match=r"^Spark failed: SparkException: Could not parse 'local\[x\]'$"), plainly():
        raise Py4JError(said)


def test_nothing_else_loads_it():
    code = (
        "import sys, cranfield, cranfield.scale, cranfield.cli.main, cranfield.testing; print('pyspark' in sys.modules)"
    )
    assert said(code).stdout == "False\n"


def test_workers_import_the_package_from_the_archive(tmp_path):
    require_spark()
    from cranfield.spark.ship import zipped

    archive = zipped(tmp_path)
    code = f"""
import sys
sys.path = [{archive!r}] + [each for each in sys.path if each != {str(SOURCE)!r}]
import cranfield, pyarrow
assert cranfield.__file__.startswith({archive!r}), cranfield.__file__
from cranfield.scale import Labels
clicks = Labels(truth="y", score="p", group="s")
part = pyarrow.table({{"y": [0, 1, 1], "p": [0.1, 0.2, 0.3], "s": [1, 1, 1]}})
plan = clicks.plan([clicks.survey(part)], ["GAUC", "LogLoss"])
print(plan.results([plan.states(part)])["GAUC"].value)
from cranfield import evaluate, text
print(evaluate(text(candidates=["a cat sat"], references=["a cat sat"]), ["METEOR"])["METEOR"].value > 0.9)
"""
    found = said(code)
    assert found.stdout == "1.0\nTrue\n", found.stderr
