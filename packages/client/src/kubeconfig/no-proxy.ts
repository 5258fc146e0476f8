/** Whether a NO_PROXY list keeps requests to `host` (no brackets) and `port` away from the proxy. */
export function isExcluded(host: string, port: string, noProxy: string): boolean {
  if (isThisMachine(host)) return true;
  const name = host.toLowerCase();
  const address = addressOf(name);
  return noProxy.split(",").some((entry) => matches(entry.trim().toLowerCase(), name, address, port));
}

/** Whether `host` (no brackets) is localhost or a loopback address. */
export function isThisMachine(host: string): boolean {
  const address = addressOf(host);
  return host.toLowerCase() === "localhost" || (address !== undefined && isLoopback(address));
}

/** An IP address as 16 bytes, one of version 4 in its mapped form. */
interface Address {
  readonly bytes: readonly number[];
  readonly isVersion4: boolean;
}

function matches(entry: string, name: string, address: Address | undefined, port: string): boolean {
  if (entry === "") return false;
  if (entry === "*") return true;
  const network = networkOf(entry);
  if (network !== undefined) return address !== undefined && contains(network, address);
  const [entryHost, entryPort] = splitPort(entry);
  if (entryPort !== "" && entryPort !== port) return false;
  const entryAddress = addressOf(entryHost);
  if (entryAddress !== undefined) return address !== undefined && isSame(entryAddress, address);
  if (address !== undefined || entryHost === "") return false;
  const domain = asciiOf(entryHost.startsWith("*.") ? entryHost.slice(1) : entryHost);
  // A dot in front excludes the domain itself.
  return domain.startsWith(".") ? name.endsWith(domain) : name === domain || name.endsWith(`.${domain}`);
}

function splitPort(entry: string): [host: string, port: string] {
  const bracketed = /^\[([^\]]*)\]:(\d*)$/.exec(entry);
  if (bracketed !== null) return [bracketed[1] ?? "", bracketed[2] ?? ""];
  const single = /^([^:]*):(\d*)$/.exec(entry);
  return single === null ? [entry, ""] : [single[1] ?? "", single[2] ?? ""];
}

function networkOf(entry: string): { base: Address; prefixLength: number } | undefined {
  const [, text = "", length = ""] = /^([^/]+)\/(\d{1,3})$/.exec(entry) ?? [];
  const base = addressOf(text);
  if (base === undefined || Number(length) > (base.isVersion4 ? 32 : 128)) return undefined;
  return { base, prefixLength: Number(length) + (base.isVersion4 ? 96 : 0) };
}

function contains({ base, prefixLength }: { base: Address; prefixLength: number }, address: Address): boolean {
  if (base.isVersion4 !== address.isVersion4) return false;
  return base.bytes.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, prefixLength - index * 8));
    return (byte ^ (address.bytes[index] ?? 0)) >> (8 - bits) === 0;
  });
}

function addressOf(text: string): Address | undefined {
  if (/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}$/.test(text) && !text.endsWith(".")) {
    return { bytes: [...mappedPrefix, ...text.split(".").map(Number)], isVersion4: true };
  }
  if (!text.includes(":") || !URL.canParse(`http://[${text}]`)) return undefined;
  // The URL parser has brought the address to its shortest form.
  const [head = "", tail] = new URL(`http://[${text}]`).hostname.slice(1, -1).split("::");
  const before = groupsOf(head);
  const after = groupsOf(tail ?? "");
  const groups = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
  const bytes = groups.flatMap((group) => [group >> 8, group & 255]);
  return { bytes, isVersion4: mappedPrefix.every((byte, index) => byte === bytes[index]) };
}

const mappedPrefix: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255];

function groupsOf(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}

function isLoopback({ bytes, isVersion4 }: Address): boolean {
  return isVersion4 ? bytes[12] === 127 : bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
}

function isSame(left: Address, right: Address): boolean {
  return left.bytes.every((byte, index) => byte === right.bytes[index]);
}

function asciiOf(domain: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
  if (/^[\x00-\x7f]*$/.test(domain)) return domain;
  const dot = domain.startsWith(".") ? "." : "";
  const url = `http://${domain.slice(dot.length)}`;
  return URL.canParse(url) ? dot + new URL(url).hostname : domain;
}
