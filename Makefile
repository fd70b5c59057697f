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
PYTEST := $(BIN)/python -P -m pytest -n 2 -q
CLIENT := src/grandjunction/server/static/index.html
NODE := $(VENV)/node.stamp
PICTURED := 8791
NODE_MODULES := web/node_modules/.package-lock.json
# The machine's own npm and Node, or those in $(VENV).
WITH_NODE := PATH="$$PATH:$(CURDIR)/$(BIN)"
WEB := $(shell find web src/grandjunction/words -type f ! -path '*/node_modules/*' ! -name build.log ! -path 'web/tests/*' \
	! -path '*/__pycache__/*')
PACKAGED := $(shell find src setup.py pyproject.toml tools/c_compiler.py -type f \
	! -path '*/__pycache__/*' ! -path '*.egg-info/*')

.PHONY: play client test test-client test-compiled test-interpreted test-browser screenshots lint format bench install constraints clean FORCE
.DELETE_ON_ERROR:

# The table in the browser. Where its client cannot be built, a game in the terminal.
play: $(DEPS)
	@$(MAKE) --no-print-directory $(CLIENT) || echo "== the browser client could not be built"
	@$(MAKE) --no-print-directory $(PACKAGE)
	@if [ -f $(CLIENT) ]; then $(BIN)/grandjunction serve; else $(BIN)/grandjunction play; fi

client: $(CLIENT)

# Node and npm from the machine, or else from the Python package that carries them.
$(NODE): web/node.txt $(DEPS)
	@command -v npm > /dev/null || test -x $(BIN)/npm || { echo "== installing Node into $(VENV)"; \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r web/node.txt; }
	@touch $@

$(NODE_MODULES): web/package.json web/package-lock.json $(NODE)
	@echo "== installing what web/package-lock.json pins"
	@$(WITH_NODE); cd web && npm install --no-save --no-audit --no-fund > build.log 2>&1 || { cat build.log; exit 1; }
	@touch $@

$(CLIENT): $(DEPS) $(NODE_MODULES) $(WEB)
	@echo "== building the browser client"
	@$(WITH_NODE); cd web && npm run build > build.log 2>&1 || { cat build.log; exit 1; }

# The client first, because the package carries it.
test: $(DEPS)
	@$(MAKE) --no-print-directory $(CLIENT)
	@$(MAKE) --no-print-directory $(PACKAGE)
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory test-client
	@$(MAKE) --no-print-directory test-compiled
	@$(MAKE) --no-print-directory test-interpreted
	@$(MAKE) --no-print-directory test-browser
	@$(BIN)/python -c 'import torch, matplotlib, tqdm' 2> /dev/null || echo "== tests of the example's training: NOT RUN," \
		"they need PyTorch: $(BIN)/pip install torch==2.13.0 matplotlib tqdm, then once more"

test-client: $(NODE_MODULES)
	@echo "== the browser client: types, then unit tests"
	@$(WITH_NODE); cd web && npm run --silent types:check && npm run --silent check && npm run --silent test

# -I and an empty PYTHONPATH: what is tested is what is installed.
test-compiled: $(PACKAGE)
	@if $(IS_COMPILED); then \
		echo "== tests, COMPILED: the package installed in $(VENV)"; \
		PYTHONPATH= GRANDJUNCTION_EXPECT=compiled $(PYTEST) --ignore=tests/e2e; \
	elif [ "$$GRANDJUNCTION_PURE" = 1 ]; then \
		echo "== tests, COMPILED: NOT RUN, GRANDJUNCTION_PURE=1 asked for the uncompiled build"; \
	elif $(BIN)/python tools/c_compiler.py; then \
		echo "== tests, COMPILED: FAILED, there is a C compiler but the installed package is not compiled:"; \
		grep -oE 'grandjunction: (compiled|installing).*|src.*: error: .*' $(VENV)/install.log; exit 1; \
	else \
		echo "== tests, COMPILED: NOT POSSIBLE here without a C compiler"; \
	fi

# Server, arena and outside bots are the same Python either way: where they were tested over the compiled engine,
# that is enough.
test-interpreted: $(DEPS)
	@echo "== tests, INTERPRETED: the sources in src"
	@PYTHONPATH=src GRANDJUNCTION_EXPECT=interpreted $(PYTEST) --ignore=tests/e2e \
		$$($(IS_COMPILED) 2> /dev/null && echo $(addprefix --ignore=tests/,server arena outside))

# Once only, against the installed package: compiled wherever that is possible. Chromium is found, or installed;
# without one this fails.
test-browser:
	@$(MAKE) --no-print-directory $(CLIENT)
	@$(MAKE) --no-print-directory $(PACKAGE)
	@$(WITH_NODE); CHROMIUM=$$($(BIN)/python tools/chromium.py) || exit 1; export CHROMIUM; \
		echo "== tests, IN THE BROWSER: $$CHROMIUM, the package installed in $(VENV)"; PYTHONPATH= $(PYTEST) tests/e2e

# The pictures of the README, taken from games played for them.
screenshots:
	@$(MAKE) --no-print-directory $(CLIENT)
	@$(MAKE) --no-print-directory $(PACKAGE)
	@$(WITH_NODE); CHROMIUM=$$($(BIN)/python tools/chromium.py) || exit 1; export CHROMIUM; folder=$$(mktemp -d); \
		$(BIN)/grandjunction serve --no-open --port $(PICTURED) --database $$folder/games.db > $$folder/log & server=$$!; \
		trap 'kill $$server; rm -r $$folder' EXIT; cd web && npm run --silent screenshots -- http://127.0.0.1:$(PICTURED)

lint: $(DEPS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(DEPS)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(PACKAGE)
	@PYTHONPATH= $(BIN)/python -P benchmarks/games.py
	@PYTHONPATH=src $(BIN)/python -P benchmarks/games.py

install: $(PACKAGE)

$(DEPS): constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed"; exit 1; }
	@test -x $(BIN)/python || { echo "== making $(VENV) with $(PYTHON)"; $(PYTHON) -m venv $(VENV); }
	@echo "== installing what constraints.txt pins"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints.txt
	@touch $@

# The list of packaged files, and what the build depends on besides: time stamps do not show when a file
# goes or a compiler comes.
$(FILES): FORCE $(DEPS)
	@printf '%s\n' $(sort $(PACKAGED)) pure=$$GRANDJUNCTION_PURE \
		compiler=$$(command -v $${CC:-cc} || command -v gcc || command -v clang) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# Built without isolation, so that the build requirements too are the pinned ones. Of an earlier build
# only the compiled modules stay (setup.py drops those it no longer wants).
$(PACKAGE): $(DEPS) $(FILES) $(PACKAGED)
	@echo "== building and installing the package (compiling takes about a minute)"
	@if [ -d build ]; then find build/lib* build/bdist* -type f ! -name '*.so' -delete 2>/dev/null; fi; true
	@$(BIN)/python -m pip install --verbose --disable-pip-version-check --no-build-isolation --no-deps \
		--no-index --force-reinstall . > $(VENV)/install.log 2>&1 || { cat $(VENV)/install.log; exit 1; }
	@grep -oE 'grandjunction: (compiled|installing).*|src.*: error: .*' $(VENV)/install.log || true
	@touch $@

# Exact versions and hashes, without the name of any registry; UPGRADE=1 moves to newer versions.
constraints:
	$(PYTHON) -m venv $(VENV)-constraints
	$(VENV)-constraints/bin/python -m pip install --quiet pip-tools
	$(VENV)-constraints/bin/pip-compile --quiet $(if $(UPGRADE),--upgrade) \
		--extra dev --extra env --extra openspiel --extra arena --extra ray --all-build-deps --generate-hashes --allow-unsafe --strip-extras \
		--no-header --no-annotate --no-emit-options --no-emit-index-url --no-emit-find-links \
		--no-emit-trusted-host --output-file constraints.txt pyproject.toml

clean:
	rm -rf $(VENV) $(VENV)-constraints build dist src/*.egg-info web/node_modules src/grandjunction/server/static
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	find src tests benchmarks tools -name __pycache__ -type d -prune -exec rm -rf {} +
