/**
 * The JSON pointer (RFC 6901) that goes through these members and items, with `~` and `/` in them escaped.
 *
 * `formatJsonPointer(["metadata", "annotations", "example.com/a"])` is `/metadata/annotations/example.com~1a`.
 */
export function formatJsonPointer(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The members and items that a JSON pointer goes through. Text before the first slash is ignored, as the server does. */
export function parseJsonPointer(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescapeToken);
}

function unescapeToken(token: string): string {
  return token.replace(/~[01]/g, (sequence) => (sequence === "~1" ? "/" : "~"));
}
