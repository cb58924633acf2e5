# Pitboard: everything a developer or technician types. `make help` lists it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
BOARD ?= pico-table
TABLE ?= derby-demo
SPEED ?= 4
GAME ?= derby
PYTEST_ARGS ?= -n auto --dist worksteal
GENERATORS := protocol messages font hand_tables wiring picture
PEERS := $(VENV)/.peers
REQUIREMENTS := $(filter-out requirements/peers.txt,$(wildcard requirements/*.txt))

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-long worn-deck campaign rules pytest lint format types gen gen-check golden bench flash clean

help:  ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 14

setup: $(READY)  ## Create or refresh .venv (every other target does it when needed)

$(READY): pyproject.toml $(REQUIREMENTS)
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Pitboard needs Python 3.11 or newer: try make PYTHON=python3.12 ...")'
	@echo "Preparing $(VENV) (once, and after a change of the requirement files) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install -r requirements/runtime.txt -r requirements/dev.txt
	@$(PIP) install --no-deps --editable .
	@for port in rp2 esp32; do $(PIP) install --no-deps --upgrade --target $(VENV)/stubs/$$port -r requirements/stubs-$$port.txt || exit 1; done
	@touch $@

demo: $(READY)  ## Watch a virtual table in the terminal (SPEED=4 GAME=derby, or GAME=let-it-ride PACK=nsw)
	@trap : INT; $(BIN)/pitctl demo --game $(GAME) $(if $(PACK),--pack $(PACK)) --speed $(SPEED) || { code=$$?; [ $$code -eq 130 ] || exit $$code; }

test: lint types gen-check pytest  ## Everything that must be green before a commit

pytest: $(READY)  ## Only the tests (PYTEST_ARGS=... to choose)
	@$(BIN)/python -m pytest $(PYTEST_ARGS)

rules: $(READY)  ## Each rule with its tests, and the proof that they notice a bug (DOCUMENT=001 ROW="8.1(a)")
	@$(BIN)/python -m tests.rules.mutation_run --json build/rules.json $(if $(DOCUMENT),--document "$(DOCUMENT)") $(if $(ROW),--row "$(ROW)")

test-long: $(READY)  ## The suites that take minutes: many rounds, power cuts, fuzzing
	@$(BIN)/python -m pytest -m long $(PYTEST_ARGS)

worn-deck: $(READY)  ## A worn deck through the wires, and figures of re-slides (ROUNDS=20000)
	@rm -rf build/worn-deck
	@ROUNDS=$(or $(ROUNDS),20000) $(BIN)/python -m pytest -m long tests/long/test_worn_deck.py $(PYTEST_ARGS)
	@$(BIN)/python -m tests.long.worn_figures

campaign: $(READY)  ## Every part x every fault x three moments; writes docs/fault-campaign.md (TARGET=unix)
	@$(BIN)/python -m tests.campaign.run --target $(or $(TARGET),unix)

lint: $(READY)  ## ruff: errors and format of imports
	@$(BIN)/ruff check .

format: $(READY)  ## ruff: mend what can be mended without thought
	@$(BIN)/ruff check --fix .

types: $(READY)  ## pyright: host code, and the firmware against the stubs of both ports
	@$(BIN)/pyright
	@$(BIN)/pyright -p pyright/rp2.json
	@$(BIN)/pyright -p pyright/esp32.json

gen: $(READY)  ## Write the generated files again (protocol, words, font, wiring sheets, picture)
	@for part in $(GENERATORS); do $(BIN)/python -m codegen.$$part || exit 1; done

gen-check: $(READY)  ## Fail when a generated file is not what its source gives
	@for part in $(GENERATORS); do $(BIN)/python -m codegen.$$part --check || exit 1; done

$(PEERS): $(READY) requirements/peers.txt
	@$(PIP) install -r requirements/peers.txt
	@touch $@

golden: $(READY)  ## Write the golden pictures of the display again; look at each change before you commit it
	@UPDATE_GOLDEN=1 $(BIN)/python -m pytest -q tests/device/test_golden_screens.py tests/device/test_golden_ride_screens.py --target unix

bench: $(PEERS)  ## Measure latency, heap, flash work and the evaluator on the emulated RP2040, beside its peers here
	@$(BIN)/python -m pytest tests/bench -s -m "" -p no:xdist

flash: $(READY)  ## Put the firmware on a board (BOARD=pico-table TABLE=derby-demo PORT=...)
	@$(BIN)/pitctl flash --board $(BOARD) --table $(TABLE) $(if $(PORT),--port $(PORT))

clean:  ## Remove everything that can be made again, .venv too
	@rm -rf $(VENV) build .pytest_cache .ruff_cache .hypothesis *.egg-info host_tools/*.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
