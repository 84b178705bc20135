// @ts-check
// Tabs as in the ARIA practices: one of them is reached with Tab, and arrows go to the others.

import { element } from "./rows.js";

export class Tabs {
  /** Called after another tab is shown. */
  onShow = () => {};

  /** @param {string[]} names IDs of the tabs' contents; the ID of a tab is `tab-` and the name @param {string} current @param {() => void} changed */
  constructor(names, current, changed) {
    this.names = names;
    this.changed = changed;
    this.current = current;
    for (const name of names) {
      const tab = element("tab-" + name);
      tab.addEventListener("click", () => this.show(name));
      tab.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
        const there = names.filter((each) => !element("tab-" + each).hidden);
        const i = there.indexOf(name);
        const next = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: there.length - 1 }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        this.show(there[(next + there.length) % there.length]);
        element("tab-" + this.current).focus();
      });
    }
  }

  /** @param {string} name */
  show(name) {
    if (name === this.current) return;
    this.current = name;
    for (const each of this.names) {
      const tab = element("tab-" + each);
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
      // The picture, a tab in small windows alone, is hidden by the layout.
      if (element(each).getAttribute("role") === "tabpanel") element(each).hidden = each !== name;
    }
    element("tab-" + name).scrollIntoView({ block: "nearest", inline: "nearest" });
    this.onShow();
    this.changed();
  }
}
