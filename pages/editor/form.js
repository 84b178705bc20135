// @ts-check
// The selected region's properties, generated from the schema, each with its help and the findings of check.

import { setAt } from "./commands.js";
import { element } from "./element.js";
import { freshId } from "./model.js";
import { onceAFrame } from "./onceAFrame.js";
import { formOf, newValue, valueOf } from "./schema.js";
import { plain } from "./yamlSource.js";
import { flowText } from "./yamlText.js";

/** The properties that are always shown, even if they are not set. */
const ALWAYS = ["id", "kind", "frame"];
/** The properties that are not shown, because the tree shows them. */
const NEVER = ["children", "windows", "panels"];

export class Form {
  /**
   * @param {HTMLElement} holder
   * @param {import("./document.js").EditorDocument} doc
   * @param {import("./schema.js").Schema} schema
   */
  constructor(holder, doc, schema) {
    this.holder = holder;
    this.doc = doc;
    this.schema = schema;
    /** @type {{path: import("./yamlSource.js").Path, severity: string, message: string}[]} */
    this.findings = [];
    for (const event of ["changed", "selected"]) doc.addEventListener(event, () => this.later());
  }

  /** Redraws the form later, after the focus has moved. */
  later = onceAFrame(() => this.#draw());

  #draw() {
    const active = this.holder.contains(document.activeElement) ? /** @type {any} */ (document.activeElement) : null;
    const kept = active && { name: active.dataset.name, start: active.selectionStart, value: active.value, was: active.defaultValue };
    const top = this.holder.scrollTop;
    const region = this.doc.selected;
    if (!region) {
      this.holder.replaceChildren(element("p", { class: "hint" }, this.doc.isOpen ? "Select a region in the picture or in the list." : "No configuration is open."));
      return;
    }
    const definition = this.schema.definition(region.parent ? "region" : "window");
    this.holder.replaceChildren(...this.#fields(definition, region.spec, region.path));
    this.holder.scrollTop = top;
    const again = kept?.name && this.holder.querySelector(`[data-name="${CSS.escape(kept.name)}"]`);
    if (!again) return;
    again.focus({ preventScroll: true });
    // Text being typed survives a change from elsewhere.
    if (kept.value !== kept.was && "defaultValue" in again) again.value = kept.value;
    if (typeof kept.start === "number" && again.type === "text") again.setSelectionRange(kept.start, kept.start);
  }

  /** @returns {Node[]} */
  #fields(definition, value, path) {
    const fields = this.schema.fields(definition, value).filter((field) => !NEVER.includes(field.key));
    const isTop = path.at(-2) === "children" || path.at(-2) === "windows";
    const isShown = (field) => field.key in value || field.isRequired || (isTop && ALWAYS.includes(field.key) && !(field.key === "frame" && "center" in value));
    const place = (field) => (isTop && ALWAYS.includes(field.key) ? ALWAYS.indexOf(field.key) : ALWAYS.length);
    const shown = fields.filter(isShown).sort((a, b) => place(a) - place(b)).map((field) => this.#field(field, value[field.key], path));
    const rest = fields.filter((field) => !isShown(field));
    if (rest.length === 0) return shown;
    const name = `add ${path.join(".")}`;
    const help = element("p", { class: "hint" });
    const select = element("select", { "data-name": name, "aria-label": "Add a property", onchange: () => select.value && this.#add(path, rest.find((field) => field.key === select.value)) },
      element("option", { value: "" }, "Add a property …"), ...rest.map((field) => element("option", { value: field.key, title: field.help }, field.key)));
    return [...shown, element("div", { class: "field" }, select, help)];
  }

  #add(path, field) {
    const ids = new Set(this.doc.regions.map((region) => region.id));
    const gestures = (list) => list?.forEach?.((gesture) => ids.add(String(gesture?.id)));
    for (const region of this.doc.regions) gestures(region.spec.gestures);
    setAt(this.doc, [...path, field.key], newValue(this.schema, field.schema, (stem) => freshId(ids, stem)));
  }

  #field(field, value, path) {
    const at = [...path, field.key];
    const name = at.join(".");
    const isSet = value !== undefined;
    const found = this.findings.filter((finding) => finding.path.length >= at.length ? at.every((step, index) => step === finding.path[index]) : false);
    const own = found.filter((finding) => !["object", "list"].includes(formOf(field.schema)) || finding.path.length === at.length);
    const hintID = `help-${name}`;
    const control = this.#control(field, value, at, own.some((finding) => finding.severity === "error"), hintID);
    const head = element("div", { class: "head" }, element("label", { for: name }, field.key),
      isSet && !field.isRequired && field.key !== "frame" && element("button", { "aria-label": `Remove ${field.key}`, title: "Remove", "data-name": `remove ${name}`, onclick: () => setAt(this.doc, at, undefined) }, "✕"));
    return element("div", { class: "field" }, head, ...[control].flat(), ...own.map((finding) => element("p", { class: finding.severity === "error" ? "error" : "warn" }, finding.message)),
      element("p", { class: "hint", id: hintID }, field.help));
  }

  /** @returns {Node|Node[]} */
  #control({ key, schema }, value, path, isWrong, hintID) {
    const form = formOf(schema);
    const name = path.join(".");
    const shared = { id: name, "data-name": name, "aria-invalid": String(isWrong), "aria-describedby": hintID };
    const set = (next) => setAt(this.doc, path, next);
    if (form === "choice" || form === "boolean") {
      const words = form === "boolean" ? ["true", "false"] : schema.enum.map(String);
      const known = value === undefined || words.includes(String(value)) ? words : [...words, String(value)];
      const select = element("select", { ...shared, onchange: () => set(select.value === "" ? undefined : form === "boolean" ? select.value === "true" : select.value) },
        element("option", { value: "" }, value === undefined ? "not set" : "not set (remove)"), ...known.map((word) => element("option", { value: word }, word)));
      select.value = value === undefined ? "" : String(value);
      return select;
    }
    if (form === "numbers") {
      const inputs = schema.prefixItems.map((item, index) => element("input", {
        ...shared, id: index === 0 ? name : `${name}.${index}`, "data-name": `${name}.${index}`, type: "text", inputMode: "decimal", autocomplete: "off",
        "aria-label": `${key}, ${item.description ?? index}`, defaultValue: Array.isArray(value) ? String(value[index] ?? "") : "", onchange: () => set(inputs.map((input) => input.value.trim() === "" ? 0 : valueOf(input.value, "number"))),
      }));
      return element("div", { class: "numbers" }, ...inputs.map((input, index) => element("label", {}, schema.prefixItems[index].description ?? "", input)));
    }
    if (form === "object" && value && typeof value === "object") return element("fieldset", {}, ...this.#fields(schema, value, path));
    if (form === "list" && Array.isArray(value)) return this.#list(schema, value, path);
    if (["number", "string", "scalar", "words"].includes(form)) {
      const text = value === undefined ? "" : Array.isArray(value) ? value.join(", ") : String(value);
      return element("input", { ...shared, type: "text", inputMode: form === "number" ? "decimal" : "text", autocomplete: "off", spellcheck: false, defaultValue: text,
        onchange: (event) => set(event.target.value.trim() === "" && key !== "id" ? undefined : valueOf(event.target.value, form)) });
    }
    // Other values are edited as YAML in one line.
    const style = { isJSON: false };
    return element("input", { ...shared, type: "text", spellcheck: false, defaultValue: value === undefined ? "" : flowText(value, style),
      onchange: (event) => {
        const parsed = this.doc.library.parseDocument(event.target.value, { schema: "failsafe", keepSourceTokens: true });
        event.target.setAttribute("aria-invalid", String(parsed.errors.length > 0));
        if (parsed.errors.length === 0) set(event.target.value.trim() === "" ? undefined : plain(parsed.contents));
      } });
  }

  #list(schema, value, path) {
    const item = this.schema.resolve(schema.items);
    const entries = value.map((entry, index) => element("fieldset", {}, element("legend", {}, entry?.id ?? `${index + 1}`), ...this.#fields(item, entry ?? {}, [...path, index]),
      element("button", { "data-name": `remove ${path.join(".")}.${index}`, onclick: () => setAt(this.doc, path, value.length === 1 ? undefined : value.filter((_, at) => at !== index)) }, `Remove ${entry?.id ?? index + 1}`)));
    const add = element("button", { "data-name": `more ${path.join(".")}`, onclick: () => {
      const ids = new Set([...value.map((entry) => String(entry?.id)), ...this.doc.regions.flatMap((region) => (region.spec.gestures ?? []).map?.((gesture) => String(gesture?.id)) ?? [])]);
      setAt(this.doc, path, [...value, newValue(this.schema, item, (stem) => freshId(ids, stem))]);
    } }, "Add one more");
    return [...entries, add];
  }
}
