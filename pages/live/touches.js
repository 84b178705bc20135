// @ts-check
// Touches: how each stands to its receivers, where it is, and which way it came.

/** @typedef {import("./model.js").State} State */
/**
 * @typedef {{phase: string, reason?: string}} Receipt how a receiver stands to a touch
 * @typedef {{id: number, panel: string, x?: number, y?: number, raw?: [number, number], pressure?: number, major?: number, minor?: number,
 *   orientation?: number, tool?: string, distance?: number, target: string | null, sensitive: boolean, beganAt: number, beganTime: number, endedAt: number | null,
 *   reason?: string, receivers: Map<string, Receipt>, trail: number[], why: any}} Touch `trail` is at, x, y, at, x, y …; "" among the receivers is nobody
 */

/** For how many ms a trail reaches back, and with how many points at the most. */
const TRAIL = 700;
const TRAIL_POINTS = 90;
/** So many touches that are over can still be asked about. */
const RECENT = 20;

/** @param {State} state @param {any} event @param {any} frame */
export function applyTouch(state, event, frame) {
  const receiver = event.region ?? "";
  let touch = state.touches.get(event.id);
  if (!touch) {
    // A touch whose begin went to another receiver may end for this one after it has ended for all others.
    if (event.phase !== "began") {
      // Copies of the state share those that are over.
      state.recent = state.recent.map((t) => (t.id === event.id ? { ...t, receivers: new Map(t.receivers).set(receiver, receipt(event)) } : t));
      return;
    }
    touch = {
      id: event.id, panel: frame.panel, target: event.target, sensitive: event.event === "sensitive", beganAt: state.at, beganTime: event.timestamp ?? frame.time, endedAt: null,
      receivers: new Map(), trail: [], why: state.waiting.get(event.id) ?? null,
    };
    state.waiting.delete(event.id);
    state.touches.set(event.id, touch);
  }
  touch.receivers.set(receiver, receipt(event));
  touch.target = event.target;
  if (event.event === "sensitive") know(state, event.target ?? event.region);
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
  // Several receivers' events of a report are at one place.
  if (last >= 0 && trail[last] === at) trail.splice(last, 3, at, event.x, event.y);
  else trail.push(at, event.x, event.y);
  let old = 0;
  while (trail.length - old > 3 && (at - trail[old] > TRAIL || trail.length - old > 3 * TRAIL_POINTS)) old += 3;
  if (old) trail.splice(0, old);
}

/** A region, by its path or its id, is sensitive. @param {State} state @param {string | null} name */
export function know(state, name) {
  if (!name) return;
  const id = name.slice(name.lastIndexOf("/") + 1);
  if (state.sensitive.has(id)) return;
  state.sensitive.add(id);
  state.revision++;
}
