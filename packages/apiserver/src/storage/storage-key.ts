const beyondAscii = /[^\0-\x7f]/;

/**
 * The text by which an object is found in its collection. Such texts are in the order of their bytes, as the reference orders
 * objects: `a-b/x` is before `a/x`.
 */
export function storageKeyOf(namespace: string, name: string): string {
  const key = namespace === "" ? name : `${namespace}/${name}`;
  // One character a byte: the order of UTF-16 units is not that of bytes.
  return beyondAscii.test(key) ? Buffer.from(key, "utf8").toString("latin1") : key;
}
