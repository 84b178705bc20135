// An on-screen keyboard. Each key is a region with a keyCode, which touchd types by itself: the page only draws the keys.
// The names are those of the keys of a US keyboard. The layout of the compositor decides which letters come out.
import { start } from '../shared/start.js';
import { showPresses } from '../shared/press.js';

const wide = { Shift: 'LEFTSHIFT', Caps: 'CAPSLOCK', Enter: 'ENTER', '⌫': 'BACKSPACE', Tab: 'TAB', '◀': 'LEFT', '▶': 'RIGHT' };
const signs = { ',': 'COMMA', '.': 'DOT', '-': 'MINUS' };
const rows = ['1 2 3 4 5 6 7 8 9 0 ⌫', 'Tab Q W E R T Y U I O P', 'Caps A S D F G H J K L Enter', 'Shift Z X C V B N M , . -', '◀ Space ▶'];
const board = document.getElementById('board');

for (const row of rows) {
  const line = document.createElement('div');
  line.className = 'keys';
  for (const label of row.split(' ')) {
    const code = wide[label] ?? signs[label] ?? label.toUpperCase();
    const key = document.createElement('div');
    key.className = `key${wide[label] ? ' wide' : label === 'Space' ? ' space' : ''}`;
    key.id = `key-${code.toLowerCase()}`;
    key.dataset.touch = 'button';
    key.dataset.touchKeyCode = `KEY_${code}`;
    key.textContent = label === 'Space' ? '' : label;
    line.append(key);
  }
  board.append(line);
}
showPresses();
window.page = start('keyboard');
