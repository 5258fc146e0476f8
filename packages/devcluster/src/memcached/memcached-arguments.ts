/** Arguments of memcached, made fit for a pod of this machine. */
export interface FittedArguments {
  readonly args: readonly string[];
  /** `["-m=64", "-m 64"]` for each that had to be spelled in another way. */
  readonly respelled: readonly (readonly [string, string])[];
}

const defaultPort = 11211;
/** Options of one letter that have a value. */
const withValue = new Set("pUslmcuPtDbRBIoafnY");

/**
 * The arguments, with the address and port to listen at in place of others.
 *
 * Options as `-m=64`, which memcached 1.4 took and 1.6 refuses, get the spelling that both take.
 */
export function fitArguments(
  args: readonly string[],
  place: { readonly address: string; readonly ports: ReadonlyMap<number, number> },
): FittedArguments {
  const kept: string[] = [];
  const respelled: [string, string][] = [];
  let port = defaultPort;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    const [, letter = "", glued = ""] = /^-([A-Za-z])(.*)$/s.exec(arg) ?? [];
    const [, name = "", given] = /^--([a-z-]+)(?:=(.*))?$/s.exec(arg) ?? [];
    if (withValue.has(letter)) {
      const isOld = glued.startsWith("=");
      const value = glued === "" ? (args[++index] ?? "") : isOld ? glued.slice(1) : glued;
      if (isOld) respelled.push([arg, `-${letter} ${value}`]);
      if (letter === "p") port = Number(value);
      else if (letter !== "l") kept.push(`-${letter}`, value);
    } else if (name === "port" || name === "listen") {
      const value = given ?? args[++index] ?? "";
      if (name === "port") port = Number(value);
    } else kept.push(arg);
  }
  const own = place.ports.get(port) ?? port;
  return { args: ["-l", place.address, "-p", String(own), ...kept], respelled };
}
