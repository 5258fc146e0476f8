/** A short text that stands for `text`: no two texts that anyone can find have the same. */
export function digestOf(text: string): string {
  return nodeCrypto().hash("sha256", text, "base64");
}

/** Loaded by the first digest. */
function nodeCrypto(): typeof import("node:crypto") {
  return process.getBuiltinModule("node:crypto");
}
