// Checks index.d.ts of the Node client, and touchd.d.ts for pages, without a TypeScript compiler: the declared exports exist, and values have the
// declared types.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const isAlone = process.argv[1] === new URL(import.meta.url).pathname;
const isPage = isAlone && process.argv[2] === 'page';
const source = readFileSync(new URL(`../../clients/${isPage ? 'web/touchd.d.ts' : 'node/index.d.ts'}`, import.meta.url), 'utf8').replace(/\/\*[^]*?\*\//g, '');
const words = source.match(/'[^']*'|=>|[\w$.]+|[^\s\w]/g);
let at = 0;
const is = (word) => words[at] === word;
const accept = (word) => is(word) && Boolean(++at);
const expect = (word) => { if (!accept(word)) throw new Error(`index.d.ts: "${word}" expected before ${words.slice(at, at + 8).join(' ')}`); };

/** The declared types by name. Each is a function that returns the problem of a value, or null. */
const types = {
  string: (value) => (typeof value === 'string' ? null : 'no string'),
  number: (value) => (typeof value === 'number' ? null : 'no number'),
  boolean: (value) => (typeof value === 'boolean' ? null : 'neither true nor false'),
  any: () => null,
};
const exported = [];
const classes = {};

function type() {
  accept('|');
  const either = [intersection()];
  while (accept('|')) either.push(intersection());
  return (value) => {
    const problems = either.map((one) => one(value));
    if (problems.includes(null)) return null;
    // The problem of the variant that was meant.
    return problems.find((one) => !/^(type|event|ok): /.test(one)) ?? problems.at(-1);
  };
}

function intersection() {
  const all = [postfix()];
  while (accept('&')) all.push(postfix());
  return (value) => all.map((one) => one(value)).find((problem) => problem) ?? null;
}

function postfix() {
  let one = primary();
  while (is('[') && words[at + 1] === ']') {
    at += 2;
    const element = one;
    one = (value) => (Array.isArray(value) ? value.map(element).find((problem) => problem) ?? null : 'no list');
  }
  return one;
}

function primary() {
  const word = words[at];
  if (accept('(')) {
    const inner = type();
    expect(')');
    return inner;
  }
  if (accept('[')) {
    const elements = [];
    while (!accept(']')) elements.push(type()) && accept(',');
    return (value) => (!Array.isArray(value) || value.length !== elements.length ? `no list of ${elements.length}`
      : value.map((element, index) => elements[index](element)).find((problem) => problem) ?? null);
  }
  if (is('{')) return object(members());
  at += 1;
  if (accept('<')) while (!accept('>')) at += 1;
  const literal = word.startsWith("'") ? word.slice(1, -1) : { true: true, false: false, null: null }[word];
  if (literal !== undefined) return (value) => (value === literal ? null : `not ${word}`);
  return (value) => (types[word] ? types[word](value) : `of a type that nobody declares, ${word}`);
}

/** Parses the name, whether the member is optional, and its type, or the parameters of a method. */
function members() {
  const list = [];
  for (expect('{'); !accept('}');) {
    while (accept('readonly'));
    let name = words[at++];
    if (name === '[') {
      name = words[at++];
      if (accept(':')) type();  // [key: string]
      expect(']');
    }
    const isOptional = accept('?');
    const parameters = is('(') ? parameterNames() : null;
    const its = accept(':') ? type() : null;
    accept(';');
    accept(',');
    list.push({ name, isOptional, parameters, type: its });
  }
  return list;
}

function parameterNames() {
  const names = [];
  for (expect('('); !accept(')');) {
    names.push(words[at++]);
    accept('?');
    expect(':');
    type();
    accept(',');
  }
  return names;
}

const object = (list, parent) => (value) => {
  if (value === null || typeof value !== 'object') return 'no object';
  for (const { name, isOptional, type: its } of list) {
    if (name === 'key' || !its || (isOptional && value[name] === undefined)) continue;
    const problem = its(value[name]);
    if (problem) return `${name}: ${problem}`;
  }
  return parent ? types[parent](value) : null;
};

while (at < words.length) {
  const isExported = accept('export');
  const kind = words[at++];
  if (kind === 'import') {
    while (!accept(';')) at += 1;
    continue;
  }
  const name = words[at++];
  if (isExported && ['class', 'function', 'const'].includes(kind)) exported.push(name);
  if (kind === 'function') {
    classes[name] = { parameters: parameterNames() };
    expect(':');
    type();
    accept(';');
  } else if (kind === 'type') {
    expect('=');
    types[name] = type();
    accept(';');
  } else {
    const parent = accept('extends') ? words[at++] : null;
    if (accept('implements')) for (at += 1; !is('{');) at += 1;
    const list = members();
    if (kind === 'class') classes[name] = { members: list };
    types[name] = object(list, types[parent] && parent);
  }
}

/** Returns the problem of a value that should be of a type of index.d.ts, or null. */
export const problem = (value, name) => types[name](value);

/** Returns the differences between the declarations and the module, as sentences. */
function differences(module) {
  const found = [];
  const compare = (what, declared, there) => {
    for (const name of declared) if (!there.includes(name)) found.push(`${what}: ${name} is declared, and not there`);
    for (const name of there) if (!declared.includes(name)) found.push(`${what}: ${name} is there, and not declared`);
  };
  compare('exports', exported, Object.keys(module));
  for (const [name, { members: list, parameters }] of Object.entries(classes)) {
    const value = module[name];
    const count = (code) => code.toString().match(/\(([^]*?)\)\s*\{/)[1].replace(/\{[^}]*\}|\[[^\]]*\]/g, 'x').split(',').filter((one) => one.trim()).length;
    const agree = (what, declared, code) => {
      if (declared.length !== count(code)) found.push(`${what}: ${declared.length} parameters declared, ${count(code)} there`);
    };
    if (parameters && value) agree(name, parameters, value);
    if (!list || !value) continue;
    const own = Object.getOwnPropertyDescriptors(value.prototype);
    const label = (key) => (key === Symbol.asyncIterator ? 'Symbol.asyncIterator' : key);
    const there = Reflect.ownKeys(own).filter((key) => key !== 'constructor');
    const methods = list.filter((one) => one.parameters && one.name !== 'constructor');
    compare(`methods of ${name}`, methods.map((one) => one.name), there.filter((key) => own[key].value).map(label));
    for (const one of methods) {
      const key = there.find((its) => label(its) === one.name);
      if (key) agree(`${name}.${one.name}`, one.parameters, own[key].value);
    }
  }
  return found;
}

/** Checks that an object has the properties declared by its class, and no others except EventEmitter's. */
function propertyDifferences(value, name, parent) {
  const declared = classes[name].members.filter((one) => !one.parameters).map((one) => one.name);
  const own = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(value));
  const there = [...Object.keys(value).filter((key) => !(key in parent)), ...Object.keys(own).filter((key) => own[key].get)];
  return [...declared.filter((key) => !there.includes(key)).map((key) => `${name}.${key} is declared, and not there`),
    ...there.filter((key) => !declared.includes(key)).map((key) => `${name}.${key} is there, and not declared`)];
}

// As a program: node declarations.mjs [page]; prints nothing if both agree.
if (isPage) {
  globalThis.WebSocket = class { close() {} };
  globalThis.addEventListener = () => {};
  const page = await import('../../clients/web/touchd.js');
  const target = new EventTarget();
  const found = [...differences(page), ...propertyDifferences(new page.Client({ url: 'ws://127.0.0.1/' }), 'Client', target),
    ...propertyDifferences(new page.Touch(1, 'a'), 'Touch', target)];
  if (found.length) throw new Error(found.join('\n'));
  process.exit(); // otherwise the client would reconnect forever
} else if (isAlone) {
  const imported = await import('../../clients/node/index.mjs');
  const required = createRequire(import.meta.url)('../../clients/node');
  const emitter = new EventEmitter();
  const found = [...differences(imported), ...differences(required),
    ...propertyDifferences(new imported.Client(), 'Client', emitter), ...propertyDifferences(new imported.Touch(1, 'a'), 'Touch', emitter)];
  if (found.length) throw new Error(found.join('\n'));
}
