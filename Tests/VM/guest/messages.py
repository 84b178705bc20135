"""The tests of the log: journal queries of an operator."""
import json
import pathlib
import re

from testkit import UNIT, check, run, systemctl, until

PROJECT = pathlib.Path(__file__).resolve().parents[3]


def number(text):
    """Returns the MESSAGE_ID of a message in docs/messages.md."""
    page = (PROJECT / "docs/messages.md").read_text()
    return re.search(rf"^#### `{re.escape(text)}`.*\n\n.*`MESSAGE_ID=(\w+)`", page, flags=re.M)[1]


def entries(*matches):
    lines = run("journalctl", "-q", "-b", "--no-pager", "-o", "json", "-u", UNIT, *matches).stdout.splitlines()
    return [json.loads(line) for line in lines]


def asking_the_journal():
    opened = f"MESSAGE_ID={number('panel … is …')}"
    found = until(lambda: entries(opened, "PANEL=main-0"))
    check("the journal finds the message of a panel that was opened by its id and the panel", bool(found), entries()[-5:])
    entry = found[-1] if found else {}
    check("with the device, the screen, the level and the program",
          entry.get("DEVICE", "").startswith("/dev/input/event") and entry.get("PRIORITY") == "6" and entry.get("SYSLOG_IDENTIFIER") == "touchd"
          and "SCREEN" in entry, entry)
    check("from the service's own process, through the journal's socket",
          entry.get("_SYSTEMD_UNIT") == UNIT + ".service" * (not UNIT.endswith(".service")) and entry.get("_TRANSPORT") == "journal", entry)
    check("nothing of another panel", not entries(opened, "PANEL=other"))
    explained = run("journalctl", "-q", "-b", "--no-pager", "-x", "-n", "1", opened).stdout
    check("journalctl -x says its cause", "Cause. touchd has opened a panel" in explained, explained)


def the_last_message_before_the_end():
    """journald no longer knows the unit of a process that has ended; nevertheless its last message must be found by the unit."""
    wrong = pathlib.Path("/run/wrong.yaml")
    wrong.write_text("nonsense: 1\n")
    lost = []
    for count in range(3):
        # A unit in a file, because systemd-run needs a message bus.
        unit = pathlib.Path(f"/run/systemd/system/touchd-wrong-{count}.service")
        unit.write_text(f"[Service]\nType=oneshot\nExecStart=/usr/bin/touchd --config {wrong} --socket /run/wrong.sock\n")
        systemctl("daemon-reload")
        systemctl("start", unit.name)
        run("journalctl", "--sync")
        said = run("journalctl", "-q", "-b", "--no-pager", "-o", "json", "-u", unit.name, "-p", "err").stdout
        if 'missing \\"screens\\"' not in said:
            lost.append((count, said))
        unit.unlink()
    check("three times out of three the journal has, by the unit, why touchd cannot start", not lost, lost)
    wrong.unlink()


PARTS = [asking_the_journal, the_last_message_before_the_end]
