import type { SourcePosition } from "../../problem.ts";
import type { KnownPart, TypeShape } from "../source-module.ts";
import { dereference, partOf } from "./object-shape.ts";
import { unionShape } from "./union-shape.ts";

/** What a type of TypeScript's own library is, or undefined for a name that it does not have. */
export function builtinShape(
  name: string,
  args: readonly TypeShape[],
  position: SourcePosition,
): TypeShape | undefined {
  const [first = ANY, second = ANY] = args;
  switch (name) {
    case "Array":
    case "ReadonlyArray":
      return { form: "array", element: first };
    case "Record":
      return recordShape(first, second, position);
    case "Uint8Array":
      return { form: "bytes" };
    case "Readonly":
      return first;
    case "Partial":
      return partOf(first, { presence: "optional" }, name);
    case "Required":
      return partOf(first, { presence: "required" }, name);
    case "Pick":
      return selected(name, first, second, (keep) => ({ keep }));
    case "Omit":
      return selected(name, first, second, (drop) => ({ drop }));
    case "Exclude":
    case "Extract":
      return filtered(name, first, second);
    case "NonNullable": {
      const target = dereference(first);
      return target.form === "nullable" ? target.of : first;
    }
    default: {
      const why = WITHOUT_SCHEMA.get(name);
      return why === undefined ? undefined : { form: "unsupported", text: name, why };
    }
  }
}

const ANY: TypeShape = { form: "any" };

/** The literals that a shape is, if it is nothing else. */
export function literalsOf(shape: TypeShape): readonly (string | number | boolean)[] | undefined {
  const target = dereference(shape);
  return target.form === "literals" ? target.values : undefined;
}

function recordShape(key: TypeShape, value: TypeShape, position: SourcePosition): TypeShape {
  const names = literalsOf(key);
  if (names === undefined) return { form: "map", key, value };
  return {
    form: "object",
    fields: names.map((name) => ({
      name: String(name),
      isOptional: false,
      comments: { doc: [], markers: [] },
      shape: value,
      position,
    })),
    bases: [],
  };
}

function selected(
  operation: string,
  shape: TypeShape,
  keys: TypeShape,
  partFor: (names: string[]) => KnownPart,
): TypeShape {
  const names = literalsOf(keys);
  if (names !== undefined) return partOf(shape, partFor(names.map(String)), operation);
  return {
    form: "unsupported",
    text: operation,
    why: `the names of members are literals: ${operation}<Type, "one" | "other">`,
  };
}

function filtered(operation: "Exclude" | "Extract", shape: TypeShape, by: TypeShape): TypeShape {
  const values = literalsOf(shape);
  const others = literalsOf(by);
  if (values === undefined || others === undefined) {
    return { form: "unsupported", text: operation, why: `${operation} is for literals; write the type out` };
  }
  const kept = values.filter((value) => others.includes(value) === (operation === "Extract"));
  return kept.length === 0 ? unionShape([]) : { form: "literals", values: kept };
}

const NO_CODE = "objects are JSON, which has no functions; leave it out";
const BYTES = "write Uint8Array for bytes; in JSON they are a text in base64";

/** Types that people write and JSON does not have, with what to write. */
const WITHOUT_SCHEMA = new Map<string, string>([
  ["Date", "objects are JSON, where a moment is a text; write Time or MicroTime of @kubewright/operator"],
  ["Map", "objects are JSON; write Record<string, T>"],
  ["ReadonlyMap", "objects are JSON; write Record<string, T>"],
  ["Set", "objects are JSON; write T[], with +listType=set"],
  ["ReadonlySet", "objects are JSON; write T[], with +listType=set"],
  ["Buffer", BYTES],
  ["ArrayBuffer", BYTES],
  ["Function", NO_CODE],
  ["Promise", "it is a value to come; write the type of the value"],
  ["RegExp", "objects are JSON; write string"],
  ["URL", "objects are JSON; write string, with +kubebuilder:validation:Format=uri"],
  ["String", "it is the class; write string"],
  ["Number", "it is the class; write Int32, Int64 or Float of @kubewright/operator"],
  ["Boolean", "it is the class; write boolean"],
  ["Object", "it says nothing of the members; write Record<string, unknown>"],
  ["Error", "it is a class; write the members that are to be kept"],
  ["ReturnType", "types of functions are not read; write the type out"],
  ["Parameters", "types of functions are not read; write the type out"],
  ["Awaited", "write the type of the value"],
  ["Uppercase", "write the texts out"],
  ["Lowercase", "write the texts out"],
  ["Capitalize", "write the texts out"],
  ["Uncapitalize", "write the texts out"],
]);
