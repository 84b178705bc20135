// @ts-check
// Tabs as in the ARIA practices: one of them is reached with Tab, and arrows go to the others.

import { element } from "./rows.js";

export class Tabs {
  /** @param {string[]} names IDs of the tabs' contents; the ID of a tab is `tab-` and the name @param {() => void} changed */
  constructor(names, changed) {
    this.names = names;
    this.changed = changed;
    this.current = names[0];
    names.forEach((name, i) => {
      const tab = element("tab-" + name);
      tab.addEventListener("click", () => this.show(name));
      tab.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
        const next = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: names.length - 1 }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        this.show(names[(next + names.length) % names.length]);
        element("tab-" + this.current).focus();
      });
    });
  }

  /** @param {string} name */
  show(name) {
    if (name === this.current) return;
    this.current = name;
    for (const each of this.names) {
      const tab = element("tab-" + each);
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
      element(each).hidden = each !== name;
    }
    this.changed();
  }
}
