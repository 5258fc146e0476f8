/** Base64 of the UTF-8 bytes of a text, as JSON writes bytes. */
export function base64FromText(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
