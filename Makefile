# touchd. `make run` shows it, `make test` checks it, `make install` puts it in place.
PREFIX ?= /usr/local
sysconfdir ?= /etc
# systemd and udev look below /usr/local/lib as well.
systemunitdir ?= $(PREFIX)/lib/systemd/system
udevrulesdir ?= $(PREFIX)/lib/udev/rules.d
sysusersdir ?= $(PREFIX)/lib/sysusers.d
# Builds use exactly the Swift packages that Package.resolved pins (scripts/pins).
# The folders of the release builds' programs.
BIN ?= .build/release
WEBBIN ?= bridges/web/.build/release
# The same programs, built for this machine, if those to be installed are for another one: man pages and completions are made from their output.
NATIVEBIN ?= $(BIN)
NATIVEWEBBIN ?= $(WEBBIN)
# Not exported: "make test" installs into a virtual machine, with other folders.
places = DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' sysconfdir='$(sysconfdir)' systemunitdir='$(systemunitdir)' \
    udevrulesdir='$(udevrulesdir)' sysusersdir='$(sysusersdir)' BIN='$(BIN)' WEBBIN='$(WEBBIN)' \
    NATIVEBIN='$(NATIVEBIN)' NATIVEWEBBIN='$(NATIVEWEBBIN)'

.PHONY: build web deb repository run quick test test-long bench fuzz simulate install uninstall setup check-setup clean

build:
	@scripts/setup install build
	swift build -c release --static-swift-stdlib --force-resolved-versions

# touchd-web is a separate package, because it depends on SwiftNIO.
web:
	@scripts/setup install build
	swift build -c release --static-swift-stdlib --force-resolved-versions --package-path bridges/web --product touchd-web

# Debian packages, in .build/deb: built in a clean folder, so everything is compiled. "make deb ARCH=arm64" builds those for Debian 13 on arm64, in
# .build/deb-arm64; the programs for this machine write their man pages.
deb: $(if $(ARCH),build web)
	@scripts/setup install deb$(if $(ARCH),-cross)
	$(if $(ARCH),BIN='$(BIN)' WEBBIN='$(WEBBIN)' scripts/deb --arch '$(ARCH)',scripts/deb)

# A signed apt repository of these packages: "make repository KEY='touchd packages'" (docs/install.md). Read from the environment, because names of
# keys may have spaces and quotes; NEXT_KEY signs as well, while kiosks change from one key to the other.
repository:
	@scripts/setup install repository
	@scripts/repository --key "$$KEY" $${NEXT_KEY:+--key "$$NEXT_KEY"} --days "$${VALID_DAYS:-90}" \
	    --output "$${REPOSITORY:-.build/repository}" "$${PACKAGES:-.build/deb}"

run:
	@scripts/run

# Unit tests, recordings, scenarios and citations: five minutes.
quick:
	@scripts/quick

test:
	@scripts/test

# Tests that take too long for "make test": random seeds, fuzzing, packages built twice, Chromium under Cage and X in virtual machines.
test-long: build
	@scripts/test-long

bench: build
	Tests/Bench/run

# Seconds for each of the five programs: "make fuzz FUZZ_SECONDS=600" runs longer.
FUZZ_SECONDS ?= 60
fuzz:
	@scripts/setup install build
	Tests/Fuzz/run $(FUZZ_SECONDS)

# The whole service with its environment (Tests/Simulation): "make simulate SECONDS=600 SEED=1" runs longer, from seed 1 on, "make simulate SECONDS=0
# SEED=17" repeats that seed.
SECONDS ?= 60
simulate:
	@scripts/setup install build
	swift build --force-resolved-versions --product touchd-simulate
	.build/debug/touchd-simulate --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

# Does not build: "sudo make install" has another PATH, and should leave no files of root in .build.
install:
	@$(places) scripts/install

uninstall:
	@$(places) scripts/uninstall

# Installs the Debian packages needed for building and testing; silent and quick if all are present.
setup:
	@scripts/setup install

check-setup:
	@scripts/setup check

clean:
	rm -rf .build
