// @ts-check

/** How long nothing must happen, in ms. */
const PAUSE = 200;

/**
 * Returns a function that makes `act` run once after the last call, so that what takes long does not delay the next key.
 *
 * @param {() => void} act
 * @returns {() => void}
 */
export function afterPause(act) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(act, PAUSE);
  };
}
