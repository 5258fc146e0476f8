import type { TypeShape } from "../source-module.ts";

/** A shape in words of TypeScript, for names and messages. */
export function describeShape(shape: TypeShape): string {
  switch (shape.form) {
    case "integer":
      return shape.format === "int64" ? "Int64" : "Int32";
    case "float":
      return "Float";
    case "literals":
      return shape.values.map((value) => JSON.stringify(value)).join(" | ");
    case "array":
      return `${bracketed(shape.element)}[]`;
    case "map":
      return `Record<${describeShape(shape.key)}, ${describeShape(shape.value)}>`;
    case "object":
      return "{…}";
    case "reference":
      return shape.type().name;
    case "known":
      return `${shape.name.slice(shape.name.lastIndexOf(".") + 1)}${(shape.member ?? []).map((name) => `[${name === "[]" ? "number" : JSON.stringify(name)}]`).join("")}`;
    case "any":
      return "unknown";
    case "nullable":
      return `${bracketed(shape.of)} | null`;
    case "unsupported":
      return shape.text;
    default:
      return shape.form;
  }
}

function bracketed(shape: TypeShape): string {
  const text = describeShape(shape);
  return text.includes(" | ") ? `(${text})` : text;
}
