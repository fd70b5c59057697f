# Grand Junction. `make play` and `make test` need Python 3.11 or newer and nothing else;
# with a C compiler the engine is compiled, without one it runs uncompiled and says so.

PYTHON ?= $(shell for p in python3.11 python3 python3.12 python3.13 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
DEPS := $(VENV)/deps.stamp
PACKAGE := $(VENV)/package.stamp
FILES := $(VENV)/package.files
IS_COMPILED := $(BIN)/python -I -c 'import sys; from grandjunction.core.compiled import is_compiled; sys.exit(not is_compiled())'
# Tests that share something expensive, such as a built wheel, are a group and run in the same process. The read test files
# are kept for the next run, also where Python is told to keep nothing; the slowest tests are named, because all have to fit
# into a quarter of an hour.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -P -m pytest --dist loadgroup -q --durations=10 --durations-min=5
# For two cores. Tests of servers and browsers wait half of the time, so three of them run at once.
BUSY := -n 2
WAITING := -n 3
# $(call TESTS,processes,which): what failed beside other tests is run once more, alone. Servers, killed workers and browsers
# share two cores, and on a busy machine one of them can be too slow. A real fault fails both times; both runs are shown.
TESTS = $(PYTEST) $(1) $(2) || { test $$? = 1 && echo "== ONCE MORE, one at a time: the tests that failed" && \
	$(PYTEST) -n 0 --last-failed --last-failed-no-failures none $(2); }
CLIENT := src/grandjunction/server/static/index.html
NODE := $(VENV)/node.stamp
RELEASE := $(VENV)-release/tools.stamp
PICTURED := 8791
BESIEGED := 8797
NODE_MODULES := web/node_modules/.package-lock.json
# Of what is up to date, nothing is said.
QUIET := --no-print-directory --silent
# $(call quietly,COMMAND,LOG) shows what a command said only if it fails: installers warn about much that does not matter.
quietly = { $(1); } > $(2) 2>&1 || { cat $(2); exit 1; }
PIP_INSTALL := -m pip install --disable-pip-version-check --no-input --require-hashes
# The machine's own npm and Node, or those in $(VENV).
WITH_NODE := PATH="$$PATH:$(CURDIR)/$(BIN)"
WEB := $(shell find web src/grandjunction/words src/grandjunction/rulesets/*/data/map.toml -type f ! -path '*/node_modules/*' ! -name build.log ! -path 'web/tests/*' \
	! -path '*/__pycache__/*')
BUILD_TOOLS := tools/browser_client.py tools/c_compiler.py tools/docstrings.py tools/import_code.py
PACKAGED := $(shell find src setup.py pyproject.toml $(BUILD_TOOLS) -type f \
	! -path '*/__pycache__/*' ! -path '*.egg-info/*')

.PHONY: play client test client-and-package lint-and-client test-client test-compiled test-interpreted test-browser screenshots lint format bench install docs coverage mutants release-check constraints soak puzzles puzzles-check review-data clean FORCE
.DELETE_ON_ERROR:

# The table in the browser, with SERVE="--port 8000" or other options. Where its client cannot be built, a game in the terminal.
play: $(DEPS)
	@$(MAKE) $(QUIET) $(CLIENT) || echo "== the browser client could not be built"
	@$(MAKE) $(QUIET) $(PACKAGE)
	@trap : INT; if [ -f $(CLIENT) ]; then $(BIN)/grandjunction serve $(SERVE); else $(BIN)/grandjunction play; fi

client: $(CLIENT)

# Node and npm from the machine, or else from the Python package that carries them.
$(NODE): web/node.txt $(DEPS)
	@command -v npm > /dev/null || test -x $(BIN)/npm || { echo "== installing Node into $(VENV)"; \
		$(call quietly,$(BIN)/python $(PIP_INSTALL) -r web/node.txt,$(VENV)/pip.log); }
	@touch $@

$(NODE_MODULES): web/package.json web/package-lock.json $(NODE)
	@echo "== installing what web/package-lock.json pins: what the browser client is built with"
	@$(WITH_NODE); cd web && $(call quietly,npm install --no-save --no-audit --no-fund,build.log)
	@touch $@

$(CLIENT): $(DEPS) $(NODE_MODULES) $(WEB)
	@echo "== building the browser client"
	@$(WITH_NODE); cd web && $(call quietly,npm run build,build.log)

# Building the client and then the package, which carries it, occupies one core: lint and the client's tests take the other.
test: $(DEPS) $(NODE_MODULES)
	@$(MAKE) --no-print-directory --jobs=2 client-and-package lint-and-client
	@$(MAKE) --no-print-directory test-compiled
	@$(MAKE) --no-print-directory test-interpreted
	@$(MAKE) --no-print-directory test-browser
	@$(BIN)/python -c 'import torch, matplotlib, tqdm' 2> /dev/null || echo "== tests of training: NOT RUN," \
		"they need PyTorch: $(BIN)/pip install torch==2.13.0 matplotlib tqdm, then once more"

client-and-package:
	@$(MAKE) $(QUIET) $(CLIENT)
	@$(MAKE) $(QUIET) $(PACKAGE)

lint-and-client: lint
	@$(MAKE) --no-print-directory test-client

test-client: $(NODE_MODULES)
	@echo "== the browser client: types, then unit tests"
	@$(WITH_NODE); cd web && npm run --silent types:check && npm run --silent check && npm run --silent test

# -I and an empty PYTHONPATH: what is tested is what is installed.
test-compiled: $(PACKAGE)
	@if $(IS_COMPILED); then \
		echo "== tests, COMPILED: the package installed in $(VENV)"; \
		export PYTHONPATH= GRANDJUNCTION_EXPECT=compiled; $(call TESTS,$(WAITING),--ignore=tests/e2e); \
	elif [ "$$GRANDJUNCTION_PURE" = 1 ]; then \
		echo "== tests, COMPILED: NOT RUN, GRANDJUNCTION_PURE=1 asked for the uncompiled build"; \
	elif $(BIN)/python tools/c_compiler.py; then \
		echo "== tests, COMPILED: FAILED, there is a C compiler but the installed package is not compiled:"; \
		grep -oE 'grandjunction: (compiled|installing).*|src.*: error: .*' $(VENV)/install.log; exit 1; \
	else \
		echo "== tests, COMPILED: NOT POSSIBLE here without a C compiler"; \
	fi

# Core, rulesets and bots are what is compiled. The rest is the same either way: where it was tested over the compiled
# engine, that is enough.
SAME_EITHER_WAY := server arena outside packaging cli pictures puzzling reviews test_architecture.py test_docs.py \
	test_tutorials.py test_training.py test_words_languages.py test_rule_bodies.py test_rule_pages.py test_rule_coverage.py \
	envs/test_openspiel.py envs/test_pages.py envs/test_render.py envs/test_speed.py

test-interpreted: $(DEPS)
	@echo "== tests, INTERPRETED: the sources in src"
	@PYTHONPATH=src GRANDJUNCTION_EXPECT=interpreted $(PYTEST) $(BUSY) --ignore=tests/e2e \
		$$($(IS_COMPILED) 2> /dev/null && echo $(addprefix --ignore=tests/,$(SAME_EITHER_WAY)))

# Once only, against the installed package: compiled wherever that is possible. Chromium is found, or installed;
# without one this fails.
test-browser:
	@$(MAKE) $(QUIET) $(CLIENT)
	@$(MAKE) $(QUIET) $(PACKAGE)
	@$(WITH_NODE); CHROMIUM=$$($(BIN)/python tools/chromium.py) || exit 1; export CHROMIUM; \
		echo "== tests, IN THE BROWSER: $$CHROMIUM, the package installed in $(VENV)"; \
		export PYTHONPATH=; $(call TESTS,$(WAITING),tests/e2e)

# The pictures of the README, taken from games played for them.
screenshots:
	@$(MAKE) $(QUIET) $(CLIENT)
	@$(MAKE) $(QUIET) $(PACKAGE)
	@$(WITH_NODE); CHROMIUM=$$($(BIN)/python tools/chromium.py) || exit 1; export CHROMIUM; folder=$$(mktemp -d); \
		$(BIN)/grandjunction serve --no-open --port $(PICTURED) --database $$folder/games.db > $$folder/log & server=$$!; \
		trap 'kill $$server; rm -r $$folder' EXIT; cd web && npm run --silent screenshots -- http://127.0.0.1:$(PICTURED)

lint: $(DEPS) $(NODE_MODULES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(WITH_NODE); cd web && npm run --silent lint

format: $(DEPS) $(NODE_MODULES)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(WITH_NODE); cd web && npm run --silent format

# All of a release that can be done here; QUICK=1 compiles nothing. GRANDJUNCTION_PYTHONS names more interpreters.
release-check: $(RELEASE)
	@$(MAKE) $(QUIET) $(CLIENT)
	@$(WITH_NODE); $(VENV)-release/bin/python tools/release_check.py $(if $(QUICK),--quick) --tests-with $(CURDIR)/$(BIN)/python \
		--either-way $(SAME_EITHER_WAY)

# The documentation site, in build/site. What the package imports comes from $(VENV). First all that the pages show is run.
docs: $(DEPS) $(VENV)-docs/tools.stamp
	@echo "== running the code of the pages and the tutorials"
	@PYTHONPATH=src $(BIN)/python -P -m pytest -q -n 2 tests/packaging/test_pages.py tests/test_docs.py tests/test_tutorials.py
	@$(VENV)-docs/bin/python tools/docs_site.py $$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')

# The share of the package that the tests run through. What is compiled cannot be traced, so it is measured interpreted;
# the rest runs over the compiled engine, which is much faster.
coverage: $(PACKAGE) $(VENV)/quality.stamp
	@PYTHONPATH=src GRANDJUNCTION_EXPECT=interpreted $(BIN)/python -P -m coverage run -m pytest $(BUSY) --dist loadgroup -q \
		--ignore=tests/e2e $(addprefix --ignore=tests/,$(SAME_EITHER_WAY))
	@PYTHONPATH= $(BIN)/python -P -m coverage run -m pytest $(WAITING) --dist loadgroup -q $(addprefix tests/,$(SAME_EITHER_WAY))
	@$(BIN)/python -m coverage combine --quiet; $(BIN)/python -m coverage html --quiet; $(BIN)/python -m coverage report

# Mines puzzles until there are 300, and packs them; goes on where it was stopped. It takes about an hour of one core.
puzzles: $(PACKAGE)
	@$(BIN)/python -P tools/puzzles.py mine --until $(or $(UNTIL),300)
	@$(BIN)/python -P tools/puzzles.py pack

puzzles-check: $(PACKAGE)
	@$(BIN)/python -P tools/puzzles.py check --times $(or $(TIMES),3)

# What reviews know from bots' games: how sure shares may be, and how strong play is distributed. A quarter of an hour of one core.
review-data: $(PACKAGE)
	@$(BIN)/python -P tools/review_data.py gather --games $(or $(GAMES),100)
	@$(BIN)/python -P tools/review_data.py fit
	@$(BIN)/python -P tools/review_data.py tables

# How many small changes of the rules the tests notice: a seeded sample. SAMPLE=100 SEED=2 takes another, NUMBERS="3 28" part of it.
mutants: $(DEPS)
	@$(BIN)/python -P tools/mutants.py $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) $(if $(NUMBERS),--numbers $(NUMBERS))

# Faults for longer than `make test` has time for: workers and databases killed under load and under a browser, 100,000
# mutations of every message, more games, and requests generated from the schema. Loopback only. Each part is ended after
# so many minutes, where there is a `timeout`.
MINUTES ?= 60
BOUNDED := $(if $(shell command -v timeout),timeout $(MINUTES)m)
soak: $(VENV)-schemas/tools.stamp
	@$(MAKE) $(QUIET) $(CLIENT)
	@$(MAKE) $(QUIET) $(PACKAGE)
	@PYTHONPATH= GRANDJUNCTION_SOAK=$(or $(ROUNDS),10) $(BOUNDED) $(BIN)/python -P -m pytest -n 0 -q --durations=10 tests/server/test_outages.py tests/server/test_crash.py \
		tests/server/test_hostile.py tests/server/test_notice_kills.py tests/server/test_weeks.py tests/server/test_schema_cases.py tests/properties
	@$(WITH_NODE); CHROMIUM=$$($(BIN)/python tools/chromium.py) || exit 1; export CHROMIUM; \
		PYTHONPATH= GRANDJUNCTION_SOAK=1 $(BOUNDED) $(BIN)/python -P -m pytest -n 0 -q tests/e2e/test_reconnecting.py
	@echo "== schemathesis against the server's own schema"; folder=$$(mktemp -d); \
		PYTHONPATH= $(BIN)/grandjunction serve --no-open --port $(BESIEGED) --database $$folder/games.db > $$folder/log & server=$$!; \
		trap 'kill $$server; rm -r $$folder' EXIT; $(BOUNDED) $(VENV)-schemas/bin/schemathesis run http://127.0.0.1:$(BESIEGED)/api/openapi.json \
		--wait-for-schema 60 --checks not_a_server_error --max-examples $(or $(EXAMPLES),50) --request-timeout 20 --no-color

bench: $(PACKAGE)
	@PYTHONPATH= $(BIN)/python -P benchmarks/games.py
	@PYTHONPATH=src $(BIN)/python -P benchmarks/games.py

install: $(PACKAGE)

$(VENV)/quality.stamp: tools/requirements/quality.txt $(DEPS)
	@echo "== installing what $< pins"
	@$(call quietly,$(BIN)/python $(PIP_INSTALL) -r $<,$(VENV)/pip.log)
	@touch $@

# Tools with an environment of their own: what they need must not disturb what the package needs.
$(VENV)-%/tools.stamp: tools/requirements/%.txt
	@test -x $(VENV)-$*/bin/python || { echo "== making $(VENV)-$*"; $(PYTHON) -m venv $(VENV)-$*; }
	@echo "== installing what $< pins"
	@$(call quietly,$(VENV)-$*/bin/python $(PIP_INSTALL) -r $<,$(VENV)-$*/pip.log)
	@touch $@

# pip would compile every file to bytecode, one after the other. This uses all cores, and leaves out what is seldom imported.
SELDOM := /tests?/|/(mypy|mypyc|fontTools|pip)/|/ray/(rllib|serve|data|tune|llm|train)/|/open_spiel/python/

$(DEPS): constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed"; exit 1; }
	@test -x $(BIN)/python || { echo "== making $(VENV) with $(PYTHON)"; $(PYTHON) -m venv $(VENV); }
	@echo "== installing what constraints.txt pins (a minute or two)"
	@$(call quietly,$(BIN)/python $(PIP_INSTALL) --no-compile -r constraints.txt,$(VENV)/pip.log)
	@$(BIN)/python -m compileall -qq -j 0 -x '$(SELDOM)' $$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))') || true
	@touch $@

# The list of packaged files, and what the build depends on besides: time stamps do not show when a file
# goes or a compiler comes.
$(FILES): FORCE $(DEPS)
	@printf '%s\n' $(sort $(PACKAGED)) pure=$$GRANDJUNCTION_PURE \
		compiler=$$(command -v $${CC:-cc} || command -v gcc || command -v clang) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# Built without isolation, so that the build requirements too are the pinned ones, and with a type cache of its own, because
# `make test` runs mypy beside it. Of an earlier build
# only the compiled modules stay (setup.py drops those it no longer wants).
$(PACKAGE): $(DEPS) $(FILES) $(PACKAGED)
	@echo "== building and installing the package (compiling takes about a minute)"
	@if [ -d build ]; then find build/lib* build/bdist* -type f ! -name '*.so' -delete 2>/dev/null; fi; true
	@$(call quietly,MYPY_CACHE_DIR=$(VENV)/mypyc GRANDJUNCTION_CLIENT=as-is $(BIN)/python -m pip install --verbose \
		--disable-pip-version-check --no-build-isolation --no-deps --no-index --force-reinstall .,$(VENV)/install.log)
	@grep -oE 'grandjunction: (compiled|installing).*|src.*: error: .*' $(VENV)/install.log || true
	@touch $@

PIP_COMPILE := $(VENV)-constraints/bin/pip-compile --quiet $(if $(UPGRADE),--upgrade) --generate-hashes --allow-unsafe \
	--strip-extras --no-header --no-annotate --no-emit-options --no-emit-index-url --no-emit-find-links --no-emit-trusted-host

# Exact versions and hashes, without the name of any registry; UPGRADE=1 moves to newer versions.
constraints:
	$(PYTHON) -m venv $(VENV)-constraints
	$(VENV)-constraints/bin/python -m pip install --quiet pip-tools
	$(PIP_COMPILE) --extra dev --extra server --extra online --extra postgres --extra env --extra openspiel --extra arena --extra ray --extra host --all-build-deps \
		--output-file constraints.txt pyproject.toml
	for tools in $(basename $(wildcard tools/requirements/*.in)); do $(PIP_COMPILE) --output-file $$tools.txt $$tools.in; done

clean:
	rm -rf $(VENV) $(VENV)-* build dist src/*.egg-info web/node_modules src/grandjunction/server/static
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	find src tests benchmarks tools -name __pycache__ -type d -prune -exec rm -rf {} +
