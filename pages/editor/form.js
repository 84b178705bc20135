// @ts-check
// The selected region's properties, generated from the schema, each with its help and the findings of check.

import { setAt } from "./commands.js";
import { element } from "./element.js";
import { freshId } from "./model.js";
import { onceAFrame } from "./onceAFrame.js";
import { formOf, newValue, valueOf } from "./schema.js";
import { nameAt, plain } from "./yamlSource.js";
import { flowText } from "./yamlText.js";
import { equal } from "./yamlValues.js";

/** The properties of a region's place: lists of numbers. */
const PLACES = ["frame", "center", "bounds", "transform"];
/** The properties that can differ when the fields are reused. Most regions differ from their siblings only in these. */
const REUSED = [...PLACES, "id"];
/** The properties that are always shown, even if they are not set. */
const ALWAYS = ["id", "kind", "frame"];
/** The properties that come first in other objects, because the rest depends on them. */
const FIRST = ["id", "kind", "type"];
/** The properties that are not shown here, because the tree or a group of fields shows them. */
const NEVER = ["children", "windows", "panels"];
/** The properties of the group "Accessibility". Lists of `elements` come last, because the tab "Order" makes them. */
const HEARD = ["label", "hint", "role", "language", "value", "element", "hidden", "modal", "direct", "private", "activationPoint"];
/** The properties that are texts in people's languages. */
const SPOKEN = ["label", "hint", "value"];

/** @typedef {import("./model.js").Region} Region */

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

  /** The region and the findings that the fields show, and the length of the path of the region for which they were made. */
  #made = { key: "", spec: /** @type {any} */ (null), findings: /** @type {any} */ (null), isWindow: false, path: /** @type {import("./yamlSource.js").Path} */ ([]), depth: 0 };

  #draw() {
    if (this.#reuse(this.doc.selected)) return;
    const active = this.holder.contains(document.activeElement) ? /** @type {any} */ (document.activeElement) : null;
    const kept = active && { name: active.dataset.name, start: active.selectionStart, value: active.value, was: active.defaultValue };
    const region = this.doc.selected;
    if (!region) {
      this.#made.spec = null;
      this.holder.replaceChildren(element("p", { class: "hint" }, this.doc.isOpen ? "Select a region in the picture or in the list." : "No configuration is open."));
      return;
    }
    this.#made = { key: region.key, spec: region.spec, findings: this.findings, isWindow: !region.parent, path: region.path, depth: region.path.length };
    const definition = this.schema.definition(region.parent ? "region" : "window");
    this.holder.replaceChildren(...this.#said(region.path), ...this.#fields(definition, region.spec, region.path), ...this.#heard(definition, region));
    const again = kept?.name && this.holder.querySelector(`[data-name="${CSS.escape(kept.name)}"]`);
    if (!again) return;
    again.focus({ preventScroll: true });
    // Text being typed survives a change from elsewhere.
    if (kept.value !== kept.was && "defaultValue" in again) again.value = kept.value;
    if (typeof kept.start === "number" && again.type === "text") again.setSelectionRange(kept.start, kept.start);
  }

  /** Puts other values into the fields, if the region has the same ones. Making all fields anew takes 10 ms. @param {Region|null} region @returns {boolean} */
  #reuse(region) {
    const { key, spec, findings, isWindow } = this.#made;
    if (!region || !spec || this.findings !== findings || isWindow !== !region.parent) return false;
    if ((region.key !== key || region.spec.id !== spec.id) && !this.#isFree([key, region.key])) return false;
    const names = new Set([...Object.keys(spec), ...Object.keys(region.spec)].filter((name) => name !== "children" && !equal(spec[name], region.spec[name])));
    const changes = /** @type {[any, string][]} */ ([]);
    for (const name of names) {
      const [before, after] = [spec[name], region.spec[name]];
      const isList = Array.isArray(after);
      if (!REUSED.includes(name) || before === undefined || after === undefined || isList !== Array.isArray(before) || (isList && before.length !== after.length)) return false;
      for (const [at, value] of (isList ? after : [after]).entries()) {
        const field = this.holder.querySelector(`[data-name="${CSS.escape(`${key}.${name}${isList ? `.${at}` : ""}`)}"]`);
        if (!field) return false;
        changes.push([field, String(value)]);
      }
    }
    for (const [field, text] of changes) {
      const isTyped = field === document.activeElement && field.value !== field.defaultValue;
      if (field.defaultValue !== text) field.defaultValue = text;
      if (!isTyped && field.value !== text) field.value = text;
    }
    if (region.key !== key) this.#rename(key, region.key);
    Object.assign(this.#made, { key: region.key, spec: region.spec, path: region.path });
    return true;
  }

  /** Whether the fields show nothing but the region's values: no findings, no text that is being typed. @param {string[]} keys of the regions */
  #isFree(keys) {
    const { holder, findings } = this;
    if (holder.contains(document.activeElement) || holder.querySelector("[aria-invalid=true]")) return false;
    if ([...holder.querySelectorAll("input")].some((field) => field.value !== field.defaultValue)) return false;
    return !findings.some(({ path }) => keys.some((key) => `${path.join(".")}.`.startsWith(`${key}.`)));
  }

  /** Makes the fields those of another region. @param {string} from its key @param {string} to */
  #rename(from, to) {
    for (const name of ["data-name", "id", "for", "aria-describedby"]) {
      for (const part of this.holder.querySelectorAll(`[${name}]`)) part.setAttribute(name, String(part.getAttribute(name)).replace(from, to));
    }
  }

  /** Sets the value of a field; undefined removes it. @param {import("./yamlSource.js").Path} path in the region for which the field was made */
  #set(path, value) {
    setAt(this.doc, [...this.#made.path, ...path.slice(this.#made.depth)], value);
  }

  /** Moves the focus to the field at a path, or to the nearest one around it. @param {import("./yamlSource.js").Path} path @returns {boolean} */
  focus(path) {
    this.#draw();
    for (let length = path.length; length > 0; length -= 1) {
      const name = CSS.escape(path.slice(0, length).join("."));
      const field = this.holder.querySelector(`[data-name="${name}"], [data-name="${name}.0"]`);
      if (!field) continue;
      /** @type {HTMLElement} */ (field).focus();
      field.closest(".field")?.scrollIntoView({ block: "nearest" });
      return true;
    }
    return false;
  }

  /** The group of fields for the texts that people hear of a region, and for its part in the order of the focus. @returns {Node[]} */
  #heard(definition, region) {
    const value = region.spec.accessibility ?? "";
    const isMap = value === "" || (typeof value === "object" && !Array.isArray(value));
    const keys = isMap ? value || {} : {};
    const path = [...region.path, "accessibility"];
    const field = this.schema.fields(definition, region.spec).find(({ key }) => key === "accessibility");
    if (!field) return [];
    const rank = ({ key }) => (HEARD.includes(key) ? HEARD.indexOf(key) : HEARD.length);
    const fields = this.schema.fields(field.schema, keys).filter(({ key }) => HEARD.includes(key) || key in keys).sort((a, b) => rank(a) - rank(b));
    const parts = isMap ? fields.map((one) => this.#field(one, keys[one.key], path)) : [this.#field(field, value, region.path)];
    return [element("fieldset", { class: "heard" }, element("legend", {}, "Accessibility"), ...(isMap ? this.#said(path) : []), ...parts)];
  }

  /** The findings of a value as a whole. @returns {Node[]} */
  #said(path) {
    const own = this.findings.filter((finding) => finding.path.join(".") === path.join("."));
    return own.map((finding) => element("p", { class: finding.severity === "error" ? "error" : "warn" }, finding.message));
  }

  /** @returns {Node[]} */
  #fields(definition, value, path) {
    const isTop = path.at(-2) === "children" || path.at(-2) === "windows";
    const fields = this.schema.fields(definition, value).filter((field) => !NEVER.includes(field.key) && !(isTop && field.key === "accessibility"));
    const isShown = (field) => field.key in value || field.isNeeded || (isTop && ALWAYS.includes(field.key) && !(field.key === "frame" && "center" in value));
    const first = isTop ? ALWAYS : FIRST;
    const place = (field) => (first.includes(field.key) ? first.indexOf(field.key) : first.length + (field.isNeeded ? 0 : 1));
    const shown = fields.filter(isShown).sort((a, b) => place(a) - place(b)).map((field) => this.#field(field, value[field.key], path));
    const rest = fields.filter((field) => !isShown(field));
    if (rest.length === 0) return shown;
    const name = `add ${path.join(".")}`;
    const help = element("p", { class: "hint" });
    const select = element("select", { "data-name": name, "aria-label": "Add a property", onchange: () => select.value && this.#add(path, rest.find((field) => field.key === select.value)) },
      element("option", { value: "" }, "Add a property …"), ...choices(rest, value.kind ?? value.type));
    return [...shown, element("div", { class: "field" }, select, help)];
  }

  #add(path, field) {
    const ids = new Set(this.doc.regions.map((region) => region.id));
    const gestures = (list) => list?.forEach?.((gesture) => ids.add(String(gesture?.id)));
    for (const region of this.doc.regions) gestures(region.spec.gestures);
    this.#set([...path, field.key], newValue(this.schema, field.schema, (stem) => freshId(ids, stem)));
  }

  #field(field, value, path) {
    const at = [...path, field.key];
    const name = at.join(".");
    const isSet = value !== undefined;
    const found = this.findings.filter((finding) => finding.path.length >= at.length ? at.every((step, index) => step === finding.path[index]) : false);
    const own = found.filter((finding) => !["object", "list"].includes(formOf(field.schema)) || finding.path.length === at.length);
    const hintID = `help-${name}`;
    const control = this.#control(field, value, at, own.some((finding) => finding.severity === "error"), hintID);
    const head = element("div", { class: "head" }, element("label", { for: name }, field.key), !isSet && field.isNeeded && element("span", { class: "needed" }, "needed"),
      isSet && !field.isRequired && field.key !== "frame" && element("button", { "aria-label": `Remove ${field.key}`, title: "Remove", "data-name": `remove ${name}`, onclick: () => this.#set(at, undefined) }, "✕"));
    return element("div", { class: "field" }, head, ...[control].flat(), ...own.map((finding) => element("p", { class: finding.severity === "error" ? "error" : "warn" }, finding.message)),
      element("p", { class: "hint", id: hintID }, field.help));
  }

  /** @returns {Node|Node[]} */
  #control({ key, schema, isNeeded }, value, path, isWrong, hintID) {
    const form = fitting(formOf(schema), value);
    const name = path.join(".");
    const shared = { id: name, "data-name": name, "aria-invalid": String(isWrong), "aria-describedby": hintID, ...(isNeeded ? { "aria-required": "true" } : {}) };
    const set = (next) => this.#set(path, next);
    if (form === "choice" || form === "boolean") {
      const words = form === "boolean" ? ["true", "false"] : schema.enum.map(String);
      const known = value === undefined || words.includes(String(value)) ? words : [...words, String(value)];
      const select = element("select", { ...shared, onchange: () => set(select.value === "" ? undefined : form === "boolean" ? select.value === "true" : select.value) },
        element("option", { value: "" }, value === undefined ? "not set" : "not set (remove)"), ...known.map((word) => element("option", { value: word }, word)));
      select.value = value === undefined ? "" : String(value);
      return select;
    }
    if (form === "numbers") {
      const blank = () => (key === "activationPoint" ? this.#middle() : key === "contentSize" ? this.#size() : schema.prefixItems.map(() => 0));
      const inputs = schema.prefixItems.map((item, index) => element("input", {
        ...shared, id: index === 0 ? name : `${name}.${index}`, "data-name": `${name}.${index}`, type: "text", inputMode: "decimal", autocomplete: "off",
        "aria-label": `${key}, ${item.description ?? index}`, defaultValue: Array.isArray(value) ? String(value[index] ?? "") : "", onchange: () => set(inputs.map((input, at) => input.value.trim() === "" ? blank()[at] : valueOf(input.value, "number"))),
      }));
      return element("div", { class: "numbers" }, ...inputs.map((input, index) => element("label", {}, schema.prefixItems[index].description ?? "", input)));
    }
    if (form === "object" && value && typeof value === "object") return element("fieldset", {}, ...this.#fields(schema, value, path));
    if (form === "list" && Array.isArray(value)) return this.#list(schema, value, path);
    if (["number", "string", "scalar", "words"].includes(form)) {
      const text = value === undefined ? "" : Array.isArray(value) ? value.join(", ") : String(value);
      return element("input", { ...shared, type: "text", inputMode: form === "number" ? "decimal" : "text", autocomplete: "off", spellcheck: false, defaultValue: text, dir: SPOKEN.includes(key) ? "auto" : "",
        onchange: (event) => set(event.target.value.trim() === "" && key !== "id" ? undefined : valueOf(event.target.value, form)) });
    }
    // Other values are edited as YAML in one line.
    const style = { isJSON: false };
    return element("input", { ...shared, type: "text", spellcheck: false, defaultValue: value === undefined ? "" : flowText(value, style),
      onchange: (event) => {
        const parsed = this.doc.library.parseDocument(event.target.value, { schema: "failsafe", keepSourceTokens: true });
        event.target.setAttribute("aria-invalid", String(parsed.errors.length > 0));
        if (parsed.errors.length === 0) set(event.target.value.trim() === "" ? undefined : plain(parsed.contents, nameAt(path)));
      } });
  }

  /** The middle of the selected region, from its top left. @returns {number[]} */
  #middle() {
    return this.#size().map((side) => side / 2);
  }

  #size() {
    return (this.doc.selected?.bounds ?? [0, 0, 0, 0]).slice(2);
  }

  #list(schema, value, path) {
    const item = this.schema.resolve(schema.items);
    const entries = value.map((entry, index) => element("fieldset", {}, element("legend", {}, entry?.id ?? `${index + 1}`), ...this.#fields(item, entry ?? {}, [...path, index]),
      element("button", { "data-name": `remove ${path.join(".")}.${index}`, onclick: () => this.#set(path, value.length === 1 ? undefined : value.filter((_, at) => at !== index)) }, `Remove ${entry?.id ?? index + 1}`)));
    const add = element("button", { "data-name": `more ${path.join(".")}`, onclick: () => {
      const ids = new Set([...value.map((entry) => String(entry?.id)), ...this.doc.regions.flatMap((region) => (region.spec.gestures ?? []).map?.((gesture) => String(gesture?.id)) ?? [])]);
      this.#set(path, [...value, newValue(this.schema, item, (stem) => freshId(ids, stem))]);
    } }, "Add one more");
    return [...entries, add];
  }
}

/** The choices of "Add a property": the keys that only this kind or type has first. @param {import("./schema.js").Field[]} fields @param {any} kind @returns {Node[]} */
function choices(fields, kind) {
  const options = (list) => list.map((field) => element("option", { value: field.key, title: field.help }, field.key));
  const own = fields.filter((field) => field.isOwn);
  if (own.length === 0) return options(fields);
  return [element("optgroup", { label: `of ${kind}` }, ...options(own)), element("optgroup", { label: "others" }, ...options(fields.filter((field) => !field.isOwn)))];
}

/** The form in which a value can be edited without damage: as YAML if it does not have the form of its key. @param {string} form @param {any} value */
function fitting(form, value) {
  const isCollection = value !== null && typeof value === "object";
  if (form === "words" && value !== undefined) return Array.isArray(value) && value.every((word) => typeof word !== "object" && !/[\s,]/.test(String(word))) ? form : "raw";
  return isCollection && !["object", "list", "words", "numbers"].includes(form) ? "raw" : form;
}
