// Plain JavaScript, because Node 20 has to run it as it is.

/**
 * @typedef {object} ServerOptions
 * @property {string[]} addresses None: all.
 * @property {number} port
 * @property {number} memoryMegabytes
 * @property {number} maxConnections
 * @property {number} maxItemBytes
 * @property {number} verbosity
 * @property {boolean} [showsVersion]
 */

/** Long names of the options that have a value. @type {Record<string, string>} */
const longNames = {
  listen: "l",
  port: "p",
  "udp-port": "U",
  "memory-limit": "m",
  "conn-limit": "c",
  "max-item-size": "I",
  threads: "t",
  user: "u",
  extended: "o",
  pidfile: "P",
  protocol: "B",
  "max-reqs-per-event": "R",
  "listen-backlog": "b",
  "slab-growth-factor": "f",
  "slab-min-size": "n",
  "unix-socket": "s",
  "unix-mask": "a",
};
const withValue = new Set([...Object.values(longNames), "D", "Y"]);
const withoutValue = new Set([..."AdrMkLCFSvVh"]);

/**
 * The options of the command line. Those that make no difference here are taken and left alone. Throws an Error for others.
 * @param {readonly string[]} args
 * @returns {ServerOptions}
 */
export function parseOptions(args) {
  /** @type {ServerOptions} */
  const options = {
    addresses: [],
    port: 11211,
    memoryMegabytes: 64,
    maxConnections: 1024,
    maxItemBytes: 1024 * 1024,
    verbosity: 0,
  };
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    const [, name = "", given] = /^--([a-z-]+)(?:=(.*))?$/s.exec(arg) ?? [];
    if (name === "version") options.showsVersion = true;
    else if (name === "verbose") options.verbosity += 1;
    else if (longNames[name] !== undefined) apply(options, longNames[name], given ?? args[++index]);
    else if (/^-[A-Za-z]/.test(arg)) {
      for (let place = 1; place < arg.length; place += 1) {
        const letter = arg[place] ?? "";
        if (withValue.has(letter)) {
          apply(options, letter, place + 1 < arg.length ? arg.slice(place + 1) : args[++index]);
          break;
        }
        if (!withoutValue.has(letter)) throw new Error(`Illegal argument "${letter}"`);
        if (letter === "v") options.verbosity += 1;
        if (letter === "V") options.showsVersion = true;
      }
    } else throw new Error(`Illegal argument "${arg}"`);
  }
  return options;
}

/**
 * @param {ServerOptions} options
 * @param {string} letter
 * @param {string | undefined} value
 */
function apply(options, letter, value) {
  if (value === undefined) throw new Error(`option requires an argument -- '${letter}'`);
  if (letter === "l") options.addresses.push(...value.split(","));
  if (letter === "p") options.port = amount(letter, value, 0, 65_535);
  if (letter === "m") options.memoryMegabytes = amount(letter, value, 1, 1 << 20);
  if (letter === "c") options.maxConnections = amount(letter, value, 1, 1 << 20);
  if (letter === "I") {
    const [, digits = "", unit = ""] = /^(\d+)([kKmM]?)$/.exec(value) ?? [];
    const factor = { "": 1, k: 1024, m: 1024 * 1024 }[unit.toLowerCase()] ?? 1;
    options.maxItemBytes = amount(letter, digits, 1, 1 << 30) * factor;
  }
}

/**
 * @param {string} letter
 * @param {string} text
 * @param {number} least
 * @param {number} most
 */
function amount(letter, text, least, most) {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new Error(`the value "${text}" of -${letter} is not a number that can be`);
  return value;
}
