import { type CallOptions, type Client, withWriteOptions } from "@kubewright/client";
import type { Fence } from "./fence.ts";

/**
 * `client`, whose writes are sent only if the fence passes at the moment they are handed to the connection.
 *
 * A write that may not be sent any more fails with RuntimeError `LEASE_LOST`, also when it had to wait for a connection, and each
 * time it is tried again. Held back are all verbs that write, those of status and other subresources, and every `request` that is no GET; reads
 * go on. A `beforeSend` of a call is called before the fence is asked. Closing it closes `client`.
 */
export function withFence(client: Client, fence: Fence): Client {
  const fenced = <T extends CallOptions>(options: T): T => {
    const { beforeSend } = options;
    return {
      ...options,
      beforeSend() {
        beforeSend?.();
        fence.check();
      },
    };
  };
  return withWriteOptions(client, {
    write: fenced,
    remove: fenced,
    request: (request) => (request.method === "GET" ? request : fenced(request)),
  });
}
