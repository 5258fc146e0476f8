import { ApiError, parseJson, stringifyJson } from "@kubewright/api";
import {
  applyStrategicMergePatch,
  createStrategicMergePatch,
  createThreeWayStrategicMergePatch,
  type FieldType,
  type ValueType,
} from "@kubewright/api/server";
import { describe, expect, test } from "vitest";
import { readVectors } from "./read-vectors.ts";

interface Call {
  call: "apply" | "twoWay" | "threeWay";
  type: string;
  original: string;
  patch?: string;
  modified?: string;
  current?: string;
  overwrite?: boolean;
  result?: string;
  error?: string;
  isConflict?: boolean;
  panic?: string;
}

type RecordedType = string | { struct: string } | { list: RecordedType } | { map: RecordedType } | { any: true };

interface RecordedField {
  type: RecordedType;
  strategies?: string[];
  mergeKey?: string;
}

const { calls, structs } = readVectors<{ calls: Call[]; structs: Record<string, Record<string, RecordedField>> }>(
  "strategic-merge-patches",
);

const structTypes = new Map<string, ValueType>();

function structTypeOf(name: string): ValueType {
  const known = structTypes.get(name);
  if (known !== undefined) return known;
  const fields = new Map<string, FieldType>();
  const type: ValueType = { shape: "struct", name, fields, isAtomic: false };
  structTypes.set(name, type);
  for (const [field, recorded] of Object.entries(structs[name]!)) {
    fields.set(field, {
      type: valueTypeOf(recorded.type),
      patchStrategies: recorded.strategies ?? [],
      patchMergeKey: recorded.mergeKey,
    });
  }
  return type;
}

function valueTypeOf(type: RecordedType): ValueType {
  if (typeof type === "string") {
    return { shape: "scalar", scalar: type === "string" ? "string" : type === "bool" ? "boolean" : "number" };
  }
  if ("struct" in type) return structTypeOf(type.struct);
  if ("list" in type) return { shape: "list", element: valueTypeOf(type.list), listType: "atomic", keys: [] };
  if ("map" in type) return { shape: "map", element: valueTypeOf(type.map), isAtomic: false };
  return { shape: "any" };
}

function object(text: string | undefined): object {
  return parseJson(text ?? "{}") as object;
}

function answerOf(call: Call, inputs: object[]): object {
  const type = structTypeOf(call.type);
  switch (call.call) {
    case "apply":
      return applyStrategicMergePatch(inputs[0]!, inputs[1]!, type);
    case "twoWay":
      return createStrategicMergePatch(inputs[0]!, inputs[1]!, type);
    case "threeWay":
      return createThreeWayStrategicMergePatch(inputs[0]!, inputs[1]!, inputs[2]!, type, {
        overwrite: call.overwrite ?? true,
      });
  }
}

function inputsOf(call: Call): object[] {
  const texts = { apply: [call.original, call.patch], twoWay: [call.original, call.modified] };
  const threeWay = [call.original, call.modified, call.current];
  return (call.call === "threeWay" ? threeWay : texts[call.call]).map(object);
}

function outcomeOf(call: Call, inputs: object[]): { result?: unknown; error?: string | undefined; isConflict?: true } {
  try {
    return { result: answerOf(call, inputs) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "PATCH_CONFLICT" && error.detail === undefined) return { isConflict: true };
    return { error: error.detail };
  }
}

function expectedOutcomeOf(call: Call): ReturnType<typeof outcomeOf> {
  if (call.isConflict) return { isConflict: true };
  if (call.result !== undefined) return { result: object(call.result) };
  return { error: call.error };
}

describe("the server's strategic merge patches agree", () => {
  const valid = calls.filter(({ original, patch }) => !`${original}${patch}`.includes("<THIS IS NOT JSON>"));
  test.each(valid.map((call, index) => [index, call.call, call] as const))("call %i: %s", (_, __, call) => {
    const inputs = inputsOf(call);
    const before = inputs.map((input) => stringifyJson(input));
    const outcome = outcomeOf(call, inputs);
    expect(outcome).toEqual(expectedOutcomeOf(call));
    expect(inputs.map((input) => stringifyJson(input))).toEqual(before);
  });
});
