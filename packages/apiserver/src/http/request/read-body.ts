import { requestEntityTooLargeError } from "@kubewright/api";
import type { ServerRequest } from "../exchange.ts";

/** The longest body that is read, in bytes. */
export const maxBodyBytes: number = 3 * 1024 * 1024;

/** The whole body. Throws the 413 StatusError when it is too long. What `body()` rejects with goes to the caller. */
export async function readBody(request: ServerRequest): Promise<Uint8Array> {
  const bytes = await request.body();
  if (bytes.length > maxBodyBytes) throw requestEntityTooLargeError(`limit is ${maxBodyBytes}`);
  return bytes;
}
