import type { SourcePosition } from "../../problem.ts";
import type { ConstantSyntax, EnumSyntax, ValueSyntax } from "../compiler/syntax.ts";
import type { TypeShape } from "../source-module.ts";
import { unionShape } from "./union-shape.ts";

/** What `typeof` gives for a constant, or undefined where that is not known from its text. */
export function constantShape(
  { value, type, isFixed }: ConstantSyntax,
  position: SourcePosition,
): TypeShape | undefined {
  if (value === undefined || type !== undefined) return undefined;
  if (value.form !== "literal" && !isFixed) return undefined;
  return valueShape(value, position);
}

/** The values of an enum, or of one of its members. */
export function enumShape({ name, members }: EnumSyntax, member?: string): TypeShape {
  const values: (string | number)[] = [];
  let next = 0;
  for (const each of members) {
    const value = each.value === undefined ? next : each.value.form === "literal" ? each.value.value : undefined;
    if (typeof value !== "string" && typeof value !== "number") {
      return { form: "unsupported", text: name, why: `the value of ${each.name} is not a literal; write it out` };
    }
    if (typeof value === "number") next = value + 1;
    if (member === undefined || each.name === member) values.push(value);
  }
  return { form: "literals", values };
}

/** What `typeof` gives for an enum: an object with its members. */
export function enumObjectShape(syntax: EnumSyntax, position: SourcePosition): TypeShape {
  const fields = syntax.members.map(({ name }) => ({
    name,
    isOptional: false,
    comments: { doc: [], markers: [] },
    shape: enumShape(syntax, name),
    position,
  }));
  return { form: "object", bases: [], fields };
}

function valueShape(value: ValueSyntax, position: SourcePosition): TypeShape | undefined {
  switch (value.form) {
    case "literal":
      return value.value === null ? undefined : { form: "literals", values: [value.value] };
    case "array": {
      const elements = value.elements.map((element) => valueShape(element, position));
      if (elements.includes(undefined)) return undefined;
      return { form: "array", element: unionShape(elements as TypeShape[]) };
    }
    case "object": {
      const shapes = value.members.map((member) => valueShape(member.value, position));
      if (shapes.includes(undefined) || value.members.some(({ name }) => name === undefined)) return undefined;
      return {
        form: "object",
        bases: [],
        fields: value.members.map(({ name }, index) => ({
          name: name!,
          isOptional: false,
          comments: { doc: [], markers: [] },
          shape: shapes[index]!,
          position,
        })),
      };
    }
    default:
      return undefined;
  }
}
