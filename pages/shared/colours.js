// @ts-check
// The style sheets' colours, for canvases.

/** @type {HTMLElement | null} */
let probe = null;

/** The value of a colour variable in the current theme. @param {string} name without the leading "--" */
export function colourOf(name) {
  if (!probe) {
    probe = document.createElement("i");
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}
