import type { Client } from "../client.ts";
import { withWriteOptions } from "./with-write-options.ts";

/**
 * `client`, whose writes go through admission and validation and change nothing.
 *
 * Requests made with `request` other than GET carry `dryRun=All` too. Closing it closes `client`.
 */
export function withDryRun(client: Client): Client {
  return withWriteOptions(client, {
    write: (options) => ({ ...options, dryRun: true }),
    remove: (options) => ({ ...options, dryRun: true }),
    request: (request) => {
      if (request.method === "GET") return request;
      return { ...request, path: `${request.path}${request.path.includes("?") ? "&" : "?"}dryRun=All` };
    },
  });
}
