#!/usr/bin/python3
"""touchd-read with touchd and an application that behaves: exploring, moving, activating, values, passwords."""
import time

from stage import CONFIGURATION, Application, Stage, check, finish, of_type, until

FORM = [{"id": "window", "role": "frame", "name": "Tickets", "frame": [0, 0, 500, 150], "states": ["active", "showing", "visible"], "children": [
    {"id": "page", "role": "section", "frame": [0, 0, 500, 150], "children": [
        {"id": "title", "role": "heading", "name": "Choose a ticket", "frame": [0, 0, 500, 20],
         "children": [{"id": "titleText", "role": "static", "name": "Choose a ticket", "frame": [0, 0, 200, 20]}]},
        {"id": "row", "role": "filler", "frame": [0, 20, 500, 40], "children": [
            {"id": "single", "role": "push button", "name": "Single\tticket", "description": "3 euros", "frame": [0, 20, 100, 40], "actions": ["click"],
             "states": ["visible", "showing", "enabled", "sensitive", "selected"],
             "children": [{"id": "singleText", "role": "static", "name": "Single ticket", "frame": [10, 25, 50, 20]}]},
            {"id": "day", "role": "push button", "name": "Day ticket", "frame": [100, 20, 100, 40]},
            {"id": "return", "role": "check box", "name": "Return", "frame": [200, 20, 100, 40], "actions": ["toggle"]}]},
        {"id": "persons", "role": "slider", "name": "Persons", "value": [2, 1, 5, 1], "frame": [0, 60, 100, 20]},
        {"id": "nameLabel", "role": "label", "name": "Your name", "labelFor": "name", "frame": [0, 80, 50, 20]},
        {"id": "name", "role": "entry", "text": "Ada", "labelledBy": "nameLabel", "frame": [50, 80, 100, 20], "actions": ["activate"]},
        {"id": "code", "role": "password", "name": "Code", "text": "hunter2", "frame": [150, 80, 100, 20],
         "children": [{"id": "codeText", "role": "static", "name": "hunter2", "frame": [150, 80, 100, 20]}]},
        {"id": "hidden", "role": "push button", "name": "Hidden", "states": [], "frame": [300, 80, 50, 20]},
        {"id": "below", "role": "link", "name": "Imprint", "states": ["visible", "enabled"], "frame": [0, 900, 50, 20], "actions": ["jump"]}]}]}]


def adjusted(move, value):
    """Changes the slider from a value. Returns the line that says the new one; does it again if a slow machine has made the answer late."""
    for _ in range(20):
        application.tell(set={"persons": {"value": [value, 1, 5, 1]}})
        stage.client.send(type="focus", move=move)
        if line := stage.focus(5):
            break
        stage.put_back("Persons")
    return line


stage = Stage()
stage.start_all()
check("it connects to touchd and to the bus", stage.connected(), stage.log)
application = Application(stage, "Tickets", FORM)

line = stage.entered()
check("the focus goes into the application", line.get("label") == "Choose a ticket" and line["region"] == "app" and line.get("role") == "header", (line, stage.log))
check("the frame is in points of the screen", line["frame"] == [0, 100, 1000, 40], line)
line = stage.moved()
check("a heading and its text are one", line.get("label") == "Single ticket" and line.get("role") == "button" and line.get("hint") == "3 euros", line)
check("its state is said", line.get("states") == ["selected"], line)
stage.client.ask(type="activate")
check("a button is pressed by its action", until(lambda: {"act": "single", "action": "click"} in application.done), application.done)
line = stage.moved()
check("a button and its text are one", line.get("label") == "Day ticket", line)
lines = stage.client.ask(type="activate")
check("what has no action gets a touch", of_type("activate", lines)[0]["touch"] is not None, lines)
line = stage.moved()
check("a check box is a switch", (line.get("label"), line.get("role"), line.get("value")) == ("Return", "switch", False), line)
line, is_on = stage.switched("Return")
check("its new value is said by itself", line.get("label") == "Return" and line.get("value") is is_on, line)
line = stage.moved()
check("a slider has its value", (line.get("label"), line.get("role"), line.get("value")) == ("Persons", "adjustable", 2), line)
line = adjusted("increment", 2)
check("which is changed by its step", line.get("value") == 3 and until(lambda: {"set": "persons", "value": 3.0} in application.done), (line, application.done))
line = adjusted("decrement", 3)
check("and back", line.get("value") == 2, line)
line = stage.moved()
check("a field has its label, which is said once, and its text", (line.get("label"), line.get("value")) == ("Your name", "Ada"), line)
lines = stage.client.ask(type="activate")
check("a field is touched, not entered", of_type("activate", lines)[0]["touch"] is not None and not any(one.get("act") == "name" for one in application.done), lines)
line = stage.moved()
check("a password is named, and never its value", line.get("label") == "Code" and "value" not in line and "hunter2" not in str(line), line)
check("and it is not even asked for", {"text": "code"} not in application.done, application.done)
line = stage.moved()
check("what is below is scrolled into view, and what is hidden left out", line.get("label") == "Imprint" and until(lambda: {"scroll": "below"} in application.done), line)
line = stage.move()
check("at the end the ring goes on", line["region"] == "after", line)
line = stage.entered("after", "previous")
check("backwards it begins at the end", line.get("label") == "Imprint", line)
line = stage.moved("previous")
check("and goes back", line.get("label") == "Code", line)
for _ in range(6):
    line = stage.moved("previous")
check("to the beginning", line.get("label") == "Choose a ticket", line)
line = stage.move("previous")
check("and out", line["region"] == "before", line)

stage.client.ask(type="accessibility", profile="speech", on=True)
stage.press(30, 160)
line = stage.focus()
check("a finger finds the button under it", line.get("label") == "Single ticket" and line["region"] == "app", line)
for x in range(32, 190, 4):
    stage.drag(x, 160)
time.sleep(0.3)
stage.drag(250, 160)
line = stage.focus()
check("while it moves within the button nothing is said, and then the next one", line.get("label") == "Day ticket", line)
for x in range(240, 20, -20):
    stage.drag(x, 160)
until(lambda: stage.focus().get("label") in ("Single ticket", None))
stage.drag(40, 165)
time.sleep(0.3)
stage.lift()
time.sleep(0.3)
count = len(application.done)
stage.tap_twice()
check("two taps anywhere press the button", until(lambda: {"act": "single", "action": "click"} in application.done[count:]), application.done[count:])
stage.press(250, 160)
until(lambda: stage.focus().get("label") in ("Day ticket", None))
stage.drag(260, 165)
time.sleep(0.3)
stage.lift()
time.sleep(0.3)
stage.tap_twice()
line = stage.client.until(lambda line: line["type"] == "activate" and line["touch"] is not None)[-1]
check("what has no action is touched, also after the finger has moved in it", line["region"] == "app", line)
stage.press(250, 190)
time.sleep(0.3)
stage.lift()

(stage.path / "touchd.yaml").write_text(CONFIGURATION.replace("id: app", "id: shop"))
done = stage.finger.ask(type="reload")[-1]
check("touchd reloads its configuration, with another surface", done.get("ok"), done)
line = stage.entered()
check("the application is read at the new one", (line.get("label"), line["region"]) == ("Choose a ticket", "shop"), line)
finish()
