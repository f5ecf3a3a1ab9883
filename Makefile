# collage: what there is to make. `make` alone lists it.

PREFIX ?= /usr/local
# Folder of photos for `demo` and `bench`; sample photos where not given.
PHOTOS ?=
# More options for `collage-bench` in the bench targets.
BENCH_ARGS ?=
# The revision that `bench-check` compares with.
BASE ?=
# How long `fuzz` looks, how many processes of it at a time, and where it begins: at random where not given.
FUZZ_SECONDS ?= 3600
FUZZ_JOBS ?= 1
FUZZ_SEED ?=
export PHOTOS BASE FUZZ_SECONDS FUZZ_JOBS FUZZ_SEED

RELEASE := .build/release
# lld is quiet about Foundation's use of mktemp(3), which GNU ld warns of, and links faster.
RELEASE_FLAGS := -c release --static-swift-stdlib -Xswiftc -use-ld=lld
TEST_FLAGS := -Xswiftc -warnings-as-errors
# Tests where threads matter, for ThreadSanitizer.
TSAN_TESTS := StreamsTests|CollageTests|CommandTests|VipsTests.Library
# The same ways through the coordinator again and again, for what they leave behind.
TSAN_SKIPPED := CommandTests.DeathTests
SWIFT_FILES := Sources Tests Benchmarks Package.swift

.DEFAULT_GOAL := help
.PHONY: help deps bench-deps build demo given-photos test test-long test-tsan fuzz lint format bench \
    bench-check bench-counts bench-counts-save peers install clean check
.NOTPARALLEL:

help: ## this list
	@echo 'make TARGET, which is one of'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-20s%s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# Installs the Debian packages in $missing, if any; touches the network only then.
define install_missing
if [ -n "$$missing" ]; then \
    command -v apt-get >/dev/null || \
        { echo "make $@: install the equivalent of the Debian packages$$missing" >&2; exit 1; }; \
    if [ "$$(id -u)" = 0 ]; then as_root=; \
    elif command -v sudo >/dev/null; then as_root=sudo; \
    else echo "make $@: as root, run: apt-get install$$missing" >&2; exit 1; fi; \
    $$as_root apt-get update -q && \
    $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing; \
fi
endef

deps: ## install what is missing to build and test, from Debian
	@set -- $$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p') 0 0; \
	if [ $$(($$1 * 100 + $$2)) -lt 601 ]; then \
	    echo "make deps: Swift 6.1 or later is needed: https://www.swift.org/install/linux/" >&2; exit 1; \
	fi
	@missing=; \
	command -v pkg-config >/dev/null || missing="$$missing pkg-config"; \
	pkg-config --exists vips lcms2 2>/dev/null || missing="$$missing libvips-dev liblcms2-dev"; \
	pkg-config --exists libjpeg libpng libwebp libtiff-4 libheif 2>/dev/null || \
	    missing="$$missing libjpeg-dev libpng-dev libwebp-dev libtiff-dev libheif-dev"; \
	pkg-config --exists libxxhash 2>/dev/null || missing="$$missing libxxhash-dev"; \
	command -v setpriv >/dev/null || missing="$$missing util-linux"; \
	$(install_missing)

bench-deps: ## install what is missing to compare with in `bench`
	@missing=; \
	command -v djpeg >/dev/null || missing="$$missing libjpeg-turbo-progs"; \
	command -v gm >/dev/null || missing="$$missing graphicsmagick"; \
	command -v montage >/dev/null || missing="$$missing imagemagick"; \
	command -v vips >/dev/null || missing="$$missing libvips-tools"; \
	$(install_missing)

build: deps ## build the commands for release, into .build/release
	swift build $(RELEASE_FLAGS)

# Made once, under another name until they are complete.
demo/photos: | build
	@rm -rf demo/photos.part
	@$(RELEASE)/collage-bench-pixels photos demo/photos.part >/dev/null
	@mv demo/photos.part demo/photos

# A wrong folder is said before the build, not after it.
given-photos:
	@[ -z "$$PHOTOS" ] || [ -d "$$PHOTOS" ] || { echo "make: PHOTOS: there is no folder $$PHOTOS" >&2; exit 1; }

# Status 3 means that some photos are damaged: the collages are there.
demo: given-photos build $(if $(PHOTOS),,demo/photos) ## make collages of sample photos, or of PHOTOS=folder
	@rm -rf demo/collages; mkdir -p demo
	@status=0; \
	$(RELEASE)/collage -o demo/collages -- "$${PHOTOS:-demo/photos}" || status=$$?; \
	[ $$status = 0 ] || [ $$status = 3 ] || exit $$status
	@echo 'Made:'; find demo/collages -type f ! -path '*/.collage/*' | sort

# The cases are folders of troublesome photos beside the package; tests use them if they are there.
find_cases = if [ -z "$${COLLAGE_CASES:-}" ] && [ -d ../shared/cases ]; then \
    COLLAGE_CASES=$$(cd ../shared/cases && pwd); export COLLAGE_CASES; fi

test: deps ## run the tests; warnings are errors
	@$(find_cases); set -x; swift test $(TEST_FLAGS)

# 400 runs, each killed at a random moment; SEED repeats those of a run before.
test-long: deps ## run the tests that take long besides: deaths at random moments
	COLLAGE_LONG_TESTS=1 COLLAGE_SEED="$(SEED)" swift test $(TEST_FLAGS) --filter RandomDeathTests

# libvips and its threads are not instrumented: what they do with memory of ours looks like races. Tests that
# make photos call libvips in their own process, hence the suppression. Workers are from the plain build: they
# have one thread of ours, and the limit on their memory leaves no room for the sanitizer.
# Any finding ends its process with status 66, and so fails the test. Backtraces take minutes here.
test-tsan: deps ## run the tests of what has threads under ThreadSanitizer
	swift build $(TEST_FLAGS) --product collage-worker
	swift build --build-tests --sanitize=thread --scratch-path .build/tsan
	@install -m 755 .build/debug/collage-worker .build/tsan/debug/collage-worker
	@echo 'race:libvips.so' > .build/tsan/suppressions
	@$(find_cases); SWIFT_BACKTRACE=enable=no \
	TSAN_OPTIONS="halt_on_error=1 exitcode=66 suppressions='$$PWD/.build/tsan/suppressions'" \
	swift test --skip-build --sanitize=thread --scratch-path .build/tsan --filter '$(TSAN_TESTS)' --skip '$(TSAN_SKIPPED)'

# libFuzzer comes with Swift. The address sanitizer watches our code, the shim, and the memory of libvips.
FUZZ_FLAGS := -c release --scratch-path .build/fuzz --sanitize=address --sanitize=fuzzer \
    -Xswiftc -sanitize=address,fuzzer -Xswiftc -enable-testing -Xswiftc -use-ld=lld

fuzz: build ## look for photos that do harm, for FUZZ_SECONDS=3600
	COLLAGE_FUZZING=1 swift build $(FUZZ_FLAGS) --product CollageFuzzing
	Tests/Fuzzing/fuzz .build/fuzz/release/CollageFuzzing $(RELEASE)/collage .build/fuzz/run

lint: ## check the style, imports against ARCHITECTURE.md, and who reads the clock
	swift format lint --strict -r -p $(wildcard $(SWIFT_FILES))
	.ci/check-imports
	.ci/check-clock

format: ## format the sources in place
	swift format -i -r -p $(wildcard $(SWIFT_FILES))

BENCH := $(RELEASE)/collage-bench
photo_options = $(if $(PHOTOS),--photos "$$PHOTOS")

bench: bench-deps given-photos build ## measure all suites, on sample photos or PHOTOS=folder
	$(BENCH) run $(photo_options) $(BENCH_ARGS)

# Short enough to be run hundreds of times in ten minutes.
MICRO := --filter '^(streams|layout|wire|engine|compose)/'

# The verdict is printed; `make` itself ends with 2 whatever the reason, so that CI calls the binary.
bench-check: build ## compare with revision BASE, built beside this one
	@[ -n "$$BASE" ] || { echo "make bench-check: BASE=revision is missing" >&2; exit 1; }
	Benchmarks/build-revision "$$BASE" .build/base
	$(BENCH) check --base-binary .build/base/.build/release/collage-bench $(or $(BENCH_ARGS),$(MICRO))

# Numbers that must not change: allocations and work of what runs on one thread, by toolchain and architecture.
# Larger runs of the scheduler count the same again.
COUNTS := --baselines Benchmarks/Baselines --results .build/bench-counts --skip 'scheduler/(10000|one-folder)'

bench-counts: build ## hold exact counts against those in Benchmarks/Baselines
	$(BENCH) check --against counts --metric exact $(COUNTS)

bench-counts-save: build ## keep exact counts of this toolchain as those to hold
	$(BENCH) baseline save counts --counts-only $(COUNTS)

peers: bench-deps given-photos build ## write the README's table of other tools, on sample photos or PHOTOS=folder
	$(BENCH) run --filter '^peers/' --skip find --insert README.md $(photo_options) $(BENCH_ARGS)

install: build ## install into PREFIX (/usr/local), below DESTDIR if given
	install -D -m 755 $(RELEASE)/collage "$(DESTDIR)$(PREFIX)/bin/collage"
	install -D -m 755 $(RELEASE)/collage-worker "$(DESTDIR)$(PREFIX)/libexec/collage/collage-worker"

clean: ## remove what was built, and the demo's collages; its photos stay
	rm -rf .build demo/collages

check: lint test test-tsan bench-counts ## what CI runs
