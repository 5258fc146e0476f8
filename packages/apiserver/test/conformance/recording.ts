import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseJson, stringifyJson } from "@kubewright/api";
import type { NormalAnswer } from "./normalise.ts";
import type { ConformanceClass, Recording } from "./script.ts";

const folder = fileURLToPath(new URL("recording/", import.meta.url));

/** Where the answers of a class are kept. */
export function recordingFile(conformanceClass: ConformanceClass): string {
  return join(folder, `${conformanceClass.toLowerCase().replaceAll(" ", "-")}.jsonl`);
}

/** The recordings of one class as a text: a line for each answer. */
export function formatRecordings(recordings: readonly Recording[]): string {
  const lines = recordings.flatMap(({ class: conformanceClass, name, answers }) =>
    answers.map((answer) => stringifyJson({ class: conformanceClass, script: name, ...answer })),
  );
  return `${lines.join("\n")}\n`;
}

/** What the reference answered when it was recorded. */
export function readRecordings(): Recording[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((file) => parseRecordings(readFileSync(join(folder, file), "utf8")));
}

function parseRecordings(text: string): Recording[] {
  const recordings = new Map<string, Recording & { answers: NormalAnswer[] }>();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const {
      class: conformanceClass,
      script,
      ...answer
    } = parseJson(line) as NormalAnswer & {
      class: ConformanceClass;
      script: string;
    };
    const recording = recordings.get(script) ?? { class: conformanceClass, name: script, answers: [] };
    recordings.set(script, recording);
    recording.answers.push(answer);
  }
  return [...recordings.values()];
}
