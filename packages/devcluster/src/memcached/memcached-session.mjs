// Plain JavaScript, because Node 20 has to run it as it is.

/**
 * What sessions of a server share.
 * @typedef {object} Shared
 * @property {import("./memcached-store.mjs").MemcachedStore} store
 * @property {import("./memcached-statistics.mjs").MemcachedStatistics} statistics
 * @property {string} version
 * @property {number} maxItemBytes
 */

/**
 * A value that is on its way.
 * @typedef {object} Pending
 * @property {string} verb
 * @property {string} key
 * @property {number} flags
 * @property {number} exptime
 * @property {number} length
 * @property {bigint | undefined} cas
 * @property {boolean} isQuiet
 */

const maxKeyBytes = 250;
const maxLineBytes = 65_536;
const badFormat = "CLIENT_ERROR bad command line format";
const storage = new Set(["set", "add", "replace", "append", "prepend", "cas"]);
const uint64 = 1n << 64n;

/** One connection that speaks the text protocol of memcached. */
export class MemcachedSession {
  /** @type {Shared} */
  #shared;
  /** @type {(data: Buffer | string) => void} */
  #send;
  /** @type {() => void} */
  #close;
  /** Received and not dealt with. @type {Buffer} */
  #buffer = Buffer.alloc(0);
  /** @type {Pending | undefined} */
  #pending;
  /** Bytes of a refused value that are still to come. */
  #skipped = 0;
  #isClosed = false;

  /**
   * @param {Shared} shared
   * @param {{ send: (data: Buffer | string) => void, close: () => void }} connection
   */
  constructor(shared, { send, close }) {
    this.#shared = shared;
    this.#send = send;
    this.#close = close;
  }

  /**
   * Deals with what the client sent.
   * @param {Buffer} data
   */
  receive(data) {
    this.#buffer = this.#buffer.length === 0 ? data : Buffer.concat([this.#buffer, data]);
    while (!this.#isClosed && this.#step());
  }

  /** Whether there was enough for a step. */
  #step() {
    if (this.#skipped > 0) {
      const length = Math.min(this.#skipped, this.#buffer.length);
      this.#skipped -= length;
      this.#buffer = this.#buffer.subarray(length);
      return this.#buffer.length > 0;
    }
    if (this.#pending !== undefined) return this.#readValue(this.#pending);
    const end = this.#buffer.indexOf(10);
    if (end === -1) {
      if (this.#buffer.length > maxLineBytes) {
        this.#send("CLIENT_ERROR line too long\r\n");
        this.#end();
      }
      return false;
    }
    const line = this.#buffer.subarray(0, this.#buffer[end - 1] === 13 ? end - 1 : end).toString("latin1");
    this.#buffer = this.#buffer.subarray(end + 1);
    this.#command(line.split(" ").filter((part) => part !== ""));
    return true;
  }

  /** @param {Pending} pending */
  #readValue(pending) {
    const { length } = pending;
    if (this.#buffer.length < length + 2) return false;
    const isWhole = this.#buffer[length] === 13 && this.#buffer[length + 1] === 10;
    // A copy: what was received may be much larger.
    const data = Buffer.from(this.#buffer.subarray(0, length));
    this.#pending = undefined;
    if (isWhole) {
      this.#buffer = this.#buffer.subarray(length + 2);
      this.#reply(this.#store(pending, data), pending.isQuiet);
    } else {
      const end = this.#buffer.indexOf(10, length);
      this.#buffer = end === -1 ? Buffer.alloc(0) : this.#buffer.subarray(end + 1);
      this.#reply("CLIENT_ERROR bad data chunk", false);
    }
    return true;
  }

  /** @param {string[]} parts */
  #command([verb = "", ...args]) {
    const { store, statistics, version } = this.#shared;
    if (storage.has(verb)) this.#beginStorage(verb, args);
    else if (verb === "get" || verb === "gets") this.#get(args, verb === "gets");
    else if (verb === "gat" || verb === "gats") this.#getAndTouch(args, verb === "gats");
    else if (verb === "incr" || verb === "decr") this.#count(verb, args);
    else if (verb === "delete") this.#delete(args);
    else if (verb === "touch") this.#touch(args);
    else if (verb === "flush_all") {
      const seconds = args[0] === undefined || args[0] === "noreply" ? 0 : integer(args[0]);
      if (seconds === undefined) this.#reply(badFormat, false);
      else {
        store.flush(seconds);
        statistics.count("cmd_flush");
        this.#reply("OK", isQuiet(args));
      }
    } else if (verb === "stats") this.#send(statistics.text(args[0], store));
    else if (verb === "version") this.#reply(`VERSION ${version}`, false);
    else if (verb === "verbosity") {
      if (args.length === 0) this.#reply("ERROR", false);
      else this.#reply("OK", isQuiet(args));
    } else if (verb === "mn") this.#reply("MN", false);
    else if (verb === "quit") this.#end();
    else if (verb === "shutdown") this.#reply("ERROR: shutdown not enabled", false);
    else this.#reply("ERROR", false);
  }

  /**
   * @param {string} verb
   * @param {string[]} args
   */
  #beginStorage(verb, args) {
    const wanted = verb === "cas" ? 5 : 4;
    const [key = "", flagsText = "", exptimeText = "", lengthText = "", casText = ""] = args;
    if (args.length < wanted || args.length > wanted + 1) return this.#reply("ERROR", false);
    const flags = integer(flagsText);
    const exptime = integer(exptimeText);
    const length = integer(lengthText);
    const cas = verb === "cas" ? unsigned(casText) : 0n;
    const isFine = flags !== undefined && flags >= 0 && flags <= 0xffff_ffff && exptime !== undefined;
    if (key.length > maxKeyBytes || !isFine || length === undefined || cas === undefined) {
      return this.#reply(badFormat, false);
    }
    if (length < 0) return this.#reply("CLIENT_ERROR bad data chunk", false);
    if (length > this.#shared.maxItemBytes) {
      this.#skipped = length + 2;
      // What was there is older than what the client wanted to be there.
      if (verb === "set") this.#shared.store.delete(key);
      return this.#reply("SERVER_ERROR object too large for cache", isQuiet(args));
    }
    const casOf = verb === "cas" ? cas : undefined;
    this.#pending = { verb, key, flags, exptime, length, cas: casOf, isQuiet: isQuiet(args.slice(wanted)) };
  }

  /**
   * @param {Pending} pending
   * @param {Buffer} data
   */
  #store({ verb, key, flags, exptime, cas }, data) {
    const { store, statistics, maxItemBytes } = this.#shared;
    statistics.count("cmd_set");
    const before = store.get(key);
    let value = { data, flags, expiresAt: store.expiry(exptime) };
    if (verb === "add" && before !== undefined) return "NOT_STORED";
    if (verb === "replace" && before === undefined) return "NOT_STORED";
    if (verb === "append" || verb === "prepend") {
      if (before === undefined) return "NOT_STORED";
      const joined = Buffer.concat(verb === "append" ? [before.data, data] : [data, before.data]);
      if (joined.length > maxItemBytes) return "SERVER_ERROR object too large for cache";
      value = { data: joined, flags: before.flags, expiresAt: before.expiresAt };
    }
    if (verb === "cas") {
      if (before === undefined) {
        statistics.count("cas_misses");
        return "NOT_FOUND";
      }
      if (before.cas !== cas) {
        statistics.count("cas_badval");
        return "EXISTS";
      }
      statistics.count("cas_hits");
    }
    return store.set(key, value.data, value) ? "STORED" : "SERVER_ERROR out of memory storing object";
  }

  /**
   * @param {string[]} keys
   * @param {boolean} hasCas
   * @param {number} [exptime]
   */
  #get(keys, hasCas, exptime) {
    const { store, statistics } = this.#shared;
    if (keys.length === 0) return this.#reply("ERROR", false);
    if (keys.some((key) => key.length > maxKeyBytes)) return this.#reply(badFormat, false);
    for (const key of keys) {
      const item = store.get(key);
      statistics.count(exptime === undefined ? "cmd_get" : "cmd_touch");
      statistics.count(item === undefined ? "get_misses" : "get_hits");
      if (item === undefined) continue;
      if (exptime !== undefined) item.expiresAt = store.expiry(exptime);
      const cas = hasCas ? ` ${item.cas}` : "";
      this.#send(Buffer.from(`VALUE ${key} ${item.flags} ${item.data.length}${cas}\r\n`, "latin1"));
      this.#send(item.data);
      this.#send("\r\n");
    }
    this.#reply("END", false);
  }

  /**
   * @param {string[]} args
   * @param {boolean} hasCas
   */
  #getAndTouch([exptimeText = "", ...keys], hasCas) {
    const exptime = integer(exptimeText);
    if (keys.length === 0) this.#reply("ERROR", false);
    else if (exptime === undefined) this.#reply("CLIENT_ERROR invalid exptime argument", false);
    else this.#get(keys, hasCas, exptime);
  }

  /**
   * @param {"incr" | "decr"} verb
   * @param {string[]} args
   */
  #count(verb, args) {
    const { store, statistics } = this.#shared;
    const [key = "", deltaText = ""] = args;
    if (args.length < 2 || args.length > 3) return this.#reply("ERROR", false);
    if (key.length > maxKeyBytes) return this.#reply(badFormat, false);
    const delta = unsigned(deltaText);
    if (delta === undefined) return this.#reply("CLIENT_ERROR invalid numeric delta argument", false);
    const quiet = isQuiet(args.slice(2));
    const item = store.get(key);
    statistics.count(`${verb}_${item === undefined ? "misses" : "hits"}`);
    if (item === undefined) return this.#reply("NOT_FOUND", quiet);
    const value = unsigned(item.data.toString("latin1").trimEnd());
    if (value === undefined) {
      return this.#reply("CLIENT_ERROR cannot increment or decrement non-numeric value", quiet);
    }
    const result = verb === "incr" ? (value + delta) % uint64 : value > delta ? value - delta : 0n;
    // A shorter number is filled up with spaces, as memcached does.
    const data = Buffer.from(String(result).padEnd(item.data.length), "latin1");
    store.set(key, data, item);
    this.#reply(String(result), quiet);
  }

  /** @param {string[]} args */
  #delete(args) {
    const { store, statistics } = this.#shared;
    const [key, ...rest] = args;
    if (key === undefined) return this.#reply("ERROR", false);
    if (key.length > maxKeyBytes) return this.#reply(badFormat, false);
    const isFine = rest.length === 0 || (rest.length <= 2 && rest.every((part) => part === "0" || part === "noreply"));
    if (!isFine) return this.#reply(`${badFormat}.  Usage: delete <key> [noreply]`, false);
    const wasThere = store.get(key) !== undefined;
    store.delete(key);
    statistics.count(wasThere ? "delete_hits" : "delete_misses");
    this.#reply(wasThere ? "DELETED" : "NOT_FOUND", isQuiet(rest));
  }

  /** @param {string[]} args */
  #touch(args) {
    const { store, statistics } = this.#shared;
    const [key = "", exptimeText = ""] = args;
    if (args.length < 2 || args.length > 3) return this.#reply("ERROR", false);
    if (key.length > maxKeyBytes) return this.#reply(badFormat, false);
    const exptime = integer(exptimeText);
    if (exptime === undefined) return this.#reply("CLIENT_ERROR invalid exptime argument", false);
    const item = store.get(key);
    statistics.count("cmd_touch");
    statistics.count(item === undefined ? "touch_misses" : "touch_hits");
    if (item !== undefined) item.expiresAt = store.expiry(exptime);
    this.#reply(item === undefined ? "NOT_FOUND" : "TOUCHED", isQuiet(args.slice(2)));
  }

  /**
   * @param {string} text
   * @param {boolean} isQuiet
   */
  #reply(text, isQuiet) {
    if (!isQuiet) this.#send(`${text}\r\n`);
  }

  #end() {
    this.#isClosed = true;
    this.#close();
  }
}

/** @param {string[]} args */
function isQuiet(args) {
  return args.at(-1) === "noreply";
}

/** @param {string} text */
function integer(text) {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** @param {string} text */
function unsigned(text) {
  if (!/^\d{1,20}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value < uint64 ? value : undefined;
}
