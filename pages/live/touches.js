// @ts-check
// Touches: their receivers' states, their places, and their paths.

/** @typedef {import("./model.js").State} State */
/**
 * A touch and its receivers' states.
 * @typedef {{phase: string, reason?: string}} Receipt the state of a touch for a receiver
 * @typedef {{id: number, number: number, panel: string, x?: number, y?: number, raw?: [number, number], pressure?: number, major?: number, minor?: number,
 *   orientation?: number, tool?: string, distance?: number, target: string | null, sensitive: boolean, beganAt: number, beganTime: number, endedAt: number | null,
 *   reason?: string, receivers: Map<string, Receipt>, trail: number[], why: any}} Touch `trail` is at, x, y, at, x, y …; the receiver "" stands for no region, and `number` counts the touches since the page was opened
 */

/** The length of a trail in ms, and the most points in it. */
const TRAIL = 700;
const TRAIL_POINTS = 90;
/** The number of ended touches that can still be explained. */
const RECENT = 20;

/** @param {State} state @param {any} event @param {any} frame */
export function applyTouch(state, event, frame) {
  const receiver = event.region ?? "";
  let touch = state.touches.get(event.id);
  if (!touch) {
    // A touch whose begin went to another receiver may end for this one after it has ended for all others.
    if (event.phase !== "began") {
      // Copies of the state share the ended touches.
      state.recent = state.recent.map((t) => (t.id === event.id ? { ...t, receivers: new Map(t.receivers).set(receiver, receipt(event)) } : t));
      return;
    }
    touch = {
      id: event.id, number: ++state.begun, panel: frame.panel, target: event.target, sensitive: event.event === "sensitive", beganAt: state.at, beganTime: event.timestamp ?? frame.time, endedAt: null,
      receivers: new Map(), trail: [], why: state.waiting.get(event.id) ?? null,
    };
    state.waiting.delete(event.id);
    state.touches.set(event.id, touch);
  }
  touch.receivers.set(receiver, receipt(event));
  touch.target = event.target;
  if (event.event === "sensitive") recordSensitive(state, event.target ?? event.region);
  else place(touch, event, state.at);
  for (const { phase } of touch.receivers.values()) if (phase !== "ended" && phase !== "cancelled") return;
  touch.endedAt = state.at;
  if (event.phase === "cancelled") touch.reason = event.reason;
  state.touches.delete(event.id);
  state.recent.unshift(touch);
  if (state.recent.length > RECENT) state.recent.pop();
}

/** @param {any} event @returns {Receipt} */
function receipt(event) {
  return event.reason ? { phase: event.phase, reason: event.reason } : { phase: event.phase };
}

/** @param {Touch} touch @param {any} event @param {number} at */
function place(touch, event, at) {
  for (const key of /** @type {const} */ (["x", "y", "raw", "pressure", "major", "minor", "orientation", "tool", "distance"])) {
    if (event[key] !== undefined) touch[key] = /** @type {never} */ (event[key]);
  }
  const trail = touch.trail;
  const last = trail.length - 3;
  // The events of a report for several receivers have the same place.
  if (last >= 0 && trail[last] === at) trail.splice(last, 3, at, event.x, event.y);
  else trail.push(at, event.x, event.y);
  let old = 0;
  while (trail.length - old > 3 && (at - trail[old] > TRAIL || trail.length - old > 3 * TRAIL_POINTS)) old += 3;
  if (old) trail.splice(0, old);
}

/** Records that a region, given by its path or its ID, is sensitive. @param {State} state @param {string | null} name */
export function recordSensitive(state, name) {
  if (!name) return;
  const id = name.slice(name.lastIndexOf("/") + 1);
  if (state.sensitive.has(id)) return;
  state.sensitive.add(id);
  state.revision++;
}
