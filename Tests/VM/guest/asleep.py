"""Suspends the machine under a finger, except for the firmware: the kernel suspends everything and wakes by itself after five seconds
(/sys/power/pm_test: core). Run by Tests/VM/sleep from memory; ends the virtual machine."""
import subprocess
import time
import traceback

import testkit
from testkit import LIFT, Panel, check, connected, until

OK = (400, 800)     # in the panel's units, on touchd.yaml's region ok


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def slept():
    """Returns the seconds that the machine has slept since its start."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)


def tap(client, panel):
    mark = len(client.lines)
    panel.tap(*OK)
    return client.expect_touch(1, mark, phase="ended", region="ok")


def test():
    panel = Panel()
    with open("/tmp/log", "w") as log:
        subprocess.Popen(["/bin/touchd", "--config", "/test/touchd.yaml", "--socket", testkit.SOCKET], stderr=log,
                         env={"TOUCHD_VERIFIER": "fatal"})
    client = until(connected)
    check("a tap arrives", until(lambda: tap(client, panel), step=0))

    mark = len(client.lines)
    panel.frame(s0=OK, s1=(500, 300))
    held = [client.expect_touch(after=mark, phase="began", region=region)["id"] for region in ("ok", "board")]
    before = slept()
    write("/sys/power/pm_test", "core")
    write("/sys/power/state", "mem")
    check("the machine has slept", slept() - before > 1, slept() - before)
    client.expect(lambda m: m["type"] == "panel" and m["state"] == "added", after=mark)
    over = [(t["id"], t["phase"], t.get("reason")) for t in client.touches(mark) if t["phase"] != "began"]
    check("both fingers are cancelled, deviceDisabled", sorted(over) == [(id, "cancelled", "deviceDisabled") for id in sorted(held)], over)
    states = [m["state"] for m in client.lines[mark:] if m["type"] == "panel"]
    check("and the panel is opened again", states == ["removed", "added"], client.lines[mark:])
    check("the log says why", "of sleep; reopening all panels" in open("/tmp/log").read(), open("/tmp/log").read())
    mark = len(client.lines)
    panel.frame(s0=(420, 800), s1=LIFT)
    panel.frame(s0=LIFT)
    check("what is on the glass still is nothing", client.quiet(0.5) == [], client.touches(mark))
    check("and then a tap arrives", until(lambda: tap(client, panel), step=0))
    check("all by the grammar", not client.faults, client.faults)


def main():
    try:
        test()
    except Exception:
        check("the test comes to its end", False, traceback.format_exc())
    print(f"{testkit.passed} passed, {testkit.failed} failed", flush=True)
    time.sleep(0.5)     # the serial line is slow
    write("/proc/sysrq-trigger", "b")


if __name__ == "__main__":
    main()
