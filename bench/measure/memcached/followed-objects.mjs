/** @typedef {import("../api-server.mjs").ApiServer} ApiServer */

/** Knows the Memcacheds and Deployments of a namespace by watch, as anyone sees them: nothing is asked of the operator. */
export class FollowedObjects {
  /** @type {Map<string, any>} */
  memcacheds = new Map();
  /** @type {Map<string, any>} */
  deployments = new Map();
  /** When the last event came. */
  lastEventAt = performance.now();
  /** @type {(() => void)[]} */
  #closers = [];
  /** @type {(name: string) => void} */
  #onChange = () => {};
  /** @type {(error: Error) => void} */
  #onEnd = () => {};

  /**
   * @param {ApiServer} api
   * @param {Record<"memcacheds" | "deployments", string>} paths of the collections
   */
  static async start(api, paths) {
    const followed = new FollowedObjects();
    for (const kind of /** @type {const} */ (["memcacheds", "deployments"])) {
      const { metadata, items } = await api.call("GET", paths[kind]);
      for (const item of items) followed[kind].set(item.metadata.name, item);
      const query = `watch=true&resourceVersion=${metadata.resourceVersion}&timeoutSeconds=86400`;
      const close = api.follow(`${paths[kind]}?${query}`, {
        onLine: (line) => followed.#take(kind, JSON.parse(line)),
        onEnd: (error) => followed.#onEnd(error),
      });
      followed.#closers.push(close);
    }
    return followed;
  }

  /**
   * Resolves when all names are as they should be.
   * @param {readonly string[]} names
   * @param {(memcached: any, deployment: any) => boolean} isDone
   * @param {AbortSignal} signal
   * @returns {Promise<void>}
   */
  async untilAll(names, isDone, signal) {
    const check = (/** @type {string} */ name) => isDone(this.memcacheds.get(name), this.deployments.get(name));
    const open = new Set(names.filter((name) => !check(name)));
    const known = new Set(names);
    if (open.size === 0) return;
    await new Promise((resolve, reject) => {
      this.#onEnd = reject;
      signal.addEventListener("abort", () => {
        const [first = ""] = open;
        const state = JSON.stringify([this.memcacheds.get(first), this.deployments.get(first)]);
        reject(new Error(`${open.size} of ${names.length} are not done, such as ${state}`, { cause: signal.reason }));
      });
      this.#onChange = (name) => {
        if (!known.has(name)) return;
        if (check(name)) open.delete(name);
        else open.add(name);
        if (open.size === 0) resolve(undefined);
      };
    }).finally(() => {
      this.#onChange = () => {};
      this.#onEnd = () => {};
    });
  }

  /** Resolves when nothing has happened for so long. @param {number} quietMs */
  async untilQuiet(quietMs) {
    while (performance.now() - this.lastEventAt < quietMs) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  close() {
    for (const close of this.#closers) close();
  }

  /**
   * @param {"memcacheds" | "deployments"} kind
   * @param {{ type: string, object: any }} event
   */
  #take(kind, { type, object }) {
    if (type === "ERROR") {
      this.#onEnd(new Error(`the watch of ${kind} ended: ${JSON.stringify(object)}`));
      return;
    }
    this.lastEventAt = performance.now();
    const { name } = object.metadata;
    if (type === "DELETED") this[kind].delete(name);
    else this[kind].set(name, object);
    this.#onChange(name);
  }
}
