"""Nothing but cranfield.spark needs Spark, it says what to install, and the package travels as one archive."""

import subprocess
import sys
from pathlib import Path

import cranfield
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
