// The page that Tests/VM/guest/bridged.py touches: a button and a table for touchd, and two elements for the browser.
import { connect } from '/touchd.js';

// [type, element, trusted, touch, x, y], x and y in CSS pixels of the page.
window.log = [];
for (const phase of ['began', 'moved', 'ended', 'cancelled', 'press'])
  addEventListener(`touchd:${phase}`, ({ target, detail, isTrusted }) =>
    log.push([phase, target.id, isTrusted, detail.id, detail.clientX, detail.clientY]), true);
for (const type of ['pointerdown', 'pointerup', 'click', 'focus'])
  addEventListener(type, ({ target, isTrusted, clientX, clientY }) => log.push([type, target.id ?? '', isTrusted, null, clientX, clientY]), true);
document.getElementById('ticket').addEventListener('touchd:press', () => { document.getElementById('said').textContent = 'a ticket'; });

window.problems = [];
window.client = connect({ token: location.hash.slice('#token='.length), name: 'machine' });
client.addEventListener('reply', ({ detail }) => detail.ok || problems.push(detail.error.message));
window.connections = 0;
client.addEventListener('connected', () => { connections += 1; });
client.follow(document.body, { into: 'page' });
