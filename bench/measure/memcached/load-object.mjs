import { objectName } from "../../subject/protocol.mjs";

export const apiVersion = "cache.example.com/v1";

/**
 * The n-th Memcached, of a size.
 * @param {number} n
 * @param {number} size
 */
export function loadedMemcached(n, size) {
  return { apiVersion, kind: "Memcached", metadata: { name: objectName(n) }, spec: { size } };
}

/** How many instances a Memcached has at first, and when it has been scaled. @param {number} n */
export function sizesOf(n) {
  return { first: 1 + (n % 3), scaled: 1 + ((n + 1) % 3) };
}
