import { differencesOf } from "./difference.ts";
import type { ConformanceClass, Recording } from "./script.ts";

/** One answer in which a server differs from the reference. */
export interface Difference {
  readonly class: ConformanceClass;
  readonly script: string;
  readonly step: string;
  readonly request: string;
  readonly details: readonly string[];
}

export interface Comparison {
  /** Answers that were compared, and those that are the same, by class. */
  readonly counts: ReadonlyMap<ConformanceClass, { total: number; identical: number }>;
  readonly differences: readonly Difference[];
}

/** Compares what a server answered with what the reference did, answer by answer. */
export function compare(reference: readonly Recording[], actual: readonly Recording[]): Comparison {
  const counts = new Map<ConformanceClass, { total: number; identical: number }>();
  const differences: Difference[] = [];
  const byName = new Map(actual.map((recording) => [`${recording.class} ${recording.name}`, recording]));
  for (const recording of reference) {
    const count = counts.get(recording.class) ?? { total: 0, identical: 0 };
    counts.set(recording.class, count);
    const answers = byName.get(`${recording.class} ${recording.name}`)?.answers ?? [];
    recording.answers.forEach((answer, index) => {
      count.total += 1;
      const details = differencesOf(answer, answers[index]);
      if (details.length === 0) count.identical += 1;
      else {
        const { step, request } = answer;
        differences.push({ class: recording.class, script: recording.name, step, request, details });
      }
    });
  }
  return { counts, differences };
}
