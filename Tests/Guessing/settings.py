"""The configurations under which keys are guessed: each has one more feature than the plain one, and the last has all.

Key 0 is at the screen's edge and in the corner of staff, key 1 in the middle. Their ids have one length, as docs/access.md asks."""

TEXT = """version: 1
screens:
  - id: main
    size: [1000, 500]
    panels: [{ match: { idPath: "pci-0000:00:14.0-usb-0:1:1.0" }, grab: exclusive, grabEscape: off, PANEL }]
KIOSK
    windows:
      - id: w
        frame: [0, 0, 1000, 500]
        multipleTouchEnabled: true
WINDOW
        children:
          - id: pad
            frame: [0, 0, 500, 500]
            sensitive: true
            multipleTouchEnabled: true
PAD
            children:
              - { id: one, kind: button, frame: [0, 0, 100, 100], KEY }
              - { id: two, kind: button, frame: [250, 200, 100, 100], KEY }
          - { id: open, kind: button, frame: [600, 0, 300, 300], OUTSIDE, LABEL }
server: { SERVER }
access:
  - { user: nobody, regions: ["w/open"], allow: [receive, claim, edit] }
  - { user: nobody, allow: [status] }
  - { user: games, allow: [accessibility] }
  - { user: daemon, regions: ["w/guard"], allow: [claim] }
  - { user: daemon, regions: ["w", "w/**"], allow: [receive, observe] }
  - { token: kiosk, regions: ["w", "w/**"], allow: [receive, observe] }
"""
# In points.
PLACES = ((10, 50), (300, 250))
KIOSK = """    kiosk:
      wake: { grace: 0.2 }
      idle: [0.3, 2]
      edges: { distance: 40, travel: 120, within: 0.4 }
      staff: [{ id: service, corner: topLeft, size: 120, taps: 3, hold: 1 }]
      gestures: [{ id: home, swipe: right, from: left, do: { unit: true } }, { id: menu, corner: topLeft, hold: 2 }]
      cleaning: { holdToLeave: 3 }"""
PROFILE = "{ id: speech, start: [{ region: open }], stop: [{ idle: 600 }], explore: { wait: 0.01 } }"
STEADY = "{ id: steady, start: [{ corner: topLeft, hold: 0.5 }], stop: [{ idle: 600 }], touches: { steady: 24, maximum: 1, snap: 40 } }"
KEY = "accessibility: { label: Key, language: en }"
FILTERS = "filters: { bridge: { seconds: 0.01, distance: 20 }, minimumTap: 0.005, fuzz: 2, smooth: { minCutoff: 1, beta: 0.01 } }"
RECOVERY = ", recovery: { silentAfter: 60, ghosts: { count: 20, within: 60 } }"
PARTS = {
    "plain": {},
    "kiosk rules": {"KIOSK": KIOSK},
    "accessibility": {"ACCESS": f"    accessibility: {{ profiles: [{STEADY}] }}", "KEY": KEY, "LABEL": "accessibility: { label: Open, language: en }"},
    "exploring": {"ACCESS": f"    accessibility: {{ profiles: [{PROFILE}] }}", "KEY": KEY, "LABEL": "accessibility: { label: Open, language: en }"},
    "filters, recovery": {"PANEL": FILTERS + RECOVERY},
    "filters that swallow one key": {"PANEL": FILTERS.replace(" }}", " }, edge: { distance: 30 }, mask: [[0, 0, 20, 100]] }")},
    "gestures, interceptor": {"PAD": "            gestures: [{ id: t, type: tap }, { id: p, type: pan }, { id: l, type: longPress }]",
                              "WINDOW": "        intercept: [{ id: guard, insideOf: w, verdict: observe }]"},
    "outside": {"OUTSIDE": "watchesOutside: true"},
    "kept counts and values": {"SERVER": "state: keep, statistics: keep"},
}


# Not one of them: the pad is not sensitive, so those who may observe must know the key. Otherwise the test would have no power.
CONTROL = "not sensitive"


def text(name):
    """Returns the configuration of a setting; "everything" has all parts but those that keep the touch from the owner."""
    if name == CONTROL:
        return text("plain").replace("            sensitive: true\n", "")
    parts = {}
    for part, values in PARTS.items():
        if part == name or (name == "everything" and part not in ("exploring", "filters that swallow one key")):
            parts |= values
    whole = TEXT.replace("KIOSK\n", "\n".join(filter(None, (parts.get("KIOSK"), parts.get("ACCESS")))) + "\n")
    whole = whole.replace(", OUTSIDE", f", {parts['OUTSIDE']}" if "OUTSIDE" in parts else "")
    for key in "WINDOW", "PAD":
        whole = whole.replace(f"{key}\n", parts[key] + "\n" if key in parts else "")
    for key in "PANEL", "KEY", "LABEL":
        whole = whole.replace(f", {key} }}", f", {parts[key]} }}" if key in parts else " }")
    return whole.replace("SERVER", parts.get("SERVER", 'socketMode: "0666"') + (', socketMode: "0666"' if "SERVER" in parts else "")).replace(
        "\n\n", "\n")


NAMES = [*PARTS, "everything"]


def holds(name):
    """Returns how long a finger is down, in s, for taps that follow each other at once: long enough to be a touch, or to explore."""
    return [0.02] if name == "exploring" else [0.008] if "minimumTap" in text(name) else [0]

if __name__ == "__main__":
    import sys
    print(text(sys.argv[1]))
