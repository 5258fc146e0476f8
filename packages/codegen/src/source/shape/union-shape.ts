import type { TypeShape } from "../source-module.ts";
import { describeShape } from "./describe-shape.ts";
import { dereference } from "./object-shape.ts";

/**
 * One of several shapes.
 *
 * Literals are an enum; `null` makes the rest nullable; a text that may be any text besides some literals is a text. What a structural schema
 * cannot say is unsupported, with what to write.
 */
export function unionShape(shapes: readonly TypeShape[]): TypeShape {
  const parts = shapes.flatMap(flatten);
  const isNullable = parts.includes(NULL);
  const rest = parts.filter((part) => part !== NULL);
  const shape = joined(rest);
  return isNullable && shape.form !== "unsupported" ? { form: "nullable", of: shape } : shape;
}

/** The shape of `null` alone. */
export const NULL: TypeShape = { form: "unsupported", text: "null", why: "it has no other value; write T | null" };

/** The shape of `bigint`: on its own it is none that JSON has, but with Int64 it says that the reader may give one. */
export const BIGINT: TypeShape = {
  form: "unsupported",
  text: "bigint",
  why: "JSON has no such values; write Int64, or Int64 | bigint where values may be beyond 2^53",
};

/** Parts that are unions themselves in parts of their own. */
function flatten(shape: TypeShape): TypeShape[] {
  const target = dereference(shape);
  if (target.form === "nullable") return [...flatten(target.of), NULL];
  return [shape];
}

function joined(parts: readonly TypeShape[]): TypeShape {
  const [only, ...others] = withoutBigint(parts);
  if (only === undefined) return { form: "unsupported", text: "never", why: "no value is of this type" };
  if (others.length === 0) return only;
  const all = [only, ...others];
  const targets = all.map(dereference);
  if (targets.some(({ form }) => form === "any")) return { form: "any" };
  const broken = targets.find(({ form }) => form === "unsupported");
  if (broken !== undefined) return broken;
  if (targets.every((target) => target.form === "literals")) {
    const values = [...new Set(targets.flatMap((target) => (target.form === "literals" ? target.values : [])))];
    const isBoolean = values.length === 2 && values.includes(true) && values.includes(false);
    return isBoolean ? { form: "boolean" } : { form: "literals", values };
  }
  const wide = all.filter((_, index) => targets[index]!.form !== "literals");
  const [first] = wide.map(dereference);
  if (wide.every((shape) => isSame(dereference(shape), first!)) && hasOnlyLiteralsOf(targets, first!)) return wide[0]!;
  return { form: "unsupported", text: all.map(describeShape).join(" | "), why: adviceFor(targets) };
}

function withoutBigint(parts: readonly TypeShape[]): readonly TypeShape[] {
  const isInteger = parts.some((part) => dereference(part).form === "integer");
  return isInteger ? parts.filter((part) => dereference(part) !== BIGINT) : parts;
}

function isSame(one: TypeShape, other: TypeShape): boolean {
  if (one.form === "integer" && other.form === "integer") return one.format === other.format;
  if (one.form === "known" && other.form === "known") return JSON.stringify(one) === JSON.stringify(other);
  return one.form === other.form && ["string", "boolean", "number", "float"].includes(one.form);
}

function hasOnlyLiteralsOf(targets: readonly TypeShape[], wide: TypeShape): boolean {
  const type = wide.form === "string" || wide.form === "boolean" ? wide.form : "number";
  return targets.every((target) => target.form !== "literals" || target.values.every((value) => typeof value === type));
}

function adviceFor(targets: readonly TypeShape[]): string {
  const forms = new Set(targets.map(({ form }) => (["number", "integer", "float"].includes(form) ? "number" : form)));
  if (forms.size === 2 && forms.has("number") && forms.has("string")) {
    return "a field has one type; write IntOrString of @kubewright/operator for a number or a text";
  }
  if (targets.some(({ form }) => form === "object" || form === "known")) {
    return "a field has one type; write one interface with optional members, and +kubebuilder:validation:ExactlyOneOf on it where exactly one has to be set";
  }
  return "a field has one type; write one of them, or unknown with +kubebuilder:validation:Schemaless for any value";
}
