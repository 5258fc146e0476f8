import { readFileSync } from "node:fs";
import { parseJson } from "@kubewright/api";

/** The tables of one area that `tools/vectors` recorded from the reference. */
export function readVectors<T>(area: string): T {
  return JSON.parse(readFileSync(new URL(`./vectors/${area}.json`, import.meta.url), "utf8")) as T;
}

/** As `readVectors`, with integers that numbers cannot hold as bigints. */
export function readExactVectors<T>(area: string): T {
  return parseJson(readFileSync(new URL(`./vectors/${area}.json`, import.meta.url), "utf8")) as T;
}
