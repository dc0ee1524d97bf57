# Two commands do everything on a fresh machine: `make run` and `make test`.
CARGO ?= cargo
LISTEN ?= 127.0.0.1:8080
export CARGO_TERM_COLOR ?= auto

.PHONY: run sample test setup lint rust-test web-test fuzz bench coverage

# The server with its pages; it prints its address.
run: web/dist/index.html
	$(CARGO) run -p tandem -- serve --listen $(LISTEN)

# The referee alone, on a match with a mate that is not final.
sample:
	$(CARGO) run -p tandem -- referee --watch fixtures/match/stein/sample.match

# Everything that CI runs, what it needs installed first.
test: setup lint rust-test web-test fuzz

setup:
	./.ci/setup

web/node_modules: web/package-lock.json
	./.ci/setup node
	# By the lock, like `npm ci`, which also insists on binaries for platforms that nobody needs here.
	cd web && npm install --no-save --no-audit --no-fund
	touch web/node_modules

# The pages are built into the binary.
web/dist/index.html: web/node_modules $(shell find web/src web/public web/index.html -type f)
	cd web && npm run build

lint: web/dist/index.html
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items
	cd web && npm run check

rust-test: web/dist/index.html
	$(CARGO) test --workspace

# Headless state first, then real pages in Chromium against a real server.
web-test: web/dist/index.html
	$(CARGO) build -p tandem
	cd web && npm test && npm run test:browser

# A short walk of every fuzz target; `cargo fuzz run NAME` in fuzz/ goes on for as long as you like.
fuzz:
	./fuzz/brief

bench:
	$(CARGO) bench --profile dev -p tandem-rules -p tandem-referee -p tandem-notation -p tandem-engine

# Writes docs/rulebooks/coverage.md anew.
coverage:
	UPDATE_COVERAGE=1 $(CARGO) test -p tandem-notation --test coverage
