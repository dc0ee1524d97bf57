# Two commands do everything on a fresh machine: `make run` and `make test`.
CARGO ?= cargo
export CARGO_TERM_COLOR ?= auto

.PHONY: run test setup lint rust-test fuzz bench coverage

run:
	$(CARGO) run -p tandem -- referee --watch fixtures/match/stein/sample.match

setup:
	./.ci/setup

test: setup lint rust-test fuzz

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items

rust-test:
	$(CARGO) test --workspace

# A short walk of every fuzz target; `cargo fuzz run NAME` in fuzz/ goes on for as long as you like.
fuzz:
	./fuzz/brief

bench:
	$(CARGO) bench --profile release -p tandem-rules -p tandem-referee

# Writes docs/rulebooks/coverage.md anew.
coverage:
	UPDATE_COVERAGE=1 $(CARGO) test -p tandem-notation --test coverage
