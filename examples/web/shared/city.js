// A fictitious town, which the ticket machine and the map draw. Its space is 2000 by 2000.
export const stations = [
  { id: 'harbour', name: 'Harbour', zone: 2, at: [330, 1480] }, { id: 'market', name: 'Market', zone: 1, at: [760, 1120] },
  { id: 'central', name: 'Central Station', zone: 1, at: [1000, 960] }, { id: 'museum', name: 'Museum', zone: 1, at: [1230, 820] },
  { id: 'park', name: 'City Park', zone: 1, at: [1120, 1180] }, { id: 'university', name: 'University', zone: 2, at: [1540, 600] },
  { id: 'hospital', name: 'Hospital', zone: 2, at: [1460, 1270] }, { id: 'stadium', name: 'Stadium', zone: 2, at: [620, 640] },
  { id: 'mill', name: 'Old Mill', zone: 2, at: [800, 1560] }, { id: 'hill', name: 'Castle Hill', zone: 2, at: [960, 480] },
  { id: 'airport', name: 'Airport', zone: 3, at: [1760, 330] }, { id: 'lake', name: 'Lakeside', zone: 3, at: [280, 340] },
  { id: 'forest', name: 'Forest Edge', zone: 3, at: [1720, 1640] }, { id: 'bridge', name: 'South Bridge', zone: 3, at: [1100, 1760] },
];
const lines = [
  { color: '#d4351c', stops: ['harbour', 'market', 'central', 'museum', 'university', 'airport'] },
  { color: '#0b63c5', stops: ['lake', 'stadium', 'central', 'park', 'hospital', 'forest'] },
  { color: '#1b7a3d', stops: ['hill', 'museum', 'central', 'market', 'mill', 'bridge'] },
];
const place = (id) => stations.find((station) => station.id === id).at;

function path(context, points) {
  context.beginPath();
  points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
}

/** Draws the town with a matrix [a, b, c, d, e, f] from its space to the canvas. `chosen` is a station's id. */
export function drawCity(context, matrix, chosen) {
  const { canvas } = context;
  const scale = Math.hypot(matrix[0], matrix[1]);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = '#dfe6d8';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(...matrix);
  context.lineCap = context.lineJoin = 'round';
  context.fillStyle = '#ece7dd';
  context.beginPath();
  context.ellipse(1000, 1020, 860, 780, 0, 0, 7);
  context.fill();
  context.strokeStyle = '#a9cbe8';
  context.lineWidth = 90;
  path(context, [[-300, 1750], [200, 1620], [620, 1380], [960, 1420], [1400, 1620], [1900, 1420], [2400, 1480]]);
  context.stroke();
  context.fillStyle = '#a9cbe8';
  context.beginPath();
  context.ellipse(180, 200, 260, 170, 0.4, 0, 7);
  context.fill();
  context.fillStyle = '#b9d8a8';
  for (const [x, y, w, h] of [[1050, 1090, 240, 190], [1600, 1500, 420, 420], [860, 380, 180, 150], [520, 560, 150, 130]]) {
    context.beginPath();
    context.roundRect(x, y, w, h, 40);
    context.fill();
  }
  context.strokeStyle = '#fff';
  for (let at = 200; at < 1900; at += 170) {
    context.lineWidth = at % 340 === 200 ? 16 : 8;
    path(context, [[at, 160], [at + 120, 1900]]);
    context.stroke();
    path(context, [[120, at], [1900, at - 90]]);
    context.stroke();
  }
  for (const { color, stops } of lines) {
    context.strokeStyle = color;
    context.lineWidth = 18;
    path(context, stops.map(place));
    context.stroke();
  }
  context.font = `600 ${26 / Math.max(scale, 0.45)}px system-ui, "DejaVu Sans", sans-serif`;
  const turned = Math.atan2(matrix[1], matrix[0]);
  for (const { id, name, at: [x, y] } of stations) {
    context.beginPath();
    context.arc(x, y, id === chosen ? 34 : 20, 0, 7);
    context.fillStyle = id === chosen ? '#ffd33d' : '#fff';
    context.strokeStyle = '#17202b';
    context.lineWidth = 7;
    context.fill();
    context.stroke();
    context.save();
    context.translate(x, y);
    context.rotate(-turned);
    context.lineWidth = 7 / Math.max(scale, 0.45);
    context.strokeStyle = '#ffffffd0';
    // Names in the east are on the left of their stations, so that none is clipped.
    const isEast = x > 1400;
    context.textAlign = isEast ? 'right' : 'left';
    context.strokeText(name, isEast ? -36 : 36, -18);
    context.fillStyle = '#17202b';
    context.fillText(name, isEast ? -36 : 36, -18);
    context.restore();
  }
}

/** A picture moved by a transform gesture: its matrix, and the handling of the gesture's events. */
export class Picture {
  /** `above` returns the height at the top that the whole town leaves free. */
  constructor(canvas, draw, above = () => 0) {
    this.above = above;
    this.canvas = canvas;
    this.draw = draw;
    this.matrix = new DOMMatrix();
    new ResizeObserver(() => this.fit()).observe(canvas);
    canvas.addEventListener('touchd:gesture', ({ detail }) => detail.kind === 'transform' && this.#transform(detail));
  }

  /** Shows the whole town, upright. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.canvas.width = width * devicePixelRatio;
    this.canvas.height = height * devicePixelRatio;
    const top = this.above();
    const scale = Math.min(width, height - top) / 1900;
    this.matrix = new DOMMatrix().translate(width / 2, (height + top) / 2).scale(scale).translate(-1000, -1000);
    this.soon();
  }

  soon() {
    this.due ??= requestAnimationFrame(() => {
      this.due = null;
      const { a, b, c, d, e, f } = new DOMMatrix().scale(devicePixelRatio).multiply(this.matrix);
      this.draw(this.canvas.getContext('2d'), [a, b, c, d, e, f]);
    });
  }

  /** Moves the picture by the change since the last event, then scales and rotates it about the fingers' middle. */
  #transform({ state, translation: [x, y], scale, rotation, local }) {
    const last = state === 'began' ? { x: 0, y: 0, scale: 1, rotation: 0 } : this.last;
    if (last && state !== 'cancelled') this.about(local, scale / last.scale, rotation - last.rotation, x - last.x, y - last.y);
    this.last = { x, y, scale, rotation };
  }

  about([x, y], scale, rotation = 0, dx = 0, dy = 0) {
    const change = new DOMMatrix().translate(x, y).scale(scale).rotate(rotation * 180 / Math.PI).translate(-x, -y).translate(dx, dy);
    this.matrix = change.multiply(this.matrix);
    this.soon();
  }

  /** Converts a point of the canvas to the town's space. */
  town([x, y]) {
    const { x: left, y: top } = this.matrix.inverse().transformPoint({ x, y });
    return [left, top];
  }
}
