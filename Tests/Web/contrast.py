"""The contrast of a page's texts, by WCAG 2: 4.5, and 3 for large ones."""
import json

from stage import check, until

# Returns each visible text whose contrast with what is behind it is too low. A background is that of the nearest ancestors, down to an opaque one.
LOW = """((but) => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255] };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const behind = (e) => { if (!e) return rgba('Canvas'); const own = rgba(getComputedStyle(e).backgroundColor); return own[3] >= 0.999 ? own : over(own, behind(e.parentElement)) };
  const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b };
  const found = [];
  for (const e of document.querySelectorAll('body *')) {
    if (!e.checkVisibility({ opacityProperty: true }) || e.closest('svg, script, option, :disabled, .sr-only') || e.matches(but)) continue;
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) && !e.matches('input:not([type=range], [type=checkbox], [type=radio], [type=file]), select, textarea')) continue;
    const style = getComputedStyle(e), under = behind(e), text = over(rgba(style.color), under);
    const [a, b] = [light(text), light(under)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize), least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    if ((a + 0.05) / (b + 0.05) < least) found.push(`${((a + 0.05) / (b + 0.05)).toFixed(2)}: ${(e.id || e.className || e.tagName)} ${(e.textContent || e.value).trim().slice(0, 30)}`);
  }
  return found;
})"""


def check_contrast(browser, what, but=".none-of-these"):
    low = lambda: browser.eval(f"{LOW}({json.dumps(but)})")
    # Colours of buttons change gradually.
    is_enough = until(lambda: not low())
    return check(f"{what}: every text has the contrast of WCAG AA", is_enough, "" if is_enough else low())
