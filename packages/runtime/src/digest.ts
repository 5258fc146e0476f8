import { createHash } from "node:crypto";

/** A short text that stands for `text`: no two texts that anyone can find have the same. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
