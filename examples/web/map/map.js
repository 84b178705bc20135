// A map for two hands: one finger moves it, two fingers rotate and zoom it, a tap selects a place.
import { start } from '../shared/start.js';
import { showPresses } from '../shared/press.js';
import { drawCity, Picture, stations } from '../shared/city.js';

const find = (id) => document.getElementById(id);
const map = find('map');
let chosen = null;

const picture = new Picture(map, (context, matrix) => {
  drawCity(context, matrix, chosen);
  find('needle').style.rotate = `${Math.atan2(matrix[1], matrix[0]) * 180 / Math.PI}deg`;
}, () => find('title').offsetTop + find('title').offsetHeight);
const middle = () => [map.clientWidth / 2, map.clientHeight / 2];

map.addEventListener('touchd:gesture', ({ detail: { gesture, local } }) => {
  if (gesture.endsWith('.closer')) picture.about(local, 2);
  if (gesture.endsWith('.farther')) picture.about(local, 0.5);
  if (!gesture.endsWith('.pick')) return;
  const [x, y] = picture.town(local);
  const [distance, station] = stations.map((one) => [Math.hypot(one.at[0] - x, one.at[1] - y), one]).sort(([a], [b]) => a - b)[0];
  chosen = distance < 100 ? station.id : null;
  find('place').textContent = chosen ? `${station.name}, zone ${station.zone}` : '';
  find('place').hidden = !chosen;
  picture.soon();
});
find('in').addEventListener('click', () => picture.about(middle(), 1.5));
find('out').addEventListener('click', () => picture.about(middle(), 1 / 1.5));
find('north').addEventListener('click', () => picture.about(middle(), 1, -Math.atan2(picture.matrix.b, picture.matrix.a)));

showPresses();
window.page = { ...start('map', { pointerEvents: true }), picture };
