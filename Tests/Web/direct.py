"""A configuration for the tests of direct manipulation in the region editor, and what they ask of its text."""
import re

from stage import check

TREE = """# A kiosk.
version: 1
screens:
  - id: main
    size: [1080, 1920]
    windows:
      - id: kiosk
        frame: [0, 0, 1080, 1920]   # the whole screen
        children:
          - { id: one, kind: button, frame: [100, 100, 200, 200] }
          - { id: two, kind: button, frame: [400, 130, 200, 200] }
          # The third one.
          - { id: three, kind: button, frame: [750, 160, 200, 100] }
          - id: box
            frame: [100, 600, 800, 800]
            children:
              - { id: a, kind: button, frame: [50, 50, 100, 100] }
              - { id: b, kind: button, frame: [250, 50, 100, 100] }
              - { id: c, kind: button, frame: [600, 60, 100, 100] }
              - { id: turned, bounds: [0, 0, 100, 40], center: [400, 500], transform: [0, 1, -1, 0, 0, 0] }
"""
told = "document.querySelector('#told').textContent"


def frame_of(text, id):
    found = re.search(r"id: " + id + r"\b.*?frame: \[([^\]]*)\]", text, re.S)
    return [float(part) for part in found.group(1).split(",")] if found else None


def by(text, id, dx, dy, within=3):
    """Whether a region has moved so far from its place in TREE."""
    here, there = frame_of(text, id), frame_of(TREE, id)
    return here[2:] == there[2:] and abs(here[0] - there[0] - dx) <= within and abs(here[1] - there[1] - dy) <= within


def back(browser, editor, steps=1):
    """Undoes so many steps, after which the text must be the file's own."""
    for _ in range(steps):
        browser.click("#undo")
    browser.frames(3)
    check(f"undone in {steps} step{'s' * (steps > 1)}, the text is the file's own", editor.text() == TREE, editor.text())


def without_snapping(browser, isOn=False):
    if browser.eval("document.querySelector('#snap').checked") != isOn:
        browser.click("#snap")


def near(a, b, within=2):
    return all(abs(x - y) <= within for x, y in zip(a, b))
