// The common code of the examples: takes the token from the address, connects, and shows a message without a connection.
import { connect } from '/touchd.js';

/** Returns the token from `#token=…` in the address. It is stored for the tab and removed from the address. */
export function token() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given) {
    sessionStorage.setItem('token', given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return given ?? sessionStorage.getItem('token') ?? '';
}

/** Connects, and makes the page's elements regions of the window `page`. */
export function start(name, options = {}) {
  const client = connect({ token: token(), name, retries: Infinity });
  const status = document.querySelector('#status');
  const say = (text) => { status.textContent = text; status.hidden = !text; };
  say('Connecting to touchd …');
  client.addEventListener('connected', () => say(''));
  client.addEventListener('disconnected', () => say('The connection to touchd is lost. Trying again …'));
  client.addEventListener('waiting', ({ detail }) => say(detail.message));
  client.addEventListener('error', ({ detail }) => say(detail.message));
  const follower = client.follow(document.body, { into: 'page', ...options });
  return { client, follower };
}
