// @ts-check
// Copying, cutting and pasting regions with the system's clipboard, also between files and windows of the browser.

import { idsIn, inOrder, remove, siblingsOf } from "./commands.js";
import { canHold, keyOfPath, movedBy } from "./model.js";
import { copiedText, pastedRegions, withPasted } from "./yamlClipboard.js";
import { plain } from "./yamlSource.js";

/** @typedef {import("./model.js").Region} Region */

/** The distance of a pasted region from one in the same place, in points. */
const BESIDE = 20;

export class Clipboard {
  /** The IDs of the regions that were pasted last, so that pasting again puts the next ones beside them, not into them. @type {Set<string>} */
  #pasted = new Set();
  /** The ID of the window last selected, or of the window around the region last selected. */
  #lastWindow = "";
  /** Whether the middle button has just been released: on Linux browsers then paste the chosen text, of any window. */
  #isMiddleButton = false;

  /**
   * @param {import("./document.js").EditorDocument} doc
   * @param {{aside: import("./aside.js").Aside, picture: (file: File) => void, say: (text: string) => void, refuse: (text: string) => void, focus: () => void}} page
   */
  constructor(doc, page) {
    this.doc = doc;
    this.page = page;
    doc.addEventListener("opened", () => (this.#lastWindow = ""));
    doc.addEventListener("selected", () => {
      const region = doc.selected;
      if (region) this.#lastWindow = region.name.split("/")[0];
    });
    for (const type of ["copy", "cut"]) document.addEventListener(type, (event) => this.#copy(/** @type {ClipboardEvent} */ (event), type === "cut"));
    document.addEventListener("paste", (event) => !this.#isMiddleButton && this.#paste(event));
    document.addEventListener("mouseup", (event) => {
      this.#isMiddleButton = event.button === 1;
      setTimeout(() => (this.#isMiddleButton = false));
    }, { capture: true });
  }

  /** Whether an event belongs to a field or to an open dialog. @param {Event} event */
  #isElsewhere(event) {
    const isField = event.target instanceof HTMLElement && event.target.matches("input:not([type=checkbox]), textarea, select");
    return isField || document.querySelector("dialog[open]") !== null;
  }

  /** @param {ClipboardEvent} event */
  #copy(event, isCut) {
    const { doc } = this;
    const regions = doc.topmost;
    const isText = getSelection()?.isCollapsed === false;
    if (this.#isElsewhere(event) || isText || !doc.isReadable || regions.length === 0) return;
    event.clipboardData?.setData("text/plain", copiedText(doc.source, inOrder(doc, regions).map((region) => region.path)));
    event.preventDefault();
    this.#pasted.clear();
    const words = regions.length === 1 ? `“${regions[0].id}”` : `${regions.length} regions`;
    if (isCut) {
      remove(doc, regions);
      this.page.focus();
    }
    this.page.say(`${isCut ? "Cut" : "Copied"} ${words}.`);
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    if (this.#isElsewhere(event)) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    // Programs put a picture of a copied text beside it, and the name of a copied picture.
    const picture = [...(event.clipboardData?.files ?? [])].find((file) => file.type.startsWith("image/"));
    if (picture && !this.#isRegions(text)) {
      event.preventDefault();
      return this.page.picture(picture);
    }
    if (!this.doc.isOpen) return;
    event.preventDefault();
    try {
      this.#insert(text);
    } catch (error) {
      this.page.refuse(error.message);
    }
  }

  /** @param {string} text */
  #isRegions(text) {
    try {
      return pastedRegions(this.doc.library, text) !== null;
    } catch {
      return false;
    }
  }

  /** @param {string} text */
  #insert(text) {
    const { doc } = this;
    if (!doc.isReadable) throw new Error("The text has syntax errors. Correct them in the tab “Text” before you paste regions.");
    const regions = pastedRegions(doc.library, text);
    const specs = plain(regions.root);
    const parent = this.#parentFor(specs);
    const beside = siblingsOf(doc, parent);
    const list = parent ? [...parent.path, "children"] : ["screens", doc.screen, "windows"];
    const distance = freeDistance(specs, beside);
    const { text: pasted, paths } = withPasted(doc.source, list, beside.length, regions, {
      ids: idsIn(doc.configuration), keys: (spec) => (distance === 0 ? {} : movedBy(spec, distance, distance)),
    });
    doc.change(pasted, { select: paths.map(keyOfPath) });
    this.#pasted = new Set(doc.chosen.map((region) => region.id));
    this.page.focus();
    const aside = doc.selected ? this.page.aside.describe(doc.selected) : "";
    this.page.say(`Pasted ${paths.length === 1 ? `“${doc.selected?.id ?? ""}”` : `${paths.length} regions`} into ${parent ? `“${parent.id}”` : "the screen"}${aside && `, ${aside}`}.`);
  }

  /**
   * The region into which regions are pasted: the selected one if it can have others in it and is none of them; otherwise the one around it. Without one
   * they become windows if they can be.
   * @returns {Region|null} null for windows
   */
  #parentFor(specs) {
    const { selected, screen, screens } = this.doc;
    const isHere = selected && selected.screen === screen;
    const isCopied = isHere && (this.#pasted.has(selected.id) || specs.some((spec) => String(spec.id) === selected.id));
    const parent = !isHere ? null : canHold(selected) && !isCopied ? selected : selected.parent;
    if (parent || screens.length === 0 || specs.every(canBeWindow)) return parent;
    const windows = siblingsOf(this.doc, null).filter(canHold);
    const window = windows.find((one) => one.id === this.#lastWindow) ?? windows[0];
    if (!window) throw new Error("Buttons and other controls need a window around them. Add one with “Window”, then paste again.");
    return window;
  }
}

/** Whether a region can be a window. @param {any} spec */
const canBeWindow = (spec) => ["window", "view", "surface", undefined].includes(spec.kind);

/** The distance by which regions have to be moved so that none is in the place of another one. @param {any[]} specs @param {Region[]} siblings */
function freeDistance(specs, siblings) {
  const place = (spec, by) => JSON.stringify(Object.values(movedBy(spec, by, by)));
  const taken = new Set(siblings.map((region) => place(region.spec, 0)));
  let distance = 0;
  while (specs.some((spec) => taken.has(place(spec, distance)))) distance += BESIDE;
  return distance;
}
