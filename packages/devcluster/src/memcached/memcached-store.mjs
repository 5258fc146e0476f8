// Plain JavaScript, because Node 20 has to run it as it is.

/**
 * @typedef {object} Item
 * @property {Buffer} data
 * @property {number} flags
 * @property {number} expiresAt Milliseconds since 1970; Infinity: never.
 * @property {number} storedAt Milliseconds since 1970.
 * @property {bigint} cas Another one after each change.
 */

/** What an item takes beside its key and data. */
const overheadBytes = 56;
/** Times up to here are from now on, others since 1970. */
const maxRelativeSeconds = 60 * 60 * 24 * 30;

/** Items within a limit of memory: who was used last stays. */
export class MemcachedStore {
  /** The least recently used first. @type {Map<string, Item>} */
  #items = new Map();
  #bytes = 0;
  #cas = 0n;
  #evictions = 0;
  #total = 0;
  /** Items stored before are gone from this time on. */
  #flushedAt = Number.POSITIVE_INFINITY;
  /** @type {() => number} */
  #now;
  /** @type {number} */
  #maxBytes;

  /** @param {{ now: () => number, maxBytes: number }} options `now`: milliseconds since 1970. */
  constructor({ now, maxBytes }) {
    this.#now = now;
    this.#maxBytes = maxBytes;
  }

  get size() {
    return this.#items.size;
  }

  get bytes() {
    return this.#bytes;
  }

  get maxBytes() {
    return this.#maxBytes;
  }

  get evictions() {
    return this.#evictions;
  }

  /** How many were ever stored. */
  get total() {
    return this.#total;
  }

  /**
   * @param {string} key
   * @returns {Item | undefined}
   */
  get(key) {
    const item = this.#items.get(key);
    if (item === undefined) return undefined;
    const now = this.#now();
    if (item.expiresAt <= now || (this.#flushedAt <= now && item.storedAt <= this.#flushedAt)) {
      this.delete(key);
      return undefined;
    }
    this.#items.delete(key);
    this.#items.set(key, item);
    return item;
  }

  /**
   * Stores an item, and lets the least recently used go if there is no room. False if it cannot fit.
   * @param {string} key
   * @param {Buffer} data
   * @param {{ flags: number, expiresAt: number }} options
   */
  set(key, data, { flags, expiresAt }) {
    this.delete(key);
    const size = sizeOf(key, data);
    if (size > this.#maxBytes) return false;
    this.#cas += 1n;
    this.#total += 1;
    this.#items.set(key, { data, flags, expiresAt, storedAt: this.#now(), cas: this.#cas });
    this.#bytes += size;
    for (const oldest of this.#items.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
      this.#evictions += 1;
    }
    return true;
  }

  /**
   * Whether it was there.
   * @param {string} key
   */
  delete(key) {
    const item = this.#items.get(key);
    if (item === undefined) return false;
    this.#items.delete(key);
    this.#bytes -= sizeOf(key, item.data);
    return true;
  }

  /**
   * Lets all items go that are there after so many seconds.
   * @param {number} afterSeconds
   */
  flush(afterSeconds) {
    if (afterSeconds > 0) {
      this.#flushedAt = this.expiry(afterSeconds);
      return;
    }
    this.#items.clear();
    this.#bytes = 0;
  }

  /**
   * When an item with this time expires, in milliseconds since 1970.
   * @param {number} seconds As the protocol has it.
   */
  expiry(seconds) {
    if (seconds === 0) return Number.POSITIVE_INFINITY;
    if (seconds < 0) return 0;
    return seconds <= maxRelativeSeconds ? this.#now() + seconds * 1000 : seconds * 1000;
  }
}

/**
 * @param {string} key
 * @param {Buffer} data
 */
function sizeOf(key, data) {
  return key.length + data.length + overheadBytes;
}
