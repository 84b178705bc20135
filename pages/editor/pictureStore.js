// @ts-check
// Pictures below the regions, kept in the browser's IndexedDB for the name of each file.

/** @typedef {import("./underlay.js").Picture} Picture */
/** @typedef {Picture & {file: string, screen: string, at: number}} Kept */

/** The most pictures, their bytes together, and for how long they are kept after their last change, in ms. */
const [MOST, MOST_BYTES, LONGEST] = [20, 100e6, 30 * 24 * 3600e3];

/** The pictures that have to go: those that were changed longest ago. @param {Kept[]} kept @param {number} now */
export function surplus(kept, now) {
  let [count, bytes] = [0, 0];
  return [...kept].sort((a, b) => b.at - a.at).filter((one) => {
    count += 1;
    bytes += one.blob.size;
    return count > MOST || bytes > MOST_BYTES || now - one.at > LONGEST;
  });
}

export class PictureStore {
  /** @type {Promise<IDBDatabase>|null} */
  #database = null;
  /** Changes are made one after another. @type {Promise<any>} */
  #last = Promise.resolve();

  /** @param {"readonly"|"readwrite"} mode @param {(store: IDBObjectStore) => IDBRequest} act */
  async #run(mode, act) {
    this.#database ??= promised(Object.assign(indexedDB.open("touchd.editor", 1), {
      onupgradeneeded() {
        this.result.createObjectStore("pictures", { keyPath: ["file", "screen"] });
      },
    }));
    const database = await this.#database;
    return promised(act(database.transaction("pictures", mode).objectStore("pictures")));
  }

  /** The pictures of a file, by their screens. Forgets those of all files that are too many or too old. @param {string} file @returns {Promise<Map<string, Picture>>} */
  read(file) {
    return this.#next(async () => {
      const kept = await this.#tidy();
      return new Map(kept.filter((one) => one.file === file).map(({ file: _, screen, at, ...picture }) => [screen, picture]));
    });
  }

  /** Keeps a picture, and forgets those that are too many or too old. @param {string} file @param {string} screen @param {Picture} picture */
  write(file, screen, picture) {
    return this.#next(async () => {
      await this.#run("readwrite", (store) => store.put({ ...picture, file, screen, at: Date.now() }));
      await this.#tidy();
    });
  }

  /** Deletes the pictures that are too many or too old. Returns the others. @returns {Promise<Kept[]>} */
  async #tidy() {
    const all = /** @type {Kept[]} */ (await this.#run("readonly", (store) => store.getAll()));
    const old = new Set(surplus(all, Date.now()));
    for (const one of old) await this.#run("readwrite", (store) => store.delete([one.file, one.screen]));
    return all.filter((one) => !old.has(one));
  }

  /** @param {string} file @param {string} screen */
  remove(file, screen) {
    return this.#next(() => this.#run("readwrite", (store) => store.delete([file, screen])));
  }

  #next(act) {
    const done = this.#last.then(act);
    this.#last = done.catch(() => {});
    return done;
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const promised = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});
