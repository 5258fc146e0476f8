/** @typedef {import("./protocol.mjs").Reconciles} Reconciles */

/** What reconciles tell about themselves. @implements {Reconciles} */
export class Progress {
  begun = 0;
  failures = 0;
  #running = 0;
  #lastAt = 0;
  #wanted;
  /** @type {Set<string>} */
  #succeeded = new Set();
  /** @type {() => void} */
  #resolveAll = () => {};
  /** Resolves when so many objects were reconciled without error. @type {Promise<void>} */
  allDone;
  /** @type {(name: string) => void} */
  onBegin = () => {};

  /** @param {number} wanted */
  constructor(wanted) {
    this.#wanted = wanted;
    this.allDone = new Promise((resolve) => {
      this.#resolveAll = resolve;
    });
  }

  /** @param {string} name */
  begin(name) {
    this.begun++;
    this.#running++;
    this.onBegin(name);
  }

  /** @param {string} name @param {unknown} [error] */
  end(name, error) {
    this.#running--;
    this.#lastAt = performance.now();
    if (error !== undefined) this.failures++;
    else if (this.#succeeded.add(name).size === this.#wanted) this.#resolveAll();
  }

  /** Resolves when no reconcile ran for so long. @param {number} quietMs */
  async whenQuiet(quietMs) {
    while (this.#running > 0 || performance.now() - this.#lastAt < quietMs) await delay(20);
  }
}

/** @param {number} ms */
export function delay(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
