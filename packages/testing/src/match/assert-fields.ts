import type { KubeObject } from "@kubewright/api";
import { TestingError } from "../errors.ts";
import { describeObject } from "./describe-object.ts";
import { differencesOf } from "./differences.ts";
import type { Expected } from "./expected.ts";
import { formatDifferences } from "./format-differences.ts";

/** Throws TestingError `MISMATCH`, whose message shows each difference, unless the object has all that `expected` says. */
export function assertFields<T extends KubeObject>(object: T, expected: Expected<NoInfer<T>>): void {
  const differences = differencesOf(expected, object);
  if (differences.length === 0) return;
  throw new TestingError(
    "MISMATCH",
    `${describeObject(object)} is not as expected (-), but so (+):\n${formatDifferences(differences)}`,
  );
}
