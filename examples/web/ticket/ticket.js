// All of config/kiosk.yaml as a page: a volume, a map, a scrolling list, a sensitive PIN pad, a menu.
import { start } from '../shared/start.js';
import { showPresses } from '../shared/press.js';
import { drawCity, Picture, stations } from '../shared/city.js';

const find = (id) => document.getElementById(id);
const [volume, map, list, pad, ticket] = ['volume', 'map', 'list', 'pad', 'ticket'].map(find);
const prices = { 1: 2.4, 2: 3.6, 3: 5.2 };
let chosen = null;
let pin = '';

for (const { id, name, zone } of [...stations].sort((a, b) => a.name.localeCompare(b.name))) {
  const row = document.createElement('div');
  row.className = 'row';
  row.id = `to-${id}`;
  row.dataset.touch = '';
  row.dataset.touchGestures = 'tap';
  row.innerHTML = `<span>${name}</span><small>Zone ${zone}</small>`;
  row.addEventListener('touchd:gesture', () => choose(id));
  list.append(row);
}
for (const key of ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'Clear', '0', 'Pay']) {
  const button = document.createElement('button');
  button.className = 'key';
  button.id = `key-${key}`;
  button.dataset.touch = 'button';
  button.textContent = key;
  button.addEventListener('click', () => press(key));
  pad.append(button);
}

const picture = new Picture(map, (context, matrix) => drawCity(context, matrix, chosen));

function choose(id) {
  chosen = id;
  pin = '';
  show();
}

function press(key) {
  if (key === 'Clear') pin = '';
  else if (key !== 'Pay') pin = (pin + key).slice(0, 4);
  else if (chosen && pin.length === 4) {
    const { name, zone } = stations.find((one) => one.id === chosen);
    find('printed').textContent = `${name}, ${prices[zone].toFixed(2)} €`;
    ticket.hidden = false;
    pin = '';
  }
  show();
}

function show() {
  const station = stations.find((one) => one.id === chosen);
  find('where').textContent = station ? station.name : 'Where to?';
  find('price').textContent = station ? `${prices[station.zone].toFixed(2)} €` : '';
  find('pin').textContent = station ? `PIN ${'●'.repeat(pin.length)}${'○'.repeat(4 - pin.length)}` : '';
  find('hint').textContent = !station ? 'Choose a destination on the map or in the list' : pin.length < 4 ? 'Enter the PIN of your card' : 'Touch Pay';
  for (const row of list.children) row.setAttribute('aria-selected', row.id === `to-${chosen}`);
  picture.soon();
}

function showVolume(value) {
  find('volume-value').textContent = Math.round(value);
  volume.querySelector('.knob').style.left = `${(volume.clientWidth - 60) * value / 100}px`;
}

volume.addEventListener('touchd:control', ({ detail: { value } }) => value !== undefined && showVolume(value));
map.addEventListener('touchd:gesture', ({ detail: { kind, local } }) => {
  if (kind !== 'tap') return;
  const [x, y] = picture.town(local);
  const near = stations.map((one) => [Math.hypot(one.at[0] - x, one.at[1] - y), one.id]).sort(([a], [b]) => a - b)[0];
  if (near[0] < 120) choose(near[1]);
});
find('home').addEventListener('touchd:gesture', () => {
  picture.fit();
  list.scrollTop = 0;
});
find('cancel').addEventListener('click', () => choose(null));
ticket.addEventListener('touchd:gesture', () => {
  ticket.hidden = true;
  choose(null);
});
addEventListener('resize', () => showVolume(Number(find('volume-value').textContent)));

showPresses();
showVolume(30);
show();
window.page = { ...start('ticket', { pointerEvents: true }), picture };
