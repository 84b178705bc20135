// @ts-check
// The page's token. It comes in the address as #token=…, is kept in this tab's session storage, and is removed from the address at once, so that it
// appears in no history and no screenshot of the address bar.

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
 * Asks for a token in a small form. There is one form, however often it is requested. If the form is closed without a token, a button in the bar
 * opens it again.
 * @param {string} why a sentence that is shown above the field
 * @returns {Promise<string>} once there is a token
 */
export function askForToken(why) {
  asked ??= new TokenForm(() => { asked = null; });
  asked.open(why);
  return asked.token;
}

/** @type {TokenForm | null} */
let asked = null;

class TokenForm {
  #dialog = document.createElement("dialog");
  #button = document.createElement("button");

  /** @param {() => void} finished */
  constructor(finished) {
    const dialog = this.#dialog;
    dialog.className = "token";
    dialog.setAttribute("aria-labelledby", "token-title");
    dialog.innerHTML = `<form method="dialog"><h2 id="token-title">Token</h2><p></p>
      <label>Token <input type="password" name="token" autocomplete="off" spellcheck="false" required></label>
      <p class="hint">It is in the file that the bridge's configuration names in <code>tokens</code>.</p>
      <div class="row"><button class="primary">Connect</button><button type="button">Not now</button></div></form>`;
    this.#button.type = "button";
    this.#button.className = "enter-token";
    this.#button.textContent = "Enter the token …";
    this.#button.addEventListener("click", () => this.open());
    /** @type {HTMLElement} */ (dialog.querySelector("button[type=button]")).addEventListener("click", () => dialog.close());
    // Escape and Android's back key also close it.
    dialog.addEventListener("close", () => this.#showButton(asked === this));
    /** @type {Promise<string>} */
    this.token = new Promise((done) => {
      /** @type {HTMLFormElement} */ (dialog.querySelector("form")).addEventListener("submit", () => {
        const token = this.#field.value.trim();
        finished();
        dialog.remove();
        this.#showButton(false);
        keepToken(token);
        done(token);
      });
    });
    document.body.append(dialog);
  }

  get #field() {
    return /** @type {HTMLInputElement} */ (this.#dialog.querySelector("input"));
  }

  /** @param {string} [why] undefined: unchanged */
  open(why) {
    if (why) /** @type {HTMLElement} */ (this.#dialog.querySelector("p")).textContent = why;
    if (this.#dialog.open) return;
    this.#showButton(false);
    this.#dialog.showModal();
    this.#field.focus();
  }

  /** @param {boolean} isShown */
  #showButton(isShown) {
    if (!isShown) return this.#button.remove();
    const status = document.querySelector("#status");
    if (status) status.after(this.#button);
    else document.body.append(this.#button);
  }
}
