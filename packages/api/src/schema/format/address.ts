/** A parsed address. */
export interface IpAddress {
  /** Whether it was written as one of version 4, without any colon. */
  readonly isVersion4Text: boolean;
}

/** The address that a text is, undefined when it is none. There are no zones. */
export function parseIp(text: string, options: { allowsLeadingZeros?: boolean } = {}): IpAddress | undefined {
  const separator = /[.:]/.exec(text)?.[0];
  if (separator === ".")
    return isVersion4(text, options.allowsLeadingZeros ?? false) ? { isVersion4Text: true } : undefined;
  if (separator === ":")
    return isVersion6(text, options.allowsLeadingZeros ?? false) ? { isVersion4Text: false } : undefined;
  return undefined;
}

/** Whether a text is a MAC address of 6, 8 or 20 bytes, with or without separators. */
export function isMacAddress(text: string): boolean {
  const pairs = /^[\da-fA-F]{2}(?:(?<separator>[:-])[\da-fA-F]{2}(?:\k<separator>[\da-fA-F]{2})*)$/;
  const quads = /^[\da-fA-F]{4}(?:\.[\da-fA-F]{4})+$/;
  if (!pairs.test(text) && !quads.test(text) && !/^[\da-fA-F]+$/.test(text)) return false;
  return [6, 8, 20].includes(text.replaceAll(/[^\da-fA-F]/g, "").length / 2);
}

function isVersion4(text: string, allowsLeadingZeros: boolean): boolean {
  const parts = text.split(".");
  return (
    parts.length === 4 &&
    parts.every((part) => /^\d+$/.test(part) && Number(part) <= 255 && (allowsLeadingZeros || !/^0\d/.test(part)))
  );
}

function isVersion6(text: string, allowsLeadingZeros: boolean): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  // The last part may be written as one of version 4, which takes the place of two.
  const last = groups.at(-1);
  let count = groups.length;
  if (last?.includes(".")) {
    if (text.endsWith("::") || !isVersion4(last, allowsLeadingZeros)) return false;
    groups.pop();
    count++;
  }
  if (!groups.every((group) => /^[\da-fA-F]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? count < 8 : count === 8;
}
