/** Whether a text is a MAC address of 6, 8 or 20 bytes, with or without separators. */
export function isMacAddress(text: string): boolean {
  const pairs = /^[\da-fA-F]{2}(?:(?<separator>[:-])[\da-fA-F]{2}(?:\k<separator>[\da-fA-F]{2})*)$/;
  const quads = /^[\da-fA-F]{4}(?:\.[\da-fA-F]{4})+$/;
  if (!pairs.test(text) && !quads.test(text) && !/^[\da-fA-F]+$/.test(text)) return false;
  return [6, 8, 20].includes(text.replaceAll(/[^\da-fA-F]/g, "").length / 2);
}
