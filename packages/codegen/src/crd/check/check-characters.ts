import type { Model, ModelKind } from "../../model/model.ts";
import type { ReportProblem } from "../../problem.ts";
import type { CustomResourceDefinition } from "../definition/custom-resource-definition.ts";
import { locate } from "./locate.ts";

/** Control characters that programs which write YAML refuse, and U+0085, of which they make a space. */
const unfit = /[\x7F-\x9F\uFFFE\uFFFF]/;

/** One of them in YAML. */
const written = /[\x7F-\x9F\uFFFE\uFFFF]|\\(?:N|x7F|x[89][0-9A-F]|uFFF[EF])/;

/**
 * Reports characters of comments and markers that a definition would not keep on its way through `kubectl` and other programs; `yaml` is how it
 * is written, and `kinds` are those of its versions.
 */
export function checkCharacters(
  definition: CustomResourceDefinition,
  yaml: string,
  {
    kinds,
    model,
    report,
  }: { readonly kinds: readonly ModelKind[]; readonly model: Model; readonly report: ReportProblem },
): void {
  if (!written.test(yaml)) return;
  const told = new Set<string>();
  const tell = (text: string, kind: ModelKind, path: string, what: string): void => {
    const found = unfit.exec(text);
    if (found === null) return;
    const { position, field } = locate(kind.type, path, model);
    const of = field === "" ? kind.kind : field;
    const code = `U+${found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    const message = `${what} of ${of} has the control character ${code}, which kubectl and other programs that write YAML refuse or make a space of: delete it`;
    const key = `${position.file}:${position.line}:${position.column}:${message}`;
    if (!told.has(key)) report({ severity: "error", position, message });
    told.add(key);
  };
  kinds.forEach((kind, at) => {
    const { schema, ...version } = definition.spec.versions[at] ?? {};
    for (const [path, text] of textsIn(schema?.openAPIV3Schema, "")) tell(text, kind, path, memberOf(path));
    for (const [, text] of textsIn(version, "")) tell(text, kind, "", "a marker");
  });
  const { versions: _, ...spec } = definition.spec;
  for (const [, text] of textsIn({ ...spec, metadata: definition.metadata }, "")) tell(text, kinds[0]!, "", "a marker");
}

/** The member of a schema that a path ends in, for people. */
function memberOf(path: string): string {
  if (/(?:^|\.)properties\[[^\]]*\]$/.test(path)) return "the name";
  const member = /(?:^|\.)(description|default|enum|pattern|example|format)(?:$|[.[])/.exec(path)?.[1];
  return member === undefined ? "a marker" : `the ${member}`;
}

/** Texts and names of members, with where they are, as `locate` reads it. */
function* textsIn(value: unknown, path: string): Generator<readonly [string, string]> {
  if (typeof value === "string") yield [path, value];
  if (typeof value !== "object" || value === null) return;
  const isProperties = path === "properties" || path.endsWith(".properties");
  for (const [name, member] of Object.entries(value)) {
    const separator = path === "" ? "" : ".";
    const isListed = Array.isArray(value) || isProperties;
    const below = isListed ? `${path}[${name}]` : `${path}${separator}${name}`;
    if (unfit.test(name)) yield [below, name];
    yield* textsIn(member, below);
  }
}
