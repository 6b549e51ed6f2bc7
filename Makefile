# `make play` is for everyone, the rest is for those who work on Tilewright. All of it runs in .venv.

PYTHON ?= python3
BIN := .venv/bin
SCENARIOS := $(wildcard scenarios/*/*.wright)

.PHONY: help play test coverage uncovered soak fuzz ranges tables bench lint style types docs site pictures constraints
.DEFAULT_GOAL := help

help:
	@echo "make play    play the first mission of Aliens in 3D"
	@echo "make test    everything that a change must pass: style, types, tests, the games' own tests"
	@echo "make lint    style and types only; make style and make types are its halves"
	@echo "make coverage   how much of the Python code the suite runs (TESTS=tests/dsl OF=dsl KEEP=1)"
	@echo "make uncovered  which lines it did not run, function by function"
	@echo "make soak    long random games, for as long as a coffee takes"
	@echo "make ranges  the suite, with the oldest and the newest of all that Tilewright needs (ONLY=3.13)"
	@echo "make fuzz    hostile inputs for 10 minutes (MINUTES=30 INPUTS=1000000 JOBS=4 SEED=1 ONLY=sources:1:77)"
	@echo "make bench   how fast it is, with the commit"
	@echo "make docs    write the reference pages anew"
	@echo "make site    a site of all pages, with a search: build/site/index.html"
	@echo "make pictures   draw the pictures of the pages anew"
	@echo "make tables  write the tables of the grammar anew, after a change of dsl/grammar.lark"

play: .venv/ready
	@$(BIN)/tilewright play aliens/newt_mission

test: lint
	@echo "Tests:"
	@$(BIN)/pytest -q -n 2 -m "not soak and not window"
	@echo "Tests of real windows, which need the machine for themselves:"
	@$(BIN)/pytest -q -m "window and not soak"
	@$(if $(SCENARIOS),echo "The games' own tests:" && $(BIN)/tilewright test scenarios,:)

# Apart from the tests: to note lines takes a third more time, in which a test with a limit of time may fail.
# `-P` keeps the checkout's folders from being importable under a second name. KEEP=1 adds to what was noted.
# In a cache of its own, or what an earlier run has kept there would not be run.
NOTING := PYTHONPATH=$(CURDIR)/tests/support/noting NOTE_INTO=$(CURDIR)/build/covered \
  TILEWRIGHT_CACHE=$(CURDIR)/build/covered/kept $(BIN)/python -P -m pytest -q \
  -W "ignore:Module already imported:pytest.PytestAssertRewriteWarning"

coverage: .venv/ready
	@$(if $(KEEP),:,rm -rf build/covered) && mkdir -p build/covered
	@$(NOTING) -n 2 -m "not soak and not window" $(TESTS) >build/covered.log 2>&1 \
	  || echo "Not all of these tests passed while lines were noted: build/covered.log"
	@$(NOTING) -m "window and not soak" $(TESTS) >>build/covered.log 2>&1 || test $$? = 5 \
	  || echo "Not all of the windows passed while lines were noted: build/covered.log"
	@$(BIN)/python -P tests/covered.py $(if $(TESTS),,--whole) $(OF)

uncovered: .venv/ready
	@$(BIN)/python -P tests/covered.py --lines $(OF)

lint: style types

style: .venv/ready
	@echo "Style (ruff):"
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .

types: .venv/ready
	@echo "Types (mypy):"
	@$(BIN)/mypy

soak: .venv/ready
	@$(BIN)/pytest -q -n 2 -m soak

ranges: .venv/ready
	@$(BIN)/python -P tests/ranges.py $(ONLY)

fuzz: .venv/ready
	@PYTHONPATH=tests $(BIN)/python -P -m fuzz $(if $(MINUTES),--minutes $(MINUTES)) $(if $(INPUTS),--inputs $(INPUTS)) \
	  $(if $(JOBS),--jobs $(JOBS)) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))

tables: .venv/ready
	@$(BIN)/python -P -m tilewright.dsl.reading.by_lark

bench: .venv/ready
	@$(BIN)/tilewright bench

docs: .venv/ready
	@$(BIN)/tilewright docs docs/language

# The pages that are linked lie beside docs/, and so they do in what Sphinx reads.
PAGES := build/pages
site: .venv/ready
	@rm -rf $(PAGES) build/site && mkdir -p $(PAGES)/viewer/assets
	@cp -R docs *.md $(PAGES) && cp viewer/assets/CREDITS.md $(PAGES)/viewer/assets
	@$(BIN)/python -P -m sphinx -q -W --keep-going -c docs -d build/site-kept $(PAGES) build/site
	@echo "Written: build/site/index.html"

pictures: .venv/ready
	@$(BIN)/python -P tests/pictures.py

# A bare Debian or Ubuntu has Python's venv module without what it needs.
.venv/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "Tilewright needs Python 3.11 or newer; choose one with: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	  && echo "Installing python3-venv, which Python needs to make .venv." \
	  && { apt-get install -qq -y python3-venv || { apt-get update -qq && apt-get install -qq -y python3-venv; }; } >/dev/null 2>&1 \
	  && $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; \
	} || { echo "Python cannot make .venv. On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }
	@echo "Installing Tilewright and what it needs into .venv (a minute or two, about 400 MB)."
	@test -x $(BIN)/pip || $(PYTHON) -m venv --clear .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,site]'
	@touch $@

# In a folder of its own, so that what happens to be in .venv does not become a dependency.
constraints:
	@rm -rf build/constraints && $(PYTHON) -m venv build/constraints
	@build/constraints/bin/pip install --quiet --disable-pip-version-check '.[dev,bench,site]'
	@{ sed -n '/^#/p' constraints.txt; build/constraints/bin/pip freeze --all --exclude tilewright --exclude pip; } > build/constraints.txt
	@mv build/constraints.txt constraints.txt && rm -rf build/constraints && echo "Written: constraints.txt"
