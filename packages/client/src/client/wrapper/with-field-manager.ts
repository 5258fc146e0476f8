import { ClientError } from "../../errors.ts";
import type { Client } from "../client.ts";
import { withWriteOptions } from "./with-write-options.ts";

/** `client`, whose writes are recorded under `fieldManager` unless a call names another. Closing it closes `client`. */
export function withFieldManager(client: Client, fieldManager: string): Client {
  if (fieldManager === "") throw new ClientError("INVALID_ARGUMENT", "the field manager is empty");
  return withWriteOptions(client, {
    write: (options) => ({ ...options, fieldManager: options.fieldManager ?? fieldManager }),
    remove: (options) => options,
    request: (request) => request,
  });
}
