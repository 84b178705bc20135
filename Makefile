# touchd. `make run` shows it, `make test` checks it, `make install` puts it in place.
PREFIX ?= /usr/local
sysconfdir ?= /etc
# Where systemd and udev look; also right for PREFIX=/usr/local, whose own folders udev does not read.
systemunitdir ?= $(if $(filter /usr,$(PREFIX)),/lib/systemd/system,/etc/systemd/system)
udevrulesdir ?= $(if $(filter /usr,$(PREFIX)),/lib/udev/rules.d,/etc/udev/rules.d)
sysusersdir ?= $(if $(filter /usr,$(PREFIX)),/usr/lib/sysusers.d,/etc/sysusers.d)
# Where the release build leaves its programs.
BIN ?= .build/release
export PREFIX sysconfdir systemunitdir udevrulesdir sysusersdir BIN DESTDIR

.PHONY: build run test bench install uninstall setup check-setup clean

build: setup
	swift build -c release --static-swift-stdlib

run:
	@scripts/run

test:
	@scripts/test

bench: build
	Tests/Bench/latency

# Does not build: "sudo make install" has another PATH, and should leave no files of root in .build.
install:
	@scripts/install

uninstall:
	@scripts/uninstall

# Debian packages that building and testing want; silent and quick when all are there.
setup:
	@scripts/setup install

check-setup:
	@scripts/setup check

clean:
	rm -rf .build
