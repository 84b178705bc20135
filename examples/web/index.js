// The index of the examples, usable by touch. Its links contain the token, so that another tab gets it too.
import { start, token } from './shared/start.js';
import { showPresses } from './shared/press.js';

showPresses();
window.page = start('examples', { pointerEvents: true });
for (const link of document.links) link.hash = new URLSearchParams({ token: token() });
