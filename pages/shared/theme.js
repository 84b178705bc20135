// @ts-check
// The light or the dark theme: the one that the system prefers, or the one chosen in the bar. It is a classic script, which runs before the page is
// drawn, so that no page flashes in the other theme.

(() => {
  const KEY = "touchd.theme";
  const root = document.documentElement;
  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage is switched off
    }
  };

  /** Uses a theme. @param {string | null} theme anything but "light" and "dark": the system's */
  function use(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    const choice = /** @type {HTMLSelectElement | null} */ (document.querySelector("#theme"));
    if (choice) choice.value = root.dataset.theme ?? "";
    dispatchEvent(new Event("theme"));
  }

  /** Adds the choice to the bar's links. */
  function addChoice() {
    const label = document.createElement("label");
    label.className = "theme";
    label.innerHTML = '<span>Theme</span> <select id="theme" aria-label="Theme"><option value="">System</option><option value="light">Light</option><option value="dark">Dark</option></select>';
    const choice = /** @type {HTMLSelectElement} */ (label.querySelector("select"));
    choice.value = root.dataset.theme ?? "";
    choice.addEventListener("change", () => {
      try {
        if (choice.value) localStorage.setItem(KEY, choice.value);
        else localStorage.removeItem(KEY);
      } catch {
        // The choice then lasts until the page is left.
      }
      use(choice.value);
    });
    document.querySelector(".bar nav")?.append(label);
  }

  use(stored());
  addEventListener("DOMContentLoaded", addChoice);
  addEventListener("storage", ({ key }) => key === KEY && use(stored()));
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => dispatchEvent(new Event("theme")));
})();
