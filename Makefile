# Everything needs Python 3.11 or later, and nothing else.
# What Python has compiled is kept: a command that compiles all it reads takes twice as long to start.
unexport PYTHONDONTWRITEBYTECODE
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint setup/requirements.lock
WEB := $(shell find web -name node_modules -prune -o -name build -prune -o -name schema.d.ts -o -type f -print)
API := $(shell find src/tapete/floor src/tapete/core/round -name '*.py')

FLOOR := units together keeper minder mesa simulation interleavings swapped_orders migrations presence cage
QUICK := tests/core tests/chance tests/systems tests/test_architecture.py tests/test_shape.py tests/test_new_ask.py \
	$(FLOOR:%=tests/floor/test_%.py)

.PHONY: run play test check setup web lint compiled docs bench advisories clean

run: .venv/run.stamp web  ## set up and serve the casino on this machine
	$(BIN)/tapete serve

play: .venv/run.stamp  ## set up and open the casino in the terminal
	$(BIN)/tapete play

test: setup  ## set up and check everything
	$(MAKE) --no-print-directory --jobs 2 lint compiled
	$(BIN)/pytest -n 3 --dist worksteal

check: .venv/dev.stamp  ## the quick gate of the day: no browser, no crash, one database
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q -n 2 --dist worksteal -k "not postgresql" $(QUICK)

setup: .venv/dev.stamp web  ## set up for development

web: .venv/web.stamp  ## build the browser client into the package

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The types are checked on one core; meanwhile the other compiles what four workers would each compile.
compiled: setup
	$(BIN)/pytest --collect-only -qq > .venv/collected || { cat .venv/collected; exit 1; }

docs: setup  ## write the generated pages anew
	$(BIN)/python -m docs.make

bench: setup  ## side by side with peers
	$(PIP) --editable '.[maths,terminal,bench]'
	$(BIN)/python -m bench

advisories: setup  ## what is known against what is installed
	./setup/advisories

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	rm -rf web/node_modules web/build web/src/lib/api/schema.d.ts src/tapete/floor/static
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/run.stamp: pyproject.toml setup/requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tapete needs Python 3.11 or later")'
	$(PYTHON) -m venv .venv
	$(PIP) --editable '.[maths,terminal]'
	touch $@

.venv/dev.stamp: .venv/run.stamp
	$(PIP) --editable '.[maths,terminal,dev]'
	./setup/postgresql
	./setup/chromium
	touch $@

.venv/web.stamp: .venv/run.stamp setup/web $(WEB) $(API)
	./setup/web
	touch $@
