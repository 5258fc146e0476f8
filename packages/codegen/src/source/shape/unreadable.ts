import type { TypeShape } from "../source-module.ts";
import { BIGINT } from "./union-shape.ts";

/** Why forms of types have no schema, with what to write. */
export const WHY = {
  function: "objects are JSON, which has no functions; leave it out, or write it beside the type",
  tuple: "places in a list have one type; write T[], with +kubebuilder:validation:MinItems and MaxItems for its length",
  conditional: "a type that depends on another is not read; write the type out",
  "bigint literal": "JSON has no such values; write Int64",
  unknown: "this form of type is not read; write it as an interface",
} as const;

/** What a keyword of TypeScript says of values. */
export function keywordShape(name: string): TypeShape {
  switch (name) {
    case "string":
    case "boolean":
    case "number":
      return { form: name };
    case "any":
    case "unknown":
      return { form: "any" };
    case "bigint":
      return BIGINT;
    case "object":
      return { form: "unsupported", text: name, why: "it says nothing of the members; write Record<string, unknown>" };
    case "symbol":
      return { form: "unsupported", text: name, why: "objects are JSON, which has no symbols; leave it out" };
    case "this":
      return { form: "unsupported", text: name, why: "write the name of the type" };
    default:
      return { form: "unsupported", text: name, why: "no value of an object is of this type; leave it out" };
  }
}

/** How to make an import work that leads nowhere. */
export function adviceForImport(specifier: string): string {
  if (specifier.startsWith(".")) return "correct the path";
  const parts = specifier.split("/");
  const name = parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  return `run npm install if the project's dependencies are not installed, npm install ${name} if it is none yet, or add it to the paths of tsconfig.json`;
}
