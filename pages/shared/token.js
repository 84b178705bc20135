// @ts-check
// The token of the page: it comes in the address as #token=…, stays in this tab's session storage, and leaves the address at once, so that it is in
// no history and no screenshot of the address bar.

const KEY = "touchd.token";

/** Takes the token out of the address. @returns {string | null} the token of this tab, if there is one */
export function pageToken() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const token = parts.get("token");
  if (token !== null) {
    if (token) sessionStorage.setItem(KEY, token);
    parts.delete("token");
    const rest = parts.toString();
    history.replaceState(history.state, "", location.pathname + location.search + (rest ? "#" + rest : ""));
  }
  return sessionStorage.getItem(KEY);
}

/** @param {string} token */
export function keepToken(token) {
  sessionStorage.setItem(KEY, token);
}

/**
 * Asks for a token in a small form. There is one form, however often it is asked for.
 * @param {string} why a sentence that is shown above the field
 * @returns {Promise<string>}
 */
export function askForToken(why) {
  asking ??= new Promise((done) => {
    const dialog = document.createElement("dialog");
    dialog.className = "token";
    dialog.setAttribute("aria-labelledby", "token-title");
    dialog.innerHTML = `<form method="dialog"><h2 id="token-title">Token</h2><p></p>
      <label>Token <input type="password" name="token" autocomplete="off" spellcheck="false" required></label>
      <p class="hint">It is in the file that <code>tokens</code> in the bridge's configuration names.</p>
      <button class="primary">Connect</button></form>`;
    /** @type {HTMLElement} */ (dialog.querySelector("p")).textContent = why;
    const field = /** @type {HTMLInputElement} */ (dialog.querySelector("input"));
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    /** @type {HTMLFormElement} */ (dialog.querySelector("form")).addEventListener("submit", () => {
      const token = field.value.trim();
      dialog.remove();
      asking = null;
      keepToken(token);
      done(token);
    });
    document.body.append(dialog);
    dialog.showModal();
    field.focus();
  });
  return asking;
}

/** @type {Promise<string> | null} */
let asking = null;
