import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { OneNodeRecording } from "./one-node-scenario.ts";

export function recordingFile(name: string): string {
  return fileURLToPath(new URL(`./recording/${name}.json`, import.meta.url));
}

export function recordingText(recording: OneNodeRecording): string {
  return `${JSON.stringify(recording, undefined, 2)}\n`;
}

/** What a real node did. */
export function recorded(name: string): OneNodeRecording {
  return JSON.parse(readFileSync(recordingFile(name), "utf8")) as OneNodeRecording;
}
