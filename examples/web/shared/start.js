// What the examples share: the token out of the address, a connection, and a word where there is none.
import { connect } from '/touchd.js';

/** `#token=…` in the address, once: it is kept for the tab and taken out of the address. */
export function token() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given) {
    sessionStorage.setItem('token', given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return given ?? sessionStorage.getItem('token') ?? '';
}

/** A connection, and the page's elements as regions in the window `page`. */
export function start(name, options = {}) {
  const client = connect({ token: token(), name, retries: Infinity });
  const status = document.querySelector('#status');
  const say = (text) => { status.textContent = text; status.hidden = !text; };
  say('Connecting to touchd …');
  client.addEventListener('connected', () => say(''));
  client.addEventListener('disconnected', () => say('The connection is lost; trying again …'));
  client.addEventListener('waiting', ({ detail }) => say(detail.message));
  client.addEventListener('error', ({ detail }) => say(detail.message));
  const follower = client.follow(document.body, { into: 'page', ...options });
  return { client, follower };
}
