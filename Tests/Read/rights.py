#!/usr/bin/python3
"""touchd-read as another user than touchd's, with the access rules of docs/read.md, and without them."""
import os, shutil

from stage import CONFIGURATION, Application, Stage, check, finish, programs, until

if os.getuid() != 0:
    print("skipped: not root: touchd-read is not run as another user")
    raise SystemExit(0)
FORM = [{"id": "window", "role": "frame", "name": "Window", "frame": [0, 0, 500, 150], "states": ["active", "showing", "visible"], "children": [
    {"id": "one", "role": "push button", "name": "One", "frame": [0, 0, 500, 20], "actions": ["click"]}]}]
RULES = {"none": "[status]", "half": "[status, accessibility]", "all": "[accessibility, status, receive]"}

for name, rights in RULES.items():
    stage = Stage(configuration=CONFIGURATION + f"access:\n  - {{ user: nobody, allow: {rights} }}\n")
    os.chmod(stage.path, 0o755)
    # A copy that the other user can reach wherever the clone is.
    shutil.copy(programs / "touchd-read", stage.path / "touchd-read")
    stage.start_bus()
    stage.start_touchd()
    os.chmod(stage.path / "bus", 0o777)
    os.chmod(stage.socket, 0o777)
    stage.reader = stage.start("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", stage.path / "touchd-read", "--config", stage.path / "read.yaml",
                               AT_SPI_BUS_ADDRESS=stage.address)

    def log():
        file = stage.path / "setpriv.log"
        return file.read_text() if file.exists() else ""

    if name == "all":
        check("with the rule of the documents it is connected", until(lambda: "connected to touchd" in log() and "accessibility bus" in log()), log())
        application = Application(stage, "One", FORM)
        check("and reads", until(lambda: stage.enter().get("label") == "One"), log())
        stage.client.ask(type="activate")
        check("and presses", until(lambda: {"act": "one", "action": "click"} in application.done), application.done)
        check("and misses no right", "cannot answer touchd" not in log(), log())
    else:
        words = 'no access rule grants "accessibility"' if name == "none" else "cannot answer touchd"
        check(f"with {rights} alone it says what is missing", until(lambda: words in log()), log())
        print("#", [line for line in log().splitlines() if "cannot answer" in line])
    stage.close()
finish()
