// @ts-check
// The configuration's schema (touchd.schema.json): the keys that a value may have, and the form of each.

/**
 * A key of a value.
 * @typedef {Object} Field
 * @property {string} key
 * @property {any} schema with its reference resolved
 * @property {string} help
 * @property {boolean} isRequired
 * @property {boolean} isNeeded true if the value works only with the key: it is required, or check warns without it
 * @property {boolean} isOwn true if only values of this kind or type have the key
 */

/** The keys without which check warns of a value, by its kind or type. The schema itself has those that are required. */
const NEEDS = { scrollView: ["contentSize"], edge: ["edges"] };

export class Schema {
  /** @param {any} json */
  constructor(json) {
    this.json = json;
  }

  /** @param {any} schema */
  resolve(schema) {
    if (!schema?.$ref) return schema ?? {};
    const { $ref, ...own } = schema;
    return { ...this.json.$defs[$ref.replace("#/$defs/", "")], ...own };
  }

  /** @param {string} name */
  definition(name) {
    return this.json.$defs[name];
  }

  /**
   * The keys that a value may have, in the schema's order. Keys that do not fit its other keys (a switch's on a button) are left out, unless the
   * value has them.
   * @param {any} definition
   * @param {any} value
   * @returns {Field[]}
   */
  fields(definition, value) {
    const refused = this.#refused(definition, value ?? {});
    const fitting = (definition.allOf ?? []).filter((rule) => rule.if && this.#fits(rule.if, value ?? {}));
    const required = new Set([definition, ...fitting.map((rule) => rule.then)].flatMap((part) => part?.required ?? []));
    const own = new Set(fitting.flatMap((rule) => Object.keys(rule.else?.properties ?? {})));
    const needs = NEEDS[value?.kind ?? value?.type] ?? [];
    return Object.entries(definition.properties ?? {})
      .filter(([key]) => !refused.has(key) || (value && key in value))
      .map(([key, schema]) => {
        const resolved = this.resolve(schema);
        return { key, schema: resolved, help: resolved.description ?? "", isRequired: required.has(key), isNeeded: required.has(key) || needs.includes(key), isOwn: own.has(key) };
      });
  }

  #refused(definition, value) {
    const found = new Set();
    const note = (part) => Object.entries(part?.properties ?? {}).forEach(([key, schema]) => schema === false && found.add(key));
    for (const rule of definition.allOf ?? []) {
      if (rule.if) note(this.#fits(rule.if, value) ? rule.then : rule.else);
      else note(rule);
    }
    const choices = (definition.oneOf ?? []).filter((choice) => (choice.required ?? []).every((key) => key in value));
    if (choices.length === 1) note(choices[0]);
    return found;
  }

  #fits(condition, value) {
    if (condition.anyOf) return condition.anyOf.some((part) => this.#fits(part, value));
    if (condition.not) return !this.#fits(condition.not, value);
    return (condition.required ?? []).every((key) => key in value) && Object.entries(condition.properties ?? {}).every(([key, schema]) => !(key in value)
      || ((!schema.enum || schema.enum.includes(value[key])) && (!("const" in schema) || schema.const === value[key])));
  }
}

/** The kind of input that a field needs, such as `choice` or `numbers`. @param {any} schema */
export function formOf(schema) {
  if (schema.enum) return "choice";
  if (schema.type === "boolean") return "boolean";
  if (schema.type === "number" || schema.type === "integer") return "number";
  if (schema.type === "string") return "string";
  if (schema.anyOf) return "scalar";
  if (schema.type === "object" && schema.properties && schema.additionalProperties === false) return "object";
  if (schema.type !== "array") return "raw";
  if (schema.prefixItems?.every((item) => item.type === "number")) return "numbers";
  if (schema.items?.type === "string" || schema.items?.enum) return "words";
  return schema.items?.$ref ? "list" : "raw";
}

/** Converts the text in a field to a value. @param {string} text @param {string} form */
export function valueOf(text, form) {
  const word = text.trim();
  if (form === "string") return word;
  if (form === "words") return word.split(/[\s,]+/).filter((part) => part !== "");
  return /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(word) ? Number(word) : word;
}

/** A first value of a form. @param {Schema} schemas @param {any} schema @param {(stem: string) => string} fresh returns an unused ID */
export function newValue(schemas, schema, fresh) {
  switch (formOf(schema)) {
    case "choice": return schema.enum[0];
    case "boolean": return !/Default: true/.test(schema.description ?? "");
    case "number": return schema.minimum > 0 ? schema.minimum : schema.exclusiveMinimum !== undefined ? schema.exclusiveMinimum + 1 : Number(/Default: (-?[0-9]+(?:\.[0-9]+)?)/.exec(schema.description ?? "")?.[1] ?? 0);
    case "numbers": return schema.prefixItems.map((item) => item.exclusiveMinimum !== undefined ? 1 : 0);
    case "words": return schema.items.enum ? [schema.items.enum[0]] : [fresh("region1")];
    case "list": return [newValue(schemas, schemas.resolve(schema.items), fresh)];
    case "object": return Object.fromEntries(schemas.fields(schema, {}).filter((field) => field.isRequired)
      .map((field) => [field.key, field.key === "id" ? fresh(schema.properties.type ? "gesture1" : "new1") : newValue(schemas, field.schema, fresh)]));
    case "scalar": return schema.anyOf[0].enum?.[0] ?? 0;
    default: return schema.type === "object" ? {} : fresh("new1");
  }
}
