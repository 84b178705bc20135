# touchd. `make help` lists the targets, `make run` shows it, `make test` checks it, `make install` puts it in place.
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

.PHONY: build help web deb repository run quick test test-long bench fuzz simulate soak mutants install uninstall setup check-setup clean

build: ## builds touchd, touchctl and all bridges except touchd-web; installs the Debian packages that the build lacks, and names them first
	@scripts/setup install build
	swift build -c release --static-swift-stdlib --force-resolved-versions

# Each target's line ends with its description.
help: ## lists the targets
	@echo 'without a target: make build; set variables like this: make fuzz FUZZ_SECONDS=600'
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  \1\t\2/p' Makefile | expand -t 16

# touchd-web is a separate package, because it depends on SwiftNIO.
web: ## builds touchd-web, the bridge for web pages
	@scripts/setup install build
	swift build -c release --static-swift-stdlib --force-resolved-versions --package-path bridges/web --product touchd-web

# Debian packages, in .build/deb: built in a clean folder, so everything is compiled. "make deb ARCH=arm64" builds those for Debian 13 on arm64, in
# .build/deb-arm64; the programs for this machine write their man pages.
deb: $(if $(ARCH),build web) ## builds the Debian packages, in .build/deb (ARCH=arm64: for arm64)
	@scripts/setup install deb$(if $(ARCH),-cross)
	$(if $(ARCH),BIN='$(BIN)' WEBBIN='$(WEBBIN)' scripts/deb --arch '$(ARCH)',scripts/deb)

# A signed apt repository of these packages: "make repository KEY='touchd packages'" (docs/install.md). Read from the environment, because names of
# keys may have spaces and quotes; NEXT_KEY signs as well, while kiosks change from one key to the other.
repository: ## makes a signed apt repository of them: KEY="touchd packages"
	@scripts/setup install repository
	@scripts/repository --key "$$KEY" $${NEXT_KEY:+--key "$$NEXT_KEY"} --days "$${VALID_DAYS:-90}" \
	    --output "$${REPOSITORY:-.build/repository}" "$${PACKAGES:-.build/deb}"

run: ## builds touchd, and shows it with a recording
	@scripts/run

# Unit tests, recordings, scenarios and citations: five minutes.
quick: ## runs the checks that find most mistakes: five minutes
	@scripts/quick

test: ## runs all checks but the longest: 40 minutes
	@scripts/test

# Tests that take too long for "make test": random seeds, fuzzing, mutants, soaks, drills, packages built twice, browsers in virtual machines.
test-long: build web ## runs the longest checks: many hours
	@scripts/test-long

bench: build ## measures the figures of docs/performance.md
	@scripts/setup install
	Tests/Bench/run

# Seconds for each of the programs of Tests/Fuzz/README.md: "make fuzz FUZZ_SECONDS=600" runs longer.
FUZZ_SECONDS ?= 60
fuzz: ## fuzzes for FUZZ_SECONDS=60 a program
	@scripts/setup install build
	Tests/Fuzz/run $(FUZZ_SECONDS)

# The whole service with its environment (Tests/Simulation): "make simulate SECONDS=600 SEED=1" runs longer, from seed 1 on, "make simulate SECONDS=0
# SEED=17" repeats that seed. It ends with the counts of steps, of faults by kind, and of features that have met.
SECONDS ?= 60
simulate: ## runs the whole service against random events and faults: SECONDS=60, SEED=1
	@scripts/setup install build
	swift build --force-resolved-versions --product touchd-simulate
	.build/debug/touchd-simulate --report --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

# Breaks rules one at a time (Tests/Mutants): "make mutants COUNT=1000 SEED=2" chooses others.
COUNT ?= 300
mutants: build web ## breaks COUNT=300 rules one at a time, SEED=1, and looks whether a test notices each
	@scripts/setup install
	Tests/Mutants/run --count $(COUNT) --seed $(or $(SEED),1) '$(BIN)' '$(WEBBIN)'

# Hours of clients, fingers, attacks and reloads (Tests/Soak), with simulated panels: "make soak HOURS=2", or in the virtual machine: "make soak VM=1".
# The samples and a picture are in $(SOAK).
HOURS ?= 2
SOAK ?= .build/soak
soak: build web ## runs touchd and its bridges for HOURS=2 under load, and measures whether anything grows
	@scripts/setup install
	Tests/Soak/$(if $(VM),vm,run) '$(BIN)' '$(WEBBIN)' '$(HOURS)' '$(SOAK)'

# Does not build: "sudo make install" has another PATH, and should leave no files of root in .build.
install: ## installs what was built, below PREFIX=/usr/local
	@$(places) scripts/install

uninstall: ## removes what "make install" has installed
	@$(places) scripts/uninstall

# Installs the Debian packages needed for building and testing; silent and quick if all are present.
setup: ## installs the Debian packages for building and testing
	@scripts/setup install

check-setup: ## names those that are missing, and installs nothing
	@scripts/setup check

clean: ## removes what was built
	rm -rf .build
