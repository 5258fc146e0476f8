/** The text that bytes are; what is not UTF-8 in them is replaced, as the reference replaces it. */
export function utf8Text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
