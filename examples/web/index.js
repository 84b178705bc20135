// The way to the examples, by touch as well. Their links have the token, so that another tab has it too.
import { start, token } from './shared/start.js';
import { showPresses } from './shared/press.js';

showPresses();
window.page = start('examples', { pointerEvents: true });
for (const link of document.links) link.hash = new URLSearchParams({ token: token() });
