/** Options that fields of a spec stand for, and those fields. */
const fieldOf: ReadonlyMap<string, string> = new Map([
  ["p", "port"],
  ["m", "memory"],
  ["c", "maxConnections"],
  ["t", "threads"],
]);

/** Options that an instance could not work with, and why. */
const uselessBecause: ReadonlyMap<string, string> = new Map([
  ["l", "instances listen on the address of their pod"],
  ["U", "instances are not served over UDP"],
  ["s", "a socket in the file system would take the place of the port"],
  ["u", "the container has its user already"],
  ["d", "the container would end at once"],
  ["P", "nothing can be written there"],
  ["h", "memcached would print it and end"],
  ["i", "memcached would print it and end"],
  ["V", "memcached would print it and end"],
]);

/** The long names of those. */
const refusedNames: Readonly<Record<string, string>> = {
  port: "p",
  "memory-limit": "m",
  "conn-limit": "c",
  threads: "t",
  listen: "l",
  "udp-port": "U",
  "unix-socket": "s",
  user: "u",
  daemon: "d",
  pidfile: "P",
  help: "h",
  license: "i",
  version: "V",
};

const lettersWithoutValue: ReadonlySet<string> = new Set("AMkrvLCSFXWZ");
const lettersWithValue: ReadonlySet<string> = new Set("apsUmcluPftnDRbBIYeoN");

/** The long names of `-f` and `-n`, and what of `-o` does the same. */
const sizeNames: readonly string[] = ["slab-growth-factor", "slab-min-size", "slab_sizes", "slab_chunk_max"];

/** Whether further arguments of memcached may have it keep items in other size classes than those it has by itself. */
export function setsSizeClasses(args: readonly string[]): boolean {
  return args.some((arg) => {
    if (sizeNames.some((name) => arg.includes(name))) return true;
    const { letter } = arg.startsWith("--") ? {} : readShort(arg);
    return letter === "f" || letter === "n";
  });
}

/** One argument, as memcached reads it. */
interface ReadArgument {
  /** The letter of the option that is refused, or has a value; undefined for one that is neither. */
  readonly letter?: string;
  /** The value that belongs to it; undefined if that is the next argument. */
  readonly value?: string;
  readonly hasValue: boolean;
}

/**
 * What is wrong with further arguments of memcached, a sentence each.
 *
 * They are read as memcached reads them: letters in groups, long names abbreviated, values with the option or after it.
 */
export function problemsOfExtraArguments(args: readonly string[]): string[] {
  const problems: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    // After a long name it may be the value, and not the end of the options.
    if (arg === "--" && args[index - 1]?.startsWith("--") !== true) break;
    const { letter = "", hasValue, value } = arg.startsWith("--") ? readLong(arg.slice(2)) : readShort(arg);
    const refusal = refusalOf(arg, letter);
    if (refusal !== undefined) problems.push(refusal);
    if (hasValue && value === undefined) index += 1;
    const given = hasValue ? (value ?? args[index]) : undefined;
    if (hasValue && given === undefined) {
      problems.push(`extraArgs end with ${JSON.stringify(arg)}, which needs a value after it`);
    }
    if (letter === "o" && setsHashPower(given)) {
      problems.push(
        "extraArgs set hashpower, whose memory is not part of the container's limit: leave it out, the table grows by itself",
      );
    }
  }
  return problems;
}

function readShort(arg: string): ReadArgument {
  if (!arg.startsWith("-")) return { hasValue: false };
  const rest = [...arg.slice(1)];
  const place = rest.findIndex((letter) => !lettersWithoutValue.has(letter));
  const letter = rest[place];
  if (letter === undefined) return { hasValue: false };
  const value = rest.slice(place + 1).join("");
  return { letter, hasValue: lettersWithValue.has(letter), ...(value !== "" && { value }) };
}

/** A name may be as short as it is clear; memcached refuses those that are not, and this takes them for the one that is refused. */
function readLong(text: string): ReadArgument {
  const [name = ""] = text.split("=", 1);
  const given = text.includes("=") ? { value: text.slice(name.length + 1) } : {};
  if (name.length > 1 && "extended".startsWith(name)) return { letter: "o", hasValue: true, ...given };
  const refused = Object.keys(refusedNames).find((one) => name !== "" && one.startsWith(name));
  // Of the others it is not known which have a value; what follows them is looked at as well.
  return refused === undefined ? { hasValue: false } : { letter: refusedNames[refused]!, hasValue: false };
}

function refusalOf(arg: string, letter: string): string | undefined {
  const field = fieldOf.get(letter);
  const text = JSON.stringify(arg);
  if (field !== undefined) return `extraArgs have ${text}, which spec.${field} is for: set that field instead`;
  const why = uselessBecause.get(letter);
  return why === undefined ? undefined : `extraArgs have ${text}: ${why}; leave it out`;
}

function setsHashPower(extended: string | undefined): boolean {
  return extended?.split(",").some((option) => option.startsWith("hashpower")) === true;
}
