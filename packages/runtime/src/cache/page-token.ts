import { RuntimeError } from "../errors.ts";

const prefix = "cache:";

/** What a list of the cache goes on with after the object of this key. */
export function formatPageToken(key: string): string {
  return Buffer.from(`${prefix}${key}`).toString("base64url");
}

/** The key. Throws RuntimeError `INVALID_ARGUMENT` for what the cache did not give. */
export function parsePageToken(token: string): string {
  const text = Buffer.from(token, "base64url").toString();
  if (text.startsWith(prefix)) return text.slice(prefix.length);
  throw new RuntimeError(
    "INVALID_ARGUMENT",
    "the continue token is not from a list of the cache: one that a server gave is for client.live",
  );
}
