// A class in place of :active, which events made by a script cannot set.
export function showPresses(root = document) {
  // The number of fingers on each element. A page may remove an element at any time, so nothing here keeps it in memory.
  const down = new WeakMap();
  root.addEventListener('touchd:control', ({ target, detail: { action } }) => {
    const count = (down.get(target) ?? 0) + (/touchDown$|DragEnter/.test(action) ? 1 : /Up|Cancel|DragExit/.test(action) ? -1 : 0);
    down.set(target, Math.max(0, count));
    target.classList.toggle('down', count > 0);
  });
}
