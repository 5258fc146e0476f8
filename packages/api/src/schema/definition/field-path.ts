import type { StructuralSchema } from "../structural-schema.ts";

/** Where a path leads in a schema. */
export type FieldPathResult =
  | { readonly path: readonly string[]; readonly schema: StructuralSchema | undefined; readonly problem?: undefined }
  /** Why it leads nowhere, in the server's words. */
  | { readonly problem: string };

const nowhere: FieldPathResult = { problem: "does not refer to a valid field" };

/** Follows a path such as `.spec.size` or `.spec['a.b']` through a schema. */
export function resolveFieldPath(
  text: string,
  root: StructuralSchema,
  options: { allowsBrackets: boolean },
): FieldPathResult {
  const tokens = text.match(/'(?:[^'\\]|\\.)*'|[.[\]]|[^.[\]]+/gs) ?? [];
  const path: string[] = [];
  let schema: StructuralSchema | undefined = root;
  for (let index = 0; index < tokens.length; index++) {
    const delimiter = tokens[index]!;
    if (delimiter !== "." && delimiter !== "[") return { problem: `expected [ or . but got: ${delimiter}` };
    if (delimiter === "[" && !options.allowsBrackets) return { problem: "array notation is not allowed" };
    const token = tokens[++index];
    if (token === undefined) return { problem: "unexpected end of JSON path" };
    let name = token;
    if (delimiter === "[") {
      if (!/^'.*'$/s.test(token) || token.length < 2)
        return { problem: `expected single quoted string but got ${token}` };
      const bad = /\\[^abfnrtv'\\]/s.exec(token)?.[0];
      if (bad !== undefined) return { problem: `invalid string literal: invalid escape char ${bad}` };
      name = unescaped(token.slice(1, -1));
    }
    if (schema === undefined) return nowhere;
    if (schema.properties.size > 0) {
      schema = schema.properties.get(name);
      if (schema === undefined) return nowhere;
    } else if (schema.additionalProperties === undefined) return nowhere;
    else schema = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
    path.push(name);
    if (delimiter === "[" && tokens[++index] !== "]") return unclosed(tokens[index]);
  }
  return { path, schema };
}

function unclosed(found: string | undefined): FieldPathResult {
  return { problem: found === undefined ? "unexpected end of JSON path" : `expected ] but got ${found}` };
}

function unescaped(text: string): string {
  const named: Readonly<Record<string, string>> = { a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };
  return text.replaceAll(/\\(.)/gs, (_, character: string) => named[character] ?? character);
}
