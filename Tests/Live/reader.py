"""A surface is one place of the focus. A stand-in for a program that reads applications moves the focus in it, comes too late, lies, and dies."""
import os, pathlib, subprocess, sys, tempfile

from glass import Client, check, code, finish, focused, of_type
from played import PATIENCE

programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".build/debug").resolve()

CONFIGURATION = """version: 1
screens:
  - id: main
    size: [1000, 500]
    accessibility: {}
    windows:
      - id: kiosk
        frame: [0, 0, 1000, 500]
        accessibility: { language: en }
        children:
          - { id: before, kind: button, frame: [0, 0, 200, 100], accessibility: { label: Before } }
          - { id: app, kind: surface, frame: [0, 100, 1000, 300] }
          - { id: after, kind: button, frame: [0, 400, 200, 100], accessibility: { label: After } }
  - id: side
    size: [1000, 500]
    accessibility: {}
    windows:
      - { id: alone, kind: surface, frame: [0, 0, 1000, 500] }
"""


def navigate(program, region, move="next"):
    """Moves the focus on from a region, which leads to the surface. Returns the `navigate` line that the reader gets."""
    program.ask(type="focus", region=region)
    lines = program.ask(type="focus", move=move)
    return reader.until(lambda line: line["type"] == "navigate")[-1] if reader else of_type("navigate", lines)[0]


def answered(region, direction, **answer):
    """Has the reader answer in time. Returns the `navigate` line and the lines up to the reader's reply. A slow machine gets more than one chance."""
    for attempt in range(20):
        asked = navigate(program, region, direction)
        lines = reader.ask(type="focus", turn=asked["turn"], **answer)
        if code(lines) != "stale":
            return asked, lines
        print("# the answer was too late: once more", flush=True)
    raise SystemExit("this machine never answers in time")


def next_focus(client):
    return client.until(lambda line: line["type"] == "focus")[-1]


with tempfile.TemporaryDirectory() as folder:
    path, file = f"{folder}/events.sock", f"{folder}/c.yaml"
    pathlib.Path(file).write_text(CONFIGURATION)
    process = subprocess.Popen([programs / "touchd", "--config", file, "--socket", path], stderr=open(f"{folder}/log", "wb"),
                               env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
    try:
        program, reader = Client(path, process), Client(path, process)

        search = {"label": "Search", "role": "button", "frame": [100, 150, 80, 40], "value": "empty", "states": ["disabled", "collapsed"]}
        asked, lines = answered("before", "next", element={**search, "activationPoint": [140, 170]})
        check("the focus that comes to a surface asks the reader", (asked["surface"], asked["direction"]) == ("app", "next"), asked)
        focus = of_type("focus", lines)
        check("an element of the application gets the focus", focused(lines) == ["app"] and focus[0]["label"] == "Search"
              and focus[0]["role"] == "button" and focus[0]["frame"] == [100, 150, 80, 40] and focus[0]["value"] == "empty" and focus[0]["states"] == ["disabled", "collapsed"], lines)
        check("with a higher turn than the question", focus and focus[0]["turn"] == asked["turn"] + 1, (asked, focus))
        lines = program.until(lambda line: line.get("label") == "Search")
        check("the program that speaks gets it too, and nothing for the surface itself", focused(lines) == ["app"], lines)
        lines = reader.ask(type="activate", turn=focus[0]["turn"])
        touched = of_type("activate", lines)
        check("an activation touches its point", code(lines) is None and touched and touched[0]["region"] == "app" and touched[0]["touch"], lines)

        asked, lines = answered("before", "next", element={"label": "Help"})
        lines = reader.ask(type="activate")
        touched = of_type("activate", lines)
        check("without a point the reader activates the element itself", touched and touched[0]["touch"] is None, lines)
        program.ask(type="focus", move="increment")
        line = reader.until(lambda line: line["type"] == "navigate")[-1]
        check("the reader changes values too", line["direction"] == "increment", line)
        program.ask(type="focus", move="increment", turn=line["turn"])
        again = reader.until(lambda line: line["type"] == "navigate")[-1]
        check("and is asked again for the next change", again["turn"] == line["turn"] + 1, (line, again))

        asked, lines = answered("before", "next", move="next")
        check("at its end the reader lets the focus go on", focused(lines) == ["after"], lines)
        asked, lines = answered("after", "previous", move="previous")
        check("and at its begin, back", asked["direction"] == "previous" and focused(lines) == ["before"], (asked, lines))

        # The reader answers only after somebody has moved the focus: never too early, however fast the machine is.
        asked = navigate(program, "before")
        program.ask(type="focus", region="after")
        next_focus(reader)
        lines = reader.ask(type="focus", turn=asked["turn"], element={"label": "Late"})
        check("an answer after somebody else has moved the focus is stale", code(lines) == "stale" and not any(line.get("label") == "Late" for line in lines), lines)
        asked = navigate(program, "before")
        line = next_focus(reader)
        check("without an answer the focus goes on, 0.25 s later", line["region"] == "after" and line["time"] - asked["time"] == 250_000, (asked, line))
        lines = reader.ask(type="focus", turn=asked["turn"], element={"label": "Late"})
        check("and the late answer is stale", code(lines) == "stale" and not any(line.get("label") == "Late" for line in lines), lines)
        lines = reader.ask(type="focus", turn=asked["turn"], move="next")
        check("so is a late end", code(lines) == "stale" and not any(line.get("label") == "Late" for line in lines), lines)
        lines = reader.ask(type="focus", element={"label": "Mine", "states": ["sensitive"]})
        check("no element of an application is sensitive", code(lines) == "badRequest", lines)
        lines = reader.ask(type="focus", element={"label": "Nowhere"})
        check("a reader that describes an element while the focus is elsewhere is refused", code(lines) == "conflict", lines)
        asked = navigate(program, "before")
        reader.close()
        line = next_focus(program)
        check("a reader that dies while it is asked delays nothing", line["region"] == "after" and line["time"] - asked["time"] == 250_000,
              (asked, line))

        # From here on nobody reads.
        reader = None
        asked = navigate(program, "before")
        line = next_focus(program)
        check("the end of the reader is no trap: the focus goes past the surface", line["region"] == "after" and line["time"] - asked["time"] == 250_000,
              (asked, line))
        asked = navigate(program, "after", "previous")
        line = next_focus(program)
        check("in both directions", line["region"] == "before" and line["time"] - asked["time"] == 250_000, (asked, line))
        asked = of_type("navigate", program.ask(type="focus", move="next", screen="side"))[0]
        lines = program.until(lambda line: line.get("cue") == "nothing")
        check("an application that fills the screen is an order without an element", lines[-1]["time"] - asked["time"] == 250_000
              and not focused(lines), (asked, lines))
        lines = program.ask(type="focus", move="next", screen="side")
        check("and is asked again at the next move", of_type("navigate", lines), lines)
        check("the daemon runs", process.poll() is None)
    finally:
        process.terminate()
        process.wait(PATIENCE)
    check("the daemon ends well", process.returncode == 0, pathlib.Path(f"{folder}/log").read_text()[-2000:])

finish()
