"""The configuration of the soak: everything on, in versions that differ so that each reload changes something."""
import pathlib

# One screen for visitors, and one with the accessible glass, filters and recovery. Without /dev/uinput there is no virtual panel and no keyboard:
# `surface` and `keyboard` are added in the virtual machine only.
TEXT = """version: 1
screens:
  - id: main
    size: [1000, 500]
    panels:
      - match: { MAIN }
        grab: exclusive
        grabEscape: off
        contactsAtOpen: resume
        maximumContacts: 10
        stuckAfter: 30
    kiosk:
      wake: { grace: 0.2 }
      idle: [3, IDLE]
      edges: { sides: [left, right], distance: 20, travel: 100, within: 0.4 }
      staff: [{ id: service, corner: topLeft, size: 60, taps: 2, hold: 0.3, do: { unit: true } }]
      gestures: [{ id: home, swipe: up, from: bottom, within: 0.4, distance: 30, do: { unit: true } }, { id: menu, corner: topRight, size: 60, hold: 0.4 }]
      cleaning: { holdToLeave: 1 }
    windows:
      - id: kiosk
        frame: [0, 0, 1000, 500]
        multipleTouchEnabled: true
        intercept: [{ id: guard, insideOf: stage, verdict: observe }]
        children:
SURFACE
          - id: stage
            frame: [WIDTH, 100, 300, 300]
            multipleTouchEnabled: true
            gestures:
              - { id: tapped, type: tap }
              - { id: twice, type: tap, numberOfTapsRequired: 2 }
              - { id: slide, type: pan }
              - { id: pinch, type: pinch }
              - { id: held, type: longPress }
          - id: list
            kind: scrollView
            frame: [420, 100, 200, 300]
            contentSize: [200, 2000]
            children: [{ id: row, kind: button, frame: [0, 0, 200, 100] }]
          - id: pad
            sensitive: true
            frame: [640, 100, 200, 200]
            children:
              - { id: one, kind: button, frame: [0, 0, 100, 100] }
              - { id: two, kind: button, frame: [100, 0, 100, 100] }
          - { id: volume, kind: slider, frame: [640, 320, 200, 60] }
          - { id: light, kind: switch, frame: [860, 320, 60, 60] }
          - { id: free, frame: [860, 100, 100, 100], fallback: stage }
          - { id: workshop, frame: [0, 420, 1000, 80] }
  - id: side
    size: [1000, 500]
KEYBOARD
    panels:
      - match: { SIDE }
        grab: exclusive
        grabEscape: off
        filters: { bridge: { seconds: 0.02, distance: 20 }, minimumTap: 0.01, fuzz: 2, smooth: { minCutoff: 1, beta: 0.01 }, ghost: { times: 4, seconds: 1 } }
        recovery: { silentAfter: 20, ghosts: { count: 20, within: 60 }, command: [/bin/true] }
    kiosk: { idle: [4] }
    accessibility:
      profiles:
        - { id: speech, start: [{ key: KEY_F15 }], stop: [{ key: KEY_F15 }, { idle: 20 }], explore: { wait: 0.1 }, idleFactor: 2 }
        - { id: steady, start: [{ corner: bottomLeft, hold: 0.5 }], touches: { steady: 24, ignoreRepeat: 0.5, maximum: 1, snap: 40 } }
        - { id: low, start: [{ region: lowMenu }], show: [lowList], hide: [menu] }
        - { id: oneSwitch, start: [{ key: KEY_F16 }], scan: { step: 0.5, loops: 2 } }
      keypads:
        - { id: keypad, match: { KEYPAD }, bounce: 0.05,
            keys: { KEY_UP: previous, KEY_DOWN: next, KEY_ENTER: activate, KEY_LEFT: decrement, KEY_RIGHT: increment } }
    windows:
      - id: shop
        frame: [0, 0, 1000, 500]
        accessibility: { language: en }
        children:
          - { id: lowMenu, kind: button, frame: [800, 300, 200, 200], accessibility: { label: Low menu } }
          - id: menu
            frame: [0, 0, 800, 300]
            children:
              - { id: buy, kind: button, frame: [0, 0, 200, 200], accessibility: { label: Buy, hint: Opens the list } }
              - { id: loud, kind: slider, frame: [300, 0, 400, 100], accessibility: { label: Volume } }
          - { id: lowList, hidden: true, frame: [0, 300, 800, 200], accessibility: { label: LABEL } }
server:
  socketMode: "0666"
  state: keep
  statistics: keep
access:
  - { regions: ["kiosk/**", "kiosk", "shop/**"], allow: [receive, observe] }
  - { user: nobody, regions: ["kiosk/workshop", "kiosk/workshop/**", "kiosk/free"], allow: [receive, claim, edit] }
  - { user: nobody, allow: [status] }
  - { token: kiosk, regions: ["kiosk/list/**", "kiosk/list"], allow: [receive, claim, edit] }
"""
SURFACE = "          - { id: applications, kind: surface, frame: [30, 100, 60, 300], touches: { maximum: 3 } }"
KEYBOARD = "    keyboard: { allow: [KEY_A, KEY_B] }"
# Each of them is refused, with another error.
BROKEN = ["version: 1\nscreens: [", "version: 1\nscreens: [{ id: main, size: [0, 0] }]\n", "version: 2\n", "version: 1\nscreen: []\n", "\0\0\0"]


def text(version, main, side, keypad, has_uinput=False):
    """Returns version `version` of the configuration. `main`, `side` and `keypad` are the keys of `match`."""
    values = {"MAIN": main, "SIDE": side, "KEYPAD": keypad, "WIDTH": str(100 + version % 3), "IDLE": str(10 + version % 4),
              "LABEL": f"List {version % 5}", "SURFACE\n": SURFACE + "\n" if has_uinput else "", "KEYBOARD\n": KEYBOARD + "\n" if has_uinput else ""}
    whole = TEXT
    for name, value in values.items():
        whole = whole.replace(f"{{ {name} }}" if name in ("MAIN", "SIDE", "KEYPAD") else name,
                              f"{{ {value} }}" if name in ("MAIN", "SIDE", "KEYPAD") else value)
    return whole


if __name__ == "__main__":
    import sys
    pathlib.Path(sys.argv[1]).write_text(text(0, 'name: "a"', 'name: "b"', 'name: "c"', has_uinput=len(sys.argv) > 2))
