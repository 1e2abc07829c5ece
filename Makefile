# Everything needs Python 3.11 or later, and nothing else.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test setup lint docs bench clean

run: .venv/run.stamp  ## set up and open the casino in the terminal
	$(BIN)/tapete play

test: setup lint  ## set up and check everything
	$(BIN)/pytest -n 2

setup: .venv/dev.stamp  ## set up for development

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: setup  ## write the generated pages anew
	$(BIN)/python -m docs.make

bench: setup  ## side by side with peers
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/python -m bench

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/run.stamp: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tapete needs Python 3.11 or later")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/dev.stamp: .venv/run.stamp
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
