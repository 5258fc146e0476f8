import { isMapping, isNull, newMapping, type Value } from "../yaml/value.ts";

/** What a field of a file may have. */
export type FieldForm =
  | "text"
  | "number"
  | "truth"
  | "texts"
  | { readonly oneOf: readonly string[] }
  | { readonly listOf: FieldForm }
  | { readonly members: Readonly<Record<string, FieldForm>> };

/** What is wrong with a value, and with which field; undefined when nothing is. */
export function formProblem(value: Value, form: FieldForm, path: string): string | undefined {
  if (isNull(value)) return undefined;
  if (form === "text") return typeof value === "string" ? undefined : wrong(path, "a text", value);
  if (form === "number") return typeof value === "number" ? undefined : wrong(path, "a number", value);
  if (form === "truth") return typeof value === "boolean" ? undefined : wrong(path, "true or false", value);
  if (form === "texts") return textsProblem(value, path);
  if ("oneOf" in form) {
    const isKnown = typeof value === "string" && form.oneOf.includes(value);
    return isKnown ? undefined : wrong(path, `one of ${form.oneOf.filter((one) => one !== "").join(", ")}`, value);
  }
  if ("listOf" in form) {
    if (!Array.isArray(value)) return wrong(path, "a list", value);
    return firstOf(value.map((item, index) => formProblem(item, form.listOf, `${path}[${index}]`)));
  }
  if (!isMapping(value)) return wrong(path, "a mapping", value);
  return firstOf(Object.keys(value).map((name) => memberProblem(value[name], form.members, name, path)));
}

function memberProblem(
  value: Value,
  members: Readonly<Record<string, FieldForm>>,
  name: string,
  path: string,
): string | undefined {
  const inner = path === "" ? name : `${path}.${name}`;
  const form = Object.hasOwn(members, name) ? members[name] : undefined;
  return form === undefined ? `there is no field "${inner}"` : formProblem(value, form, inner);
}

/** The value with its members written as the form has them: the reference does not care for capitals. */
export function withKnownNames(value: Value, form: FieldForm): Value {
  if (typeof form !== "object") return value;
  if ("listOf" in form) return Array.isArray(value) ? value.map((item) => withKnownNames(item, form.listOf)) : value;
  if (!("members" in form) || !isMapping(value)) return value;
  const { members } = form;
  const renamed = newMapping();
  for (const name of Object.keys(value)) {
    const known = Object.hasOwn(members, name)
      ? name
      : Object.keys(members).find((other) => other.toLowerCase() === name.toLowerCase());
    renamed[known ?? name] =
      known === undefined ? value[name] : withKnownNames(value[name], members[known] as FieldForm);
  }
  return renamed;
}

function textsProblem(value: Value, path: string): string | undefined {
  if (!isMapping(value)) return wrong(path, "a mapping", value);
  const bad = Object.keys(value).find((key) => typeof value[key] !== "string");
  if (bad === undefined) return undefined;
  return `${path}: the value of "${bad}" is ${describe(value[bad])}, not a text; put it in quotes`;
}

function firstOf(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}

function wrong(path: string, expected: string, value: Value): string {
  return `"${path}" is ${describe(value)}, not ${expected}`;
}

function describe(value: Value): string {
  if (Array.isArray(value)) return "a list";
  if (isMapping(value)) return "a mapping";
  return isNull(value) ? "empty" : typeof value === "string" ? `"${value}"` : String(value);
}
