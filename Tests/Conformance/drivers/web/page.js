// Prints the items of touchd.js, one JSON object per item, through a WebSocket to driver.py beside it (see ../../README.md).
import * as touchd from '/touchd.js';
import { Redo } from '/touchd-redo.js';

const options = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const rules = options.on ?? [];
const questions = new Map();
const output = new WebSocket(`ws://${location.host}/items`);
await new Promise((resolve) => { output.onopen = resolve; });

const put = (item, fields) => output.send(JSON.stringify({ item, ...fields }));
const pick = (object, ...keys) => Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]]));
const end = () => { output.send('"done"'); output.close(); };
const assert = (holds, message) => { if (!holds) { output.send(JSON.stringify({ wrong: message })); throw new Error(message); } };
addEventListener('error', ({ message }) => output.send(JSON.stringify({ wrong: message })));
addEventListener('unhandledrejection', ({ reason }) => output.send(JSON.stringify({ wrong: String(reason) })));

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
    const how = { ended: { type: 'ended' }, cancelled: { type: 'cancelled', reason: e.reason } }[e.phase];
    assert(!how || JSON.stringify(e.touch.end) === JSON.stringify(how), 'a touch does not know its end');
  }
  if (touchd.isPress(e)) put('press', pick(e, 'region', 'id'));
  return e.event;
}

const regions = (list) => list.map((r) => ({ ...pick(r, 'id', 'path', 'kind', 'screen', 'bounds', 'toScreen', 'value', 'isOn', 'offset',
  'zoomScale'), ...(r.refuses && { refuses: true }) }));
const screen = (item) => Object.fromEntries(['screen', 'display', 'activity', 'idle', 'mode', 'lastTouch'].map((key) => [key, item[key]])
  .filter(([, value]) => value !== null));

function show(item) {
  switch (item.type) {
    case 'connected': put('connected', pick(item, 'server', 'epoch')); break;
    case 'disconnected': put('disconnected', pick(item, 'reason')); break;
    // The page does not learn the socket's errors; its driver knows them.
    case 'waiting': put('waiting', { ...pick(item, 'path', 'message'), ...(item.code && { errno: item.code }) }); break;
    case 'reply': put('reply', { id: item.id, ok: item.ok, ...(item.ok ? {} : pick(item.error, 'code', 'message', 'hint')) }); break;
    case 'snapshot':
      put('snapshot', { ...pick(item, 'seq', 'generation'), panels: item.panels.map((p) => p.id), regions: regions(item.regions),
        touches: item.touches.map((t) => t.id), ...(item.screens.length && { screens: item.screens.map(screen) }) });
      break;
    case 'screen': put('screen', screen(item)); break;
    case 'staff': put('staff', pick(item, 'screen', 'id', 'time')); break;
    case 'config':
      put('config', { ...pick(item, 'ok', 'generation', 'message', 'gaveWay'), panels: item.panels.map((p) => p.id), regions: regions(item.regions) });
      break;
    case 'tree':
    case 'changed': put(item.type, { ...pick(item, 'generation'), regions: regions(item.regions) }); break;
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
      case 'subscribe': client.subscribe(names(words[0]), wishesOf(Object.fromEntries(words.slice(1).map((one) => one.split('='))))); break;
      case 'unsubscribe': client.unsubscribe(Number(words[0])); break;
      case 'claim': client.claim(names(words[0]), words[1] ? { ackWithin: Number(words[1]) } : {}); break;
      case 'release': client.release(names(words[0])); break;
      case 'edits': {
        const edits = JSON.parse(words[1]);
        client.edit(edits, Object.fromEntries(words[0].split(',').map((one) => [one, true])));
        for (const edit of edits) edit.op = 'another'; // the library has a copy
        break;
      }
      case 'ack': client.ack(Number(words[0])); break;
      // The question itself if it has been received, otherwise its number.
      case 'answer': client.answer(questions.get(Number(words[0])) ?? Number(words[0]), JSON.parse(words[1])); break;
      case 'ping': client.ping(); break;
      case 'sync': client.sync(); break;
      case 'close': client.close(); end(); break;
      case 'nothing': break;
      case 'many': for (let i = 0; i < Number(words[0]); i += 1) client.request(words[1]); break;
      case 'large': client.request(words[1], { text: 'x'.repeat(Number(words[0])) }); break;
      default: client.request(name);
    }
  }
}

const wishes = { redo: new Redo(), url: `ws://${location.host}/touchd`, name: options.name?.[0], retries: Number(options.retries?.[0] ?? 0),
  helloWithin: Number(options.helloWithin?.[0] ?? 1000000), regions: options.regions ?? ['**'],
  ...wishesOf(Object.fromEntries(Object.entries(options).map(([key, values]) => [key, values[0]]))) };

function fail(error) {
  assert(error instanceof touchd.TouchdError, String(error));
  const kind = error instanceof touchd.ProtocolMismatch ? 'protocol' : error instanceof touchd.Refused ? 'refused' : 'unreachable';
  put('failed', { kind, message: error.message });
}

if (options.presses) {
  console.warn = (text) => put('log', { text });
  let left = Number(options.presses[0]);
  try {
    for await (const press of touchd.presses(wishes.regions, wishes)) {
      put('press', { region: press.region, id: press.id });
      left -= 1;
      if (!left) break;
    }
  } catch (error) {
    fail(error);
  }
  end();
} else {
  const client = touchd.connect(wishes);
  // Each touch emits one of its two ends.
  const ends = new Map();
  let isAfter = false;
  for (const type of ['connected', 'disconnected', 'waiting', 'frame', 'reply', 'snapshot', 'screen', 'staff', 'config', 'tree', 'changed', 'overridden',
    'warning', 'lagged', 'released', 'question', 'message']) {
    client.addEventListener(type, ({ detail: item }) => {
      if (isAfter) {
        assert(!item.ok && item.error.code === 'notSent', 'what is asked after the end is not refused');
        put('refused', {});
        return end();
      }
      if (item.type !== 'frame') return act(client, show(item));
      for (const event of item.events) if (!client.closed) act(client, showEvent(item, event));
    });
  }
  client.addEventListener('touch', ({ detail: { touch } }) => {
    for (const how of ['ended', 'cancelled']) touch.addEventListener(how, () => { assert(!ends.has(touch), 'two ends'); ends.set(touch, how); });
  });
  client.addEventListener('press', ({ detail }) => assert(detail.event === 'control' || ends.get(detail.touch) === 'ended', 'a press without an end'));
  client.addEventListener('error', ({ detail }) => {
    fail(detail);
    isAfter = rules[0]?.startsWith('failed ') ?? false;
    if (isAfter) act(client, 'failed');
    else end();
  });
  act(client, 'start');
}
