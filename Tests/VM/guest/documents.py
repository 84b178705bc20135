"""The commands and configurations of docs/applications.md, which the tests run."""
import os
import pathlib
import re
import shlex

import __main__ as test
from testkit import check, event_node, run

PAGE = (pathlib.Path(__file__).resolve().parents[3] / "docs/applications.md").read_text()
RULES = pathlib.Path("/run/udev/rules.d")


def section(heading):
    return PAGE.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


def chromium_flags(heading, number=0):
    """Returns the options of one of the section's commands."""
    command = re.findall(r"\bchromium (--.*)", section(heading))[number]
    return [word for word in shlex.split(command) if word.startswith("--")]


def sway_lines():
    """Returns the lines of the page's sway configuration without its commands."""
    lines = re.search(r"^```sway\n(.*?)^```$", PAGE, re.M | re.S)[1].splitlines()
    return [line for line in lines if not line.startswith("exec ")]


def udev_rules():
    """Checks the page's udev rules on the real and the virtual panel by simulating udev; nothing is changed."""
    panel, virtual = event_node("phys", "glass/0"), test.node_path()
    properties = lambda node: run("udevadm", "test", "--action=add", "/sys/class/input/" + os.path.basename(node)).stdout
    RULES.mkdir(parents=True, exist_ok=True)
    for name, rules in re.findall(r"^```udev\n# /etc/udev/rules\.d/(\S+)\n(.*?)^```$", PAGE, re.M | re.S):
        (RULES / name).write_text(rules)
    mine, panels = properties(virtual), properties(panel)
    check("docs: output and calibration are on the virtual panel", "WL_OUTPUT=HDMI-A-1" in mine and "LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 -1 1" in mine, mine[-1500:])
    check("docs: and the link of the installed rules", "/dev/input/touchd/main-0" in mine, mine[-1500:])
    check("docs: not on the panel", "WL_OUTPUT=" not in panels and "input/touchd" not in panels, panels[-1500:])
    check("docs: failing closed, libinput ignores the panel, and nothing else", "LIBINPUT_IGNORE_DEVICE=1" in panels and "LIBINPUT_IGNORE_DEVICE" not in mine,
          (panels[-800:], mine[-800:]))
    for rules in RULES.glob("9*-kiosk*.rules"):
        rules.unlink()


PARTS = [udev_rules]
