// Prints the items of the Node client, one JSON object per item: driver.mjs [iterator|events] OPTIONS (see ../README.md).
import assert from 'node:assert';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { problem } from '../declarations.mjs';
import * as module from '../../../clients/node/index.mjs';

const [, , mode, ...rest] = process.argv;
// The events are loaded with require, the iterator with import: both are the same module.
const touchd = mode === 'events' ? createRequire(import.meta.url)('../../../clients/node') : module;
const options = {};
for (let i = 0; i < rest.length; i += 2) (options[rest[i].slice(2)] ??= []).push(rest[i + 1]);
const rules = options.on ?? [];
const questions = new Map();

const put = (item, fields) => process.stdout.write(JSON.stringify({ item, ...fields }) + '\n');
const pick = (object, ...keys) => Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]]));

function showEvent(frame, e) {
  const head = { seq: frame.seq, time: frame.time, panel: frame.panel, ...pick(e, 'synthetic') };
  const keys = {
    touch: ['id', 'phase', 'region', 'target', 'x', 'y', 'local', 'tapCount', 'inside', 'reason', 'pressure', 'major', 'minor',
      'orientation', 'distance', 'tool', 'timestamp'],
    sensitive: ['id', 'phase', 'region', 'target', 'reason'],
    gesture: ['gesture', 'kind', 'region', 'state', 'touches', 'local', 'translation', 'velocity', 'scale', 'rotation', 'scaleVelocity',
      'rotationVelocity', 'direction', 'taps', 'timestamp'],
    control: ['region', 'action', 'id', 'value', 'isOn'],
    scroll: ['region', 'offset', 'zoomScale', 'state'],
    outside: ['id', 'region'],
  };
  const samples = e.coalesced ? { coalesced: e.coalesced.map((s) => [s.time, s.x, s.y, s.local]) } : {};
  put(e.event, { ...head, ...pick(e, ...keys[e.event]), ...samples });
  if (e.event === 'touch') {
    const end = { ended: { type: 'ended' }, cancelled: { type: 'cancelled', reason: e.reason } };
    // A begin and its end may be in one frame.
    if (e.phase in end) assert.deepStrictEqual(e.touch.end, end[e.phase]);
  }
  if (touchd.isPress(e)) put('press', pick(e, 'region', 'id'));
  return e.event;
}

const regions = (list) => list.map((r) => ({ ...pick(r, 'id', 'path', 'kind', 'screen', 'bounds', 'toScreen', 'value', 'isOn', 'offset',
  'zoomScale'), ...(r.refuses && { refuses: true }) }));

const placed = (one) => ({ ...pick(one, 'id', 'after', 'following'), ...(one.region && { path: one.region.path }) });
/** The regions that the client knows. */
let list = [];

const screen = (item) => Object.fromEntries(['screen', 'display', 'activity', 'idle', 'mode', 'lastTouch'].map((key) => [key, item[key]])
  .filter(([, value]) => value !== null));

function show(item) {
  switch (item.type) {
    case 'connected': put('connected', pick(item, 'server', 'epoch')); break;
    case 'disconnected': put('disconnected', pick(item, 'reason')); break;
    case 'waiting':
      put('waiting', { ...pick(item, 'path', 'message'), ...(item.code && { errno: constants.errno[item.code] }) });
      break;
    case 'reply': put('reply', { id: item.id, ok: item.ok, ...(item.ok ? {} : pick(item.error, 'code', 'message', 'hint')) }); break;
    case 'snapshot':
      put('snapshot', { ...pick(item, 'seq', 'generation'), panels: item.panels.map((p) => p.id),
        regions: regions(item.regions), touches: item.touches.map((t) => t.id),
        ...(item.screens.length && { screens: item.screens.map(screen) }) });
      list = item.regions;
      break;
    case 'screen': put('screen', screen(item)); break;
    case 'staff': put('staff', pick(item, 'screen', 'id', 'time')); break;
    case 'config':
      put('config', { ...pick(item, 'ok', 'generation', 'message', 'gaveWay'), panels: item.panels.map((p) => p.id),
        regions: regions(item.regions) });
      break;
    case 'tree':
    case 'changed': put(item.type, { ...pick(item, 'generation'), regions: regions(item.regions) }); break;
    case 'treeChanged':
      put('treeChanged', { ...pick(item, 'generation', 'removed'), added: item.added.map(placed), moved: item.moved.map(placed) });
      list = touchd.applied(list, item);
      if (options.list) put('list', { ids: list.map(({ id }) => id) });
      break;
    case 'overridden': put('overridden', pick(item, 'region', 'key', 'generation')); break;
    case 'warning': put('warning', pick(item, 'code', 'message', 'id', 'glob', 'near')); break;
    case 'lagged': put('lagged', pick(item, 'seq', 'merged', 'cancelled')); break;
    case 'released': put('released', pick(item, 'receivers', 'reason')); break;
    case 'question':
      put('question', pick(item, 'id', 'ask', 'time', 'deadline', 'panel', 'gesture', 'kind', 'region', 'touches', 'local', 'target'));
      questions.set(item.id, item);
      break;
    default: put('message', { fields: item.fields }); return item.fields.type;
  }
  return item.type;
}

/** Returns one name as a string, several as a list. */
const names = (text) => (text.includes(',') ? text.split(',') : text);

/** Returns the wishes of a subscription, from the words of a script. */
function wishesOf(words) {
  const wishes = Object.fromEntries(['observe', 'axes', 'coalesced'].filter((key) => key in words).map((key) => [key, true]));
  if (words.events) wishes.events = names(words.events);
  if (words.maxRate) wishes.maxRate = Number(words.maxRate);
  return wishes;
}

/** Runs the actions of the current rule, one after another, if its word came. */
function act(client, word) {
  if (!rules.length || rules[0].split(' ')[0] !== word) return;
  for (const action of rules.shift().slice(word.length + 1).split(' + ')) {
    const [name, ...words] = action.split(' ');
    switch (name) {
      case 'subscribe': client.subscribe(names(words[0]), wishesOf(Object.fromEntries(words.slice(1).map((word) => word.split('='))))); break;
      case 'unsubscribe': client.unsubscribe(Number(words[0])); break;
      case 'claim': client.claim(names(words[0]), words[1] ? { ackWithin: Number(words[1]) } : {}); break;
      case 'release': client.release(names(words[0])); break;
      case 'edits': {
        const edits = JSON.parse(words[1]);
        client.edit(edits, Object.fromEntries(words[0].split(',').map((word) => [word, true])));
        for (const edit of edits) edit.op = 'another'; // the library has a copy
        break;
      }
      case 'ack': client.ack(Number(words[0])); break;
      // The question itself if it has been received, otherwise its number.
      case 'answer': client.answer(questions.get(Number(words[0])) ?? Number(words[0]), JSON.parse(words[1])); break;
      case 'ping': client.ping(); break;
      case 'sync': client.sync(); break;
      case 'close': client.close(); break;
      case 'nothing': break;
      case 'many': for (let i = 0; i < Number(words[0]); i += 1) client.request(words[1]); break;
      case 'large': client.request(words[1], { text: 'x'.repeat(Number(words[0])) }); break;
      default: client.request(name);
    }
  }
}

const wishes = { path: options.socket[0], name: options.name?.[0], retries: Number(options.retries?.[0] ?? 0),
  helloWithin: Number(options.helloWithin?.[0] ?? 1000000), treeChanges: options.treeChanges?.[0] === 'true' };
if (options.regions) wishes.regions = options.regions;
Object.assign(wishes, wishesOf(Object.fromEntries(Object.entries(options).map(([key, values]) => [key, values[0]]))));

const fail = (error) => {
  if (!(error instanceof touchd.TouchdError)) throw error;
  const kind = error instanceof touchd.ProtocolMismatch ? 'protocol' : error instanceof touchd.Refused ? 'refused' : 'unreachable';
  put('failed', { kind, message: error.message });
};
const handle = (client, item) => {
  const wrong = problem(item, 'Item');
  assert(wrong === null, `${wrong}: ${JSON.stringify(item)}`);
  if (item.type !== 'frame') return act(client, show(item));
  for (const event of item.events) if (!client.closed) act(client, showEvent(item, event));
};

async function presses(count) {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => put('log', { text: warning.message }));
  let left = count;
  for await (const press of touchd.presses(wishes.regions, wishes)) {
    put('press', { region: press.region, id: press.id });
    left -= 1;
    if (!left) return;
  }
}

/** Checks that a request after the end is refused at once. */
const refused = (item) => { assert(!item.ok && item.error.code === 'notSent'); put('refused', {}); };
const isAfter = () => rules[0]?.startsWith('failed ');

async function events() {
  const client = touchd.connect(wishes);
  act(client, 'start');
  for (const type of ['connected', 'disconnected', 'waiting', 'frame', 'reply', 'snapshot', 'screen', 'staff', 'config', 'tree', 'treeChanged', 'changed', 'overridden',
    'warning', 'lagged', 'released', 'question', 'message']) {
    client.on(type, (item) => handle(client, item));
  }
  // Each touch has a separate emitter, which emits one of its two ends.
  const ends = new Map();
  client.on('touch', (touch) => {
    for (const end of ['ended', 'cancelled']) touch.on(end, () => { assert(!ends.has(touch)); ends.set(touch, end); });
  });
  client.on('press', (event) => assert(event.event === 'control' || ends.get(event.touch) === 'ended'));
  client.on('error', (error) => {
    fail(error);
    if (!isAfter()) return;
    client.removeAllListeners('reply').on('reply', refused);
    act(client, 'failed');
  });
  await client.start();
}

async function iterator() {
  const client = touchd.connect(wishes);
  act(client, 'start');
  try {
    for await (const item of client) handle(client, item);
  } catch (error) {
    fail(error);
    if (!isAfter()) return;
    act(client, 'failed');
    await assert.rejects(async () => { for await (const item of client) refused(item); }, touchd.TouchdError);
  }
}

try {
  await (options.presses ? presses(Number(options.presses[0])) : mode === 'events' ? events() : iterator());
} catch (error) {
  fail(error);
}
