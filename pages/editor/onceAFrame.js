// @ts-check

/**
 * A function that has `draw` called once before the next picture, however often it is called until then.
 *
 * @param {() => void} draw
 * @returns {() => void}
 */
export function onceAFrame(draw) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      draw();
    });
  };
}
