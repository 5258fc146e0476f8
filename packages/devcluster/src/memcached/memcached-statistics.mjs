// Plain JavaScript, because Node 20 has to run it as it is.

const counted = [
  ...["cmd_get", "cmd_set", "cmd_flush", "cmd_touch", "get_hits", "get_misses", "delete_misses", "delete_hits"],
  ...["incr_misses", "incr_hits", "decr_misses", "decr_hits", "cas_misses", "cas_hits", "cas_badval"],
  ...["touch_hits", "touch_misses"],
];

/** What a server counts, and how it tells. */
export class MemcachedStatistics {
  /** @type {Map<string, number>} */
  #counts = new Map();
  /** @type {{ now: () => number, pid: number, version: string, settings: Record<string, string> }} */
  #options;
  #startedAt;
  #connections = 0;
  #connectionsEver = 0;

  /** @param {{ now: () => number, pid: number, version: string, settings: Record<string, string> }} options */
  constructor(options) {
    this.#options = options;
    this.#startedAt = options.now();
  }

  /** @param {string} name */
  count(name) {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  connected() {
    this.#connections += 1;
    this.#connectionsEver += 1;
  }

  disconnected() {
    this.#connections -= 1;
  }

  /**
   * The answer to `stats`.
   * @param {string | undefined} part
   * @param {import("./memcached-store.mjs").MemcachedStore} store
   */
  text(part, store) {
    if (part === "reset") {
      this.#counts.clear();
      return "RESET\r\n";
    }
    if (part === "settings") return lines(this.#options.settings);
    if (part !== undefined) return lines({});
    const { now, pid, version } = this.#options;
    return lines({
      pid,
      uptime: Math.floor((now() - this.#startedAt) / 1000),
      time: Math.floor(now() / 1000),
      version,
      pointer_size: 64,
      curr_connections: this.#connections,
      total_connections: this.#connectionsEver,
      ...Object.fromEntries(counted.map((name) => [name, this.#counts.get(name) ?? 0])),
      limit_maxbytes: store.maxBytes,
      threads: 1,
      bytes: store.bytes,
      curr_items: store.size,
      total_items: store.total,
      evictions: store.evictions,
    });
  }
}

/** @param {Record<string, string | number>} values */
function lines(values) {
  return `${Object.entries(values)
    .map(([name, value]) => `STAT ${name} ${value}\r\n`)
    .join("")}END\r\n`;
}
