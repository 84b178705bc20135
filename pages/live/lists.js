// @ts-check
// The lists beside the picture: touches, gestures and controls in progress, events.

import { isolate, setWords } from "../shared/isolate.js";
import { holds, textsOfTouch } from "./filter.js";
import { touchVariable } from "./palette.js";
import { attribute, element, make, Rows, setText } from "./rows.js";
import { isolated } from "./speech.js";
import { whoHas } from "./why.js";
import { gestureText, round } from "./words.js";

/** @typedef {import("./model.js").State} State */
/** @typedef {import("./model.js").Touch} Touch */
/** @typedef {{touch: Touch, isSelected: boolean}} TouchRow */

/** @param {(id: number) => void} select */
export function touchRows(select) {
  const none = make("li", "none", "No finger is down.");
  const list = element("touch-rows");
  /** @type {Rows<TouchRow>} */
  const rows = new Rows(list, ({ touch: { id, number } }) => {
    const item = make("li");
    const button = make("button");
    const [swatch, who, where] = [make("span", "swatch"), make("span", "who"), make("span", "where")];
    swatch.style.color = touchVariable(id);
    button.append(swatch, make("span", "mono", `#${number}`), who, where);
    button.addEventListener("click", () => select(id));
    item.append(button);
    const fill = (/** @type {TouchRow} */ { touch, isSelected }) => {
      setWords(who, whoHas(touch));
      setText(where, touch.x === undefined ? "" : [place(touch), axes(touch)].filter(Boolean).join(" · "));
      button.classList.toggle("over", touch.endedAt !== null);
      attribute(button, "aria-pressed", String(isSelected));
    };
    return { element: item, fill };
  });
  return (/** @type {State} */ state, /** @type {number | null} */ selected, /** @type {string[]} */ filter) => {
    const all = [...[...state.touches.values()].reverse(), ...state.recent.filter((touch) => !state.touches.has(touch.id))];
    const touches = all.filter((touch) => holds(filter, filter.length ? textsOfTouch(state, touch) : []));
    rows.show(touches.map((touch) => ({ touch, isSelected: touch.id === selected })), ({ touch }) => touch.id);
    if (touches.length) none.remove();
    else list.append(none);
    setText(none, all.length ? "No touch matches the filter." : "No finger is down.");
    return touches.length;
  };
}

/** @param {Touch} touch */
const place = ({ x = 0, y = 0 }) => `${round(x)}, ${round(y)}`;

/** @param {Touch} touch */
function axes({ pressure, major, endedAt }) {
  if (endedAt !== null) return "";
  return [pressure === undefined ? "" : `${round(pressure * 100)} %`, major === undefined ? "" : `⌀ ${round(major)}`].filter(Boolean).join(" ");
}

export function progressRows() {
  const section = element("progress");
  /** @type {Rows<{key: string, text: string}>} */
  const rows = new Rows(element("progress-rows"), () => {
    const item = make("li");
    return { element: item, fill: ({ text }) => setWords(item, text) };
  });
  return (/** @type {State} */ state) => {
    const items = [
      ...[...state.gestures.values()].map((g) => ({ key: "g" + g.panel + g.gesture, text: `gesture ${isolate(g.gesture)} (${g.kind}) on ${isolate(g.region)}: ${gestureText(g)}` })),
      ...[...state.controls.values()].map((c) => ({ key: "c" + c.region, text: `control ${isolate(c.region)}: ${c.action}${c.value === undefined ? "" : ", " + round(c.value, 2)}` })),
      ...[...state.scrolls.values()].map((s) => ({ key: "s" + s.region, text: `scroll ${isolate(s.region)}: ${s.offset.map((/** @type {number} */ v) => round(v)).join(", ")}${s.zoomScale === 1 ? "" : " × " + round(s.zoomScale, 2)}` })),
      ...[...state.questions.values()].map((q) => ({ key: "q" + q.id, text: `waiting for the answer to ${q.ask} of ${isolate(q.gesture)}` })),
    ];
    section.hidden = items.length === 0;
    rows.show(items, ({ key }) => key);
  };
}

/** @param {(id: number) => void} select @param {(logged: import("./model.js").Logged) => string} clock */
export function eventRows(select, clock) {
  /** @type {Rows<import("./model.js").Logged>} */
  const rows = new Rows(element("event-rows"), (logged) => {
    const item = make("li", "is-" + logged.kind);
    item.append(make("span", "time mono", clock(logged)));
    if (logged.touch === undefined || logged.kind === "outside") {
      const text = setWords(make("p"), logged.text);
      if (logged.label) text.append(": ", isolated(logged.label));
      item.append(text);
    } else {
      const button = make("button");
      button.append(setWords(make("span"), logged.text));
      button.addEventListener("click", () => select(/** @type {number} */ (logged.touch)));
      item.append(button);
    }
    return { element: item, fill: () => {} };
  });
  return (/** @type {State} */ state, /** @type {string[]} */ filter) => {
    const events = state.events.filter(({ kind, text, label }) => holds(filter, [kind, text, label])).reverse();
    rows.show(events, (logged) => `${logged.number} ${logged.at}`);
    return events.length;
  };
}
