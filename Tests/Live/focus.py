"""The focus over a real socket: a program that speaks moves it and activates; the application gets an ordinary touch."""
import json, os, pathlib, subprocess, sys, tempfile

from glass import Client, check, code, finish, focused
from played import PATIENCE

programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".build/debug").resolve()

CONFIGURATION = """version: 1
screens:
  - id: main
    size: [1000, 500]
    accessibility:
      profiles:
        - { id: low, start: [{ region: low }], show: [lowMenu], hide: [menu] }
    windows:
      - id: kiosk
        frame: [0, 0, 1000, 500]
        accessibility: { language: en }
        children:
          - id: menu
            frame: [0, 0, 1000, 200]
            children:
              - { id: buy, kind: button, frame: [0, 0, 200, 200], accessibility: { label: Buy, hint: Opens the list } }
              - { id: volume, kind: slider, frame: [300, 0, 400, 50], accessibility: { label: Volume } }
          - id: pad
            sensitive: true
            frame: [0, 200, 300, 200]
            accessibility: { label: PIN }
            children:
              - { id: one, kind: button, frame: [0, 0, 100, 100], accessibility: { label: One } }
              - { id: two, kind: button, frame: [100, 0, 100, 100], accessibility: { label: Two } }
          - { id: lowMenu, hidden: true, frame: [0, 400, 500, 100] }
          - { id: low, kind: button, frame: [900, 400, 100, 100], accessibility: { label: Low menu } }
"""


with tempfile.TemporaryDirectory() as folder:
    path, file = f"{folder}/events.sock", f"{folder}/c.yaml"
    pathlib.Path(file).write_text(CONFIGURATION)
    listed = subprocess.run([programs / "touchctl", "regions", "--accessibility", "--json", "--config", file], capture_output=True, text=True)
    order = [json.loads(line) for line in listed.stdout.splitlines()]
    check("touchctl lists the elements in their order", [e["region"] for e in order] == ["buy", "volume", "pad", "one", "two", "low"], listed)
    process = subprocess.Popen([programs / "touchd", "--config", file, "--socket", path], stderr=subprocess.PIPE,
                               env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
    try:
        speaker, owner = Client(path, process), Client(path, process)
        check("hello has the capability", "accessibility" in speaker.hello["capabilities"], speaker.hello)
        screens = speaker.snapshot["screens"]
        check("the snapshot has the profiles", screens[0].get("accessibility") == {"profiles": []}, screens)
        lines = speaker.ask(type="focus", move="next")
        check("next begins at the first element", focused(lines) == ["buy"] and lines[0]["label"] == "Buy", lines)
        turn = lines[0]["turn"]
        lines = speaker.ask(type="activate", turn=turn)
        frames = [event for line in lines if line["type"] == "frame" for event in line["events"]]
        check("an activation is a touch", [e.get("phase", e.get("action")) for e in frames] == ["began", "touchDown"], lines)
        check("the touch says who has made it", frames and frames[0].get("by") == "accessibility" and frames[0]["x"] == 100, frames)
        end = speaker.until(lambda line: line["type"] == "frame")[-1]["events"]
        check("the touch ends as a lift", [e.get("phase", e.get("action")) for e in end] == ["ended", "touchUpInside"], end)
        check("a late request is stale", code(speaker.ask(type="focus", move="next", turn=turn)) == "stale")
        lines = speaker.ask(type="focus", region="volume") + speaker.ask(type="focus", move="increment")
        values = [e["value"] for line in lines if line["type"] == "frame" for e in line["events"] if e.get("action") == "valueChanged"]
        check("a slider steps by a tenth", values == [0.1], lines)
        owner.ask(type="claim", receivers=["pad", "one", "two"])
        check("others cannot focus in a sensitive region", code(speaker.ask(type="focus", region="one")) == "notAllowed")
        lines = owner.ask(type="focus", region="one") + owner.ask(type="focus", region="two") + owner.ask(type="activate")
        check("the owner can, and activate", focused(lines) == ["one", "two"] and any(l["type"] == "activate" for l in lines), lines)
        seen = speaker.ask(type="focus", region="low")
        check("others learn of the region alone", focused(seen) == ["pad", "low"] and not any(l["type"] == "activate" for l in seen), seen)
        lines = speaker.ask(type="accessibility", profile="low", on=True)
        check("a profile goes on", any(l["type"] == "accessibility" and l["profiles"] == ["low"] for l in lines), lines)
        check("its regions are shown and hidden", sorted(r["id"] for l in lines if l["type"] == "changed" for r in l["regions"]) == ["lowMenu", "menu"],
              lines)
        check("the daemon runs", process.poll() is None)
    finally:
        process.terminate()
        process.wait(PATIENCE)
    check("the daemon ends well", process.returncode == 0, process.stderr.read().decode()[-2000:])

finish()
