// A drawing table for ten fingers and four people: each side of the table has a palette, and a line has the color of the side nearest to its begin.
import { start } from '../shared/start.js';
import { showPresses } from '../shared/press.js';

const paper = document.getElementById('paper');
const context = paper.getContext('2d');
const colors = { south: ['#d4351c', '#f47738', '#912b88'], west: ['#0b63c5', '#28a197', '#17202b'], north: ['#1b7a3d', '#85994b', '#b58840'], east: ['#b3267e', '#6f51c9', '#594d00'] };
const chosen = Object.fromEntries(Object.entries(colors).map(([side, [first]]) => [side, first]));
/** All lines, kept because resizing a canvas clears it. */
const lines = [];
/** The number of points in all lines with which the oldest line is removed, so that a table that nobody clears stays fast. */
const mostPoints = 20_000;
const drawn = new Map();

for (const [side, list] of Object.entries(colors)) {
  const palette = document.getElementById(side);
  list.forEach((color, index) => {
    const button = document.createElement('button');
    button.className = 'color';
    button.id = `${side}-${index}`;
    button.dataset.touch = 'button';
    button.dataset.touchShape = '{"kind":"ellipse"}';
    button.setAttribute('aria-label', `color ${index + 1}`);
    button.style.background = color;
    button.addEventListener('click', () => {
      chosen[side] = color;
      show();
    });
    palette.append(button);
  });
  const clear = document.createElement('button');
  clear.className = 'key';
  clear.id = `${side}-clear`;
  clear.dataset.touch = 'button';
  clear.textContent = 'Clear mine';
  clear.addEventListener('click', () => {
    lines.splice(0, lines.length, ...lines.filter((line) => line.side !== side));
    redraw();
  });
  palette.append(clear);
}

function show() {
  for (const [side, list] of Object.entries(colors)) {
    list.forEach((color, index) => document.getElementById(`${side}-${index}`).classList.toggle('chosen', chosen[side] === color));
  }
}

const nearest = (x, y) => Object.entries({ south: innerHeight - y, west: x, north: y, east: innerWidth - x }).sort(([, a], [, b]) => a - b)[0][0];

function stroke({ color, points }, from = 1) {
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = 10;
  context.lineCap = context.lineJoin = 'round';
  context.beginPath();
  if (points.length === 1) {
    context.arc(...points[0], 5, 0, 7);
    return context.fill();
  }
  context.moveTo(...points[from - 1]);
  for (const point of points.slice(from)) context.lineTo(...point);
  context.stroke();
}

function redraw() {
  paper.width = innerWidth * devicePixelRatio;
  paper.height = innerHeight * devicePixelRatio;
  context.scale(devicePixelRatio, devicePixelRatio);
  for (const line of lines) stroke(line);
}

function removeOldest() {
  let count = lines.reduce((sum, { points }) => sum + points.length, 0);
  if (count < mostPoints) return;
  while (count >= mostPoints) count -= lines.shift().points.length;
  redraw();
}

paper.addEventListener('touchd:began', ({ detail: { id, clientX, clientY } }) => {
  const side = nearest(clientX, clientY);
  removeOldest();
  const line = { side, color: chosen[side], points: [[clientX, clientY]] };
  lines.push(line);
  drawn.set(id, line);
  stroke(line);
});
paper.addEventListener('touchd:moved', ({ detail: { id, clientX, clientY } }) => {
  const line = drawn.get(id);
  line?.points.push([clientX, clientY]);
  if (line) stroke(line, line.points.length - 1);
});
paper.addEventListener('touchd:ended', ({ detail: { id } }) => drawn.delete(id));
// A cancelled touch was not meant as a line: a palm, or a lost connection.
paper.addEventListener('touchd:cancelled', ({ detail: { id } }) => {
  const index = lines.indexOf(drawn.get(id));
  if (index >= 0) lines.splice(index, 1);
  drawn.delete(id);
  redraw();
});
addEventListener('resize', redraw);

showPresses();
show();
redraw();
window.page = { ...start('drawing', { pointerEvents: true }), lines };
