import { readFileSync } from "node:fs";

/** The tables of one area that `tools/vectors` recorded from the reference. */
export function readVectors<T>(area: string): T {
  return JSON.parse(readFileSync(new URL(`./vectors/${area}.json`, import.meta.url), "utf8")) as T;
}
