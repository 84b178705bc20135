// The common code of the examples: takes the token from the address, connects, and tells the public when the machine is out of order.
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
  const client = connect({ token: token(), name });
  const status = document.querySelector('#status');
  let later = null;
  const show = (isOut, ...parts) => {
    status.classList.toggle('out', isOut);
    status.replaceChildren(...parts);
    status.hidden = parts.length === 0;
  };
  const outOfOrder = () => show(true, Object.assign(document.createElement('strong'), { textContent: 'Out of order' }), 'We are sorry. Please come back later.');
  // A restart of touchd takes less than three seconds. Why it is not there is for the log, not for the public.
  const waits = (why) => {
    if (why) console.warn(why);
    if (later) return;
    show(false, 'One moment, please …');
    later = setTimeout(outOfOrder, 3000);
  };
  const isBack = () => {
    clearTimeout(later);
    later = null;
    show(false);
  };
  waits();
  client.addEventListener('connected', isBack);
  client.addEventListener('disconnected', ({ detail }) => waits(`the connection to touchd is lost: ${detail.reason}`));
  client.addEventListener('waiting', ({ detail }) => waits(detail.message));
  client.addEventListener('error', ({ detail }) => {
    console.warn(detail.message);
    clearTimeout(later);
    outOfOrder();
  });
  const follower = client.follow(document.body, { into: 'page', ...options });
  return { client, follower };
}
