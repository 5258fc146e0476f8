const lengthPattern = /^[0-9]{1,15}$/;

/** How long the body will be, when the headers say so. Throws an Error when they say it in two ways. */
export function contentLengthOf(headers: ReadonlyMap<string, readonly string[]>): number | undefined {
  const values = headers.get("content-length");
  if (values === undefined) return undefined;
  const value = values[0]!;
  if (!lengthPattern.test(value) || (values.length > 1 && values.some((other) => other !== value))) {
    throw new Error(`the content-length ${JSON.stringify(values.join(", ").slice(0, 80))}`);
  }
  return Number(value);
}
