# Everything needs Python 3.11 or later, and nothing else.
PYTHON ?= python3
BIN := .venv/bin
WEB := $(shell find web -name node_modules -prune -o -name build -prune -o -name schema.d.ts -o -type f -print)
API := $(wildcard src/tapete/floor/api/*.py) src/tapete/floor/view.py src/tapete/floor/forms.py src/tapete/floor/commands.py

.PHONY: run play test setup web lint docs bench advisories clean

run: .venv/run.stamp web  ## set up and serve the casino on this machine
	$(BIN)/tapete serve

play: .venv/run.stamp  ## set up and open the casino in the terminal
	$(BIN)/tapete play

test: setup lint  ## set up and check everything
	$(BIN)/pytest -n 2 --dist worksteal

setup: .venv/dev.stamp web  ## set up for development

web: .venv/web.stamp  ## build the browser client into the package

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: setup  ## write the generated pages anew
	$(BIN)/python -m docs.make

bench: setup  ## side by side with peers
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/python -m bench

advisories: setup  ## what is known against what is installed
	./setup/advisories

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	rm -rf web/node_modules web/build web/src/lib/api/schema.d.ts src/tapete/floor/static
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/run.stamp: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tapete needs Python 3.11 or later")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/dev.stamp: .venv/run.stamp
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	./setup/postgresql
	./setup/chromium
	touch $@

.venv/web.stamp: .venv/run.stamp setup/web $(WEB) $(API)
	./setup/web
	touch $@
