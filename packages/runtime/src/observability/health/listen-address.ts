import { RuntimeError } from "../../errors.ts";

/** Where a server listens. */
export interface ListenAddress {
  /** Absent: on all addresses of the host. */
  readonly host?: string;
  /** 0: any that is free. */
  readonly port: number;
}

/**
 * Reads `:8080`, `127.0.0.1:0`, `[::1]:8080` or `localhost:8080`; undefined for `"0"` and the empty text, which mean "not at all".
 *
 * Throws RuntimeError `INVALID_SETUP` for anything else; `described` is the option and its value, as it names them.
 */
export function parseListenAddress(text: string, described: string): ListenAddress | undefined {
  if (text === "" || text === "0") return undefined;
  const match = /^(?:\[([0-9a-fA-F:.%\w]+)\]|([^:[\]\s/]*)):([0-9]{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535) {
    throw new RuntimeError(
      "INVALID_SETUP",
      `${described} is no address to listen on; write it like ":8080", "127.0.0.1:8080", or "0" for none`,
    );
  }
  const host = match[1] ?? match[2];
  return { ...(host && { host }), port };
}

/** Whether one server can listen for both. Port 0 is another one each time. Throws as `parseListenAddress` does. */
export function isOneAddress(left: string, right: string): boolean {
  return left === right && (parseListenAddress(left, left)?.port ?? 0) !== 0;
}

/** For secure metrics and probes at one address; each is described by its option and value. */
export function sharedAddressProblem(metrics: string, health: string): string {
  return `${metrics} and ${health} are one address, but secure metrics need one of their own: probes have no token`;
}
