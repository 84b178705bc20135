// Reads the accessible name and state of an element, which become the key `accessibility` of its region. `follow()` with `accessibility` loads this
// module. It reads the attributes of ARIA and the usual elements of HTML, not all of the rules for accessible names: docs/web.md lists what it reads.

const roles = {
  button: 'button', link: 'link', switch: 'switch', checkbox: 'switch', radio: 'switch', slider: 'adjustable', spinbutton: 'adjustable', heading: 'header',
  img: 'image', image: 'image', list: 'list', listbox: 'list', text: 'text', key: 'key',
};
const selectors = [
  ['button', 'button, summary, input:is([type=button], [type=submit], [type=reset])'], ['link', 'a[href]'], ['header', 'h1, h2, h3, h4, h5, h6'],
  ['switch', 'input:is([type=checkbox], [type=radio])'], ['adjustable', 'input:is([type=range], [type=number]), progress, meter'], ['image', 'img, svg'],
  ['list', 'ul, ol'],
];

/** A text with single spaces, of at most 1000 bytes of UTF-8; undefined if nothing is left. */
function short(text) {
  const bytes = new TextEncoder().encode(text?.replace(/\s+/g, ' ').trim() ?? '');
  if (bytes.length <= 1000) return new TextDecoder().decode(bytes) || undefined;
  let end = 1000;
  while ((bytes[end] & 0xc0) === 0x80) end -= 1;
  return new TextDecoder().decode(bytes.subarray(0, end));
}

const referred = (element, attribute) =>
  (element.getAttribute(attribute) ?? '').split(/\s+/).map((id) => element.ownerDocument.getElementById(id)?.textContent).filter(Boolean).join(' ');

function role(element) {
  const named = roles[element.getAttribute('role')];
  return named ?? selectors.find(([, selector]) => element.matches(selector))?.[0];
}

function label(element) {
  const stated = short(referred(element, 'aria-labelledby')) ?? short(element.getAttribute('aria-label'))
    ?? short([...element.labels ?? []].map((one) => one.textContent).join(' ')) ?? short(element.getAttribute('alt'))
    ?? short(element.matches('input:is([type=button], [type=submit], [type=reset])') ? element.value : '')
    ?? short(element.querySelector(':scope > title')?.textContent);
  if (stated) return stated;
  // An element that contains other elements with regions has no name from its text, which is theirs.
  const content = element.querySelector('[data-touch]') || element.matches('[data-touch=scroll], input, select, textarea') ? '' : element.textContent;
  return short(content) ?? short([...element.querySelectorAll('img[alt]')].map((one) => one.alt).join(' ')) ?? short(element.title);
}

/** The value of an element as a text; undefined where touchd has the value of the region's own kind, or there is none. */
function value(element) {
  const text = element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
  if (text !== null) return short(text);
  const isOn = element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed');
  if (isOn !== null) return undefined;
  return element.matches('input:is([type=range], [type=number]), select') ? short(element.value) : undefined;
}

/** Returns the key `accessibility` of an element's region, or undefined if there is nothing to say of it. */
export function accessibility(element) {
  const isModal = element.getAttribute('aria-modal') === 'true' || element.matches('dialog:modal');
  const found = {
    label: label(element), hint: short(element.getAttribute('aria-description')) ?? short(referred(element, 'aria-describedby')), value: value(element),
    role: role(element), language: element.closest('[lang]')?.lang || undefined,
    hidden: element.closest('[aria-hidden=true], [inert]') ? true : undefined, modal: isModal || undefined,
  };
  // The language alone says nothing.
  const isEmpty = Object.entries(found).every(([key, one]) => one === undefined || key === 'language');
  return isEmpty ? undefined : Object.fromEntries(Object.entries(found).filter(([, one]) => one !== undefined));
}
