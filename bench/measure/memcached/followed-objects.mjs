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
  #onFailure = () => {};
  /** @type {Error | undefined} */
  #failure;
  #isClosed = false;

  /**
   * @param {ApiServer} api
   * @param {Record<"memcacheds" | "deployments", string>} paths of the collections
   */
  static async start(api, paths) {
    const followed = new FollowedObjects();
    for (const kind of /** @type {const} */ (["memcacheds", "deployments"]))
      await followed.#follow(api, kind, paths[kind]);
    return followed;
  }

  /**
   * Lists, and watches from there; again when the watch ends, as those do that a busy server finds too slow.
   * @param {ApiServer} api
   * @param {"memcacheds" | "deployments"} kind
   * @param {string} path
   */
  async #follow(api, kind, path) {
    const { metadata, items } = await api.call("GET", path);
    const before = new Set(this[kind].keys());
    for (const item of items) {
      before.delete(item.metadata.name);
      this.#take(kind, { type: "MODIFIED", object: item });
    }
    for (const name of before) this.#take(kind, { type: "DELETED", object: { metadata: { name } } });
    let isOver = false;
    const again = () => {
      if (isOver || this.#isClosed) return;
      isOver = true;
      close();
      this.#follow(api, kind, path).catch((error) => this.#fail(error));
    };
    const query = `watch=true&resourceVersion=${metadata.resourceVersion}&timeoutSeconds=86400`;
    const close = api.follow(`${path}?${query}`, {
      onLine: (line) => {
        const event = JSON.parse(line);
        if (event.type === "ERROR") again();
        else if (!isOver) this.#take(kind, event);
      },
      onEnd: again,
    });
    this.#closers.push(close);
    if (this.#isClosed) close();
  }

  /** @param {Error} error */
  #fail(error) {
    this.#failure ??= error;
    this.#onFailure(error);
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
    if (this.#failure !== undefined) throw this.#failure;
    if (open.size === 0) return;
    await new Promise((resolve, reject) => {
      this.#onFailure = reject;
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
      this.#onFailure = () => {};
    });
  }

  /** Resolves when nothing has happened for so long. @param {number} quietMs */
  async untilQuiet(quietMs) {
    while (performance.now() - this.lastEventAt < quietMs) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  close() {
    this.#isClosed = true;
    for (const close of this.#closers) close();
  }

  /**
   * @param {"memcacheds" | "deployments"} kind
   * @param {{ type: string, object: any }} event
   */
  #take(kind, { type, object }) {
    this.lastEventAt = performance.now();
    const { name } = object.metadata;
    if (type === "DELETED") this[kind].delete(name);
    else this[kind].set(name, object);
    this.#onChange(name);
  }
}
