import type { ProgramRequest } from "./image-adapter.ts";

/**
 * Before a program for Node begins: servers that would listen at all addresses of the machine listen at the pod's, as they do in a pod. What
 * listens at an address by name, or at a file, is left alone.
 */
const preload = (address: string, ports: Readonly<Record<string, number>>): string => `
  import net from "node:net";
  const address = ${JSON.stringify(address)}, ports = ${JSON.stringify(ports)};
  const everywhere = new Set([undefined, null, "", "0.0.0.0", "::"]);
  const listen = net.Server.prototype.listen;
  const place = ({ port, host, ipv6Only, ...rest }) => ({ ...rest, port: ports[port] ?? port, host: everywhere.has(host) ? address : host });
  const isPort = (value) => typeof value === "number" || (typeof value === "string" && /^\\d+$/.test(value));
  net.Server.prototype.listen = function (...args) {
    const [first, ...rest] = args;
    const callback = typeof args.at(-1) === "function" ? [args.at(-1)] : [];
    if (typeof first === "object" && first !== null && isPort(first.port)) return listen.call(this, place(first), ...callback);
    const isBare = first === undefined || first === null || typeof first === "function";
    if (!isPort(first) && !isBare) return listen.apply(this, args);
    const host = rest.find((value) => typeof value === "string");
    const backlog = rest.find((value) => typeof value === "number");
    return listen.call(this, place({ port: isBare ? 0 : Number(first), host, ...(backlog !== undefined && { backlog }) }), ...callback);
};`;

/** Variables with which a program for Node listens only at the pod's address, and at the port that stands for a container's. */
export function listenAtAddress(
  { address, ports }: Pick<ProgramRequest, "address" | "ports">,
  options: string | undefined,
): Record<string, string> {
  const script = preload(address, Object.fromEntries(ports));
  // Without a file, so that there is none that the program's user would have to be able to read.
  const flag = `--import=data:text/javascript,${encodeURIComponent(script.trim())}`;
  return { NODE_OPTIONS: options === undefined || options === "" ? flag : `${options} ${flag}` };
}
