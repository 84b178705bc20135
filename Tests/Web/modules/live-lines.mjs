// Lines of a fictitious kiosk, for the tests of the live view's modules.

export const region = (path, kind, bounds, toScreen, more = {}) => ({ id: path.slice(path.lastIndexOf("/") + 1), path, kind, screen: "main", bounds, toScreen, ...more });

export const regions = [
  region("kiosk", "window", [0, 0, 1080, 1920], [1, 0, 0, 1, 0, 0]),
  region("kiosk/ok", "button", [0, 0, 200, 200], [1, 0, 0, 1, 60, 1660]),
  region("kiosk/list", "scrollView", [0, 0, 500, 500], [1, 0, 0, 1, 100, 100], { offset: [0, 0], zoomScale: 1 }),
  region("kiosk/list/row", "view", [0, 0, 500, 50], [1, 0, 0, 1, 100, 300]),
  region("kiosk/pin", "view", [0, 0, 300, 300], [1, 0, 0, 1, 700, 800]),
];

export const snapshot = { type: "snapshot", seq: 1, generation: 1, panels: [{ id: "main-0", name: "P", screen: "main", pointsPerMillimetre: [4, 4] }],
  screens: [{ screen: "main", display: "on", activity: "active", idle: null, mode: "normal", lastTouch: null }], regions, touches: [] };

export const touch = (id, phase, region, x, y, more = {}) => ({ event: "touch", id, phase, region, target: region, x, y, local: [0, 0], tapCount: 1, ...more });
export const frame = (time, ...events) => ({ type: "frame", seq: 2, time, panel: "main-0", events });
export const trace = (id, more = {}) => ({ type: "trace", touch: id, time: 1, panel: "main-0", x: 5, y: 6, target: "kiosk/ok", decidedBy: null, blockedBy: null, receivers: ["kiosk/ok"], withheldFrom: [], hit: "kiosk/ok",
  asked: [{ region: "kiosk", local: [5, 6], answer: "contains the point; a child is hit" }, { region: "kiosk/ok", local: [1, 2], answer: "hit" }], unasked: [], ...more });

export const profiles = (...on) => ({ type: "accessibility", screen: "main", time: 1, profiles: on, private: false, by: "request" });
export const focus = (region, more = {}) => ({ type: "focus", screen: "main", turn: 1, time: 1, by: "request", region, path: region, states: [], frame: [0, 0, 9, 9], ...more });
/** A line of the bridge about speech. */
export const said = (action, more = {}) => ({ type: "speech", screen: "main", time: 1, action, ...more });

/** Returns a value with the marks of names removed from its texts. */
export const bare = (value) => JSON.parse(JSON.stringify(value).replace(/[\u2068\u2069]/g, ""));

/** Returns a seeded random number generator. */
export function random(seed) {
  let s = seed >>> 0 || 1;
  return (below) => {
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    return (s >>> 0) % below;
  };
}

/** Returns random lines of all types with their times, including lines that no daemon sends. */
export function randomLines(seed, count) {
  const next = random(seed);
  const pick = (list) => list[next(list.length)];
  const all = [{ at: 0, line: snapshot }];
  let at = 0;
  let id = 65536;
  const ids = () => id - next(6);
  const name = () => pick(["ok", "list", "row", "kiosk", null]);
  for (let n = 1; n < count; n++) {
    at += next(5) === 0 ? next(3000) : next(20);
    const time = at * 1000;
    const events = () => Array.from({ length: 1 + next(4) }, () => {
      switch (next(8)) {
        case 0: return touch(++id, "began", name(), next(1080), next(1920), next(2) ? { raw: [next(1080), next(1920)], pressure: 0.5 } : {});
        case 1: return touch(ids(), pick(["ended", "cancelled"]), name(), next(1080), next(1920), { reason: "gesture" });
        case 2: return { event: "sensitive", id: ids(), phase: pick(["began", "moved", "ended"]), region: null, target: "pin" };
        case 3: return { event: "gesture", gesture: "turn", kind: "rotation", region: "kiosk", state: pick(["began", "changed", "ended"]), touches: [ids()], local: [1, 2], rotation: next(6) };
        case 4: return { event: "control", region: "ok", action: pick(["touchDown", "touchDragInside", "valueChanged", "touchUpInside"]), id: ids(), value: next(9) };
        case 5: return { event: "scroll", region: "list", offset: [0, next(400)], zoomScale: 1 + next(3), state: pick(["began", "changed", "ended", "cancelled"]) };
        default: return touch(ids(), "moved", name(), next(1080), next(1920));
      }
    });
    const line = [
      () => trace(++id), () => ({ ...snapshot, touches: [] }), () => ({ type: "tree", generation: n, regions: regions.slice(0, 2 + next(4)) }),
      () => ({ type: "changed", generation: n, regions: [{ ...regions[1], bounds: [0, 0, next(300), 9] }] }), () => ({ type: "panel", panel: "main-injected", state: pick(["added", "removed"]), screen: "main" }),
      () => ({ type: "screen", screen: "main", display: "off", activity: "idle", idle: 5, mode: pick(["normal", "cleaning"]), lastTouch: null }), () => ({ type: "lost" }),
      () => ({ type: "clients", clients: [{ number: n }], time }), () => ({ type: "question", id: n, ask: "shouldBegin", gesture: "turn", region: "kiosk" }), () => ({ type: "settled", id: n - 1, value: true, by: "client" }),
      () => ({ type: "facts", sensitive: ["pin"], sizes: { main: [1080, 1920] }, shapes: {} }), () => ({ type: "lagged", seq: 1, merged: 3, cancelled: [] }), () => ({ type: "whatever" }),
      () => profiles(...pick([[], ["speech"]])), () => focus(pick(["ok", "list", "gone"])), () => said(pick(["speak", "interrupt", "sound"]), { text: String(n) }), () => ({ type: "rights", rights: ["receive"] }),
    ][next(200) < 195 - 60 ? 99 : next(17)] ?? (() => frame(time, ...events()));
    all.push({ at, line: line() });
  }
  return all;
}
