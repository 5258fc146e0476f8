import { request as httpsRequest } from "node:https";

/** A request as it goes to a server. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, escaped. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

export interface WireResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Pieces of the body as they come. Ending the iteration early gives the rest up. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Carries requests of someone who may do everything to one server. */
export interface Wire {
  send(request: WireRequest): Promise<WireResponse>;
}

/** Where a server is and who asks. */
export interface WireAddress {
  readonly url: string;
  readonly certificateAuthority: string;
  readonly client: { readonly cert: string; readonly key: string };
}

/** A wire over HTTPS with a client certificate, one connection for each request. */
export function httpsWire({ url, certificateAuthority, client }: WireAddress): Wire {
  const { hostname, port } = new URL(url);
  return {
    send: ({ method, target, headers, body }) =>
      new Promise((resolve, reject) => {
        const exchange = httpsRequest(
          { host: hostname, port, method, path: target, headers, ca: certificateAuthority, ...client, agent: false },
          (response) => {
            const received = new Map<string, string[]>();
            for (let index = 0; index < response.rawHeaders.length; index += 2) {
              const name = response.rawHeaders[index]!.toLowerCase();
              received.set(name, [...(received.get(name) ?? []), response.rawHeaders[index + 1]!]);
            }
            resolve({ status: response.statusCode ?? 0, headers: received, body: response });
          },
        );
        exchange.once("error", reject);
        exchange.end(body);
      }),
  };
}
