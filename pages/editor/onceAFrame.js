// @ts-check

/**
 * Returns a function that makes `draw` run once before the next frame, however often the function is called until then.
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
