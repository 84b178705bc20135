// @ts-check
// The tabs "Clients" and "Screens".

import { isolate, setWords } from "../shared/isolate.js";
import { holds, textsOfClient } from "./filter.js";
import { element, make, Rows } from "./rows.js";
import { round } from "./words.js";

/** @typedef {import("./model.js").State} State */

export function clientRows() {
  /** @type {Rows<any>} */
  const rows = new Rows(element("client-rows"), () => {
    const row = make("tr");
    const cells = [make("td"), make("td"), make("td", "number"), make("td", "number"), make("td", "number")];
    row.append(...cells);
    const fill = (/** @type {any} */ client) => {
      const texts = [
        `${isolate(client.name ?? client.program)}${client.self ? " (this page)" : ""} · ${isolate(client.program)} ${client.pid}${client.token ? ` · token ${isolate(client.token)}` : ""}`,
        client.subscriptions.flatMap((/** @type {any} */ s) => s.regions).map(isolate).join(", ") + (client.claims.length ? `; claims ${client.claims.map(isolate).join(", ")}` : ""),
        `${round(client.lag / 1000)} ms`,
        `${round(client.queuedBytes / 1024)} KiB`,
        String(client.lagged),
      ];
      cells.forEach((cell, i) => setWords(cell, texts[i]));
      cells[2].classList.toggle("lagging", client.lag > 100_000);
    };
    return { element: row, fill };
  });
  const none = element("no-clients");
  return (/** @type {State} */ state, /** @type {string[]} */ filter) => {
    const clients = (state.clients?.clients ?? []).filter((client) => holds(filter, textsOfClient(client)));
    none.hidden = state.clients !== null;
    rows.show(clients, (client) => client.number);
    return clients.length;
  };
}

/** The state of a screen, in a few words. @param {any} screen */
export function screenText(screen) {
  const display = screen.display === "unknown" ? "" : `display ${screen.display}`;
  const activity = screen.activity === "idle" ? `idle for more than ${screen.idle} s` : "";
  const mode = screen.mode === "normal" ? "" : screen.mode;
  return [display, activity, mode].filter(Boolean).join(" · ");
}

/** @param {(state: State, screen: string) => [number, number] | null} sizeOf */
export function screenTables(sizeOf) {
  let shown = "";
  return (/** @type {State} */ state) => {
    const key = JSON.stringify([[...state.screens], [...state.panels], state.revision]);
    if (key === shown) return;
    shown = key;
    const all = [];
    for (const screen of state.screens.values()) {
      const size = sizeOf(state, screen.screen);
      const rows = [
        ["Size", size ? `${round(size[0])} × ${round(size[1])} points` : "unknown"],
        ["Display", screen.display],
        ["Activity", screen.activity === "idle" ? `idle for more than ${screen.idle} s` : "active"],
        ["Mode", screen.mode === "normal" ? "normal" : `${screen.mode}: no touch reaches anybody`],
      ];
      for (const panel of state.panels.values()) {
        if (panel.screen !== screen.screen) continue;
        const density = panel.pointsPerMillimetre;
        const glass = density && size ? `, ${round(size[0] / density[0])} × ${round(size[1] / density[1])} mm` : "";
        rows.push(["Panel", `${isolate(panel.id)}: ${panel.name ? isolate(panel.name) : "injected touches"}${glass}`]);
      }
      const list = make("dl");
      for (const [name, value] of rows) list.append(make("dt", "", name), setWords(make("dd"), value));
      all.push(setWords(make("h3"), `Screen ${isolate(screen.screen)}`), list);
    }
    if (!all.length) all.push(make("p", "hint", "No screen is known yet."));
    element("screen-rows").replaceChildren(...all);
  };
}
