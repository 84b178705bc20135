// @ts-check
// Facts of a configuration that are not on the wire: the sizes of screens, which of them have an accessible glass, and regions' sensitivity and shapes.

/** @typedef {{sizes: Record<string, [number, number]>, sensitive: string[], shapes: Record<string, any>, accessible: string[]}} Facts */

/** @param {any} configuration as an object @returns {Facts} */
export function factsOf(configuration) {
  /** @type {Facts} */
  const facts = { sizes: {}, sensitive: [], shapes: {}, accessible: [] };
  const visit = (/** @type {any} */ region) => {
    if (region?.sensitive === true) facts.sensitive.push(String(region.id));
    if (region?.shape) facts.shapes[region.id] = region.shape;
    for (const child of region?.children ?? []) visit(child);
  };
  for (const screen of configuration?.screens ?? []) {
    if (Array.isArray(screen?.size)) facts.sizes[screen.id] = screen.size;
    if (screen?.accessibility) facts.accessible.push(String(screen.id));
    for (const window of screen?.windows ?? []) visit(window);
  }
  return facts;
}
