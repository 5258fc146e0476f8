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
 * Throws RuntimeError `INVALID_SETUP`, which names `option`, for anything else.
 */
export function parseListenAddress(text: string, option: string): ListenAddress | undefined {
  if (text === "" || text === "0") return undefined;
  const match = /^(?:\[([0-9a-fA-F:.%\w]+)\]|([^:[\]\s/]*)):([0-9]{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535) {
    throw new RuntimeError(
      "INVALID_SETUP",
      `${option} ${JSON.stringify(text)} is no address to listen on; write it like ":8080", "127.0.0.1:8080", or "0" for none`,
    );
  }
  const host = match[1] ?? match[2];
  return { ...(host && { host }), port };
}
