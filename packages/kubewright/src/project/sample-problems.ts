import {
  defaultValue,
  pruneValue,
  SchemaValidator,
  type StructuralSchema,
  tryStructuralSchema,
} from "@kubewright/api/server";
import type { Problem, SourcePosition } from "@kubewright/codegen";
import { type Document, isMap, isScalar, isSeq, LineCounter, parse, parseAllDocuments } from "yaml";

/** Of fields that there are, so many are named. */
const maxNames = 12;

/** A file with objects that show how to use the kinds of a project. */
export interface SampleFile {
  readonly path: string;
  readonly text: string;
}

/**
 * What a cluster would refuse or drop of samples, by the texts of CRDs: a field that has another name by now, say. As warnings.
 *
 * Samples of other kinds are left alone, as are those that are no YAML: `kubectl apply` tells of them.
 */
export function sampleProblems(samples: readonly SampleFile[], definitions: readonly string[]): Problem[] {
  const kinds = new Map(definitions.flatMap(kindsOf));
  return samples.flatMap(({ path, text }) => {
    const lines = new LineCounter();
    const documents = parseAllDocuments(text, { lineCounter: lines }) as Document.Parsed[];
    return documents.flatMap((document) => {
      const object = objectIn(document);
      const { apiVersion, kind } = (object ?? {}) as { apiVersion?: unknown; kind?: unknown };
      const known = kinds.get(`${apiVersion} ${kind}`);
      return known === undefined ? [] : new SampleCheck(path, lines, document, known).problems(object);
    });
  });
}

function objectIn(document: Document.Parsed): unknown {
  try {
    return document.errors.length > 0 ? undefined : document.toJS();
  } catch {
    // Aliases without an anchor, or too many of them.
    return undefined;
  }
}

/** A kind at one version, as its CRD has it. */
interface SampleKind {
  /** For people: `Memcached (cache.example.com/v1)`. */
  readonly name: string;
  readonly schema: StructuralSchema;
}

function kindsOf(definition: string): [string, SampleKind][] {
  const { spec } = parse(definition) as { spec: DefinitionSpec };
  return spec.versions.flatMap(({ name, schema: { openAPIV3Schema } = {} }) => {
    const schema = openAPIV3Schema && tryStructuralSchema(openAPIV3Schema);
    if (schema === undefined) return [];
    const apiVersion = `${spec.group}/${name}`;
    return [[`${apiVersion} ${spec.names.kind}`, { name: `${spec.names.kind} (${apiVersion})`, schema }]];
  });
}

interface DefinitionSpec {
  readonly group: string;
  readonly names: { readonly kind: string };
  readonly versions: readonly {
    readonly name: string;
    readonly schema?: { readonly openAPIV3Schema?: StructuralSchema["source"] };
  }[];
}

class SampleCheck {
  readonly #path: string;
  readonly #lines: LineCounter;
  readonly #document: Document.Parsed;
  readonly #kind: SampleKind;

  constructor(path: string, lines: LineCounter, document: Document.Parsed, kind: SampleKind) {
    this.#path = path;
    this.#lines = lines;
    this.#document = document;
    this.#kind = kind;
  }

  problems(object: unknown): Problem[] {
    const { name, schema } = this.#kind;
    const { value, unknownFields } = pruneValue(object, schema, { isResourceRoot: true });
    const causes = new SchemaValidator(schema.source).validate(defaultValue(value, schema));
    return [
      ...unknownFields.map((field) => {
        const there = describeNames(siblingsOf(this.#placeOf(field).path, schema));
        return this.#warning(field, `${name} has no field ${field}${there}: rename it here, too, or delete it`);
      }),
      ...causes.map(({ field = "", message = "" }) =>
        this.#warning(field, `the cluster would refuse ${field} of this ${name}: ${message}: change it here`),
      ),
    ];
  }

  #warning(field: string, message: string): Problem {
    return { severity: "warning", position: this.#placeOf(field).position, message };
  }

  /** Where a field like `spec.list[0].x` is, or, where it is absent, what it would be in. */
  #placeOf(field: string): { readonly position: SourcePosition; readonly path: readonly string[] } {
    let node: unknown = this.#document.contents;
    let key: Step["key"] | null = this.#document.contents;
    let rest = field;
    const path: string[] = [];
    while (rest !== "") {
      const step = stepInto(node, rest);
      if (step === undefined) break;
      ({ node, rest } = step);
      key = step.key;
      path.push(step.name);
    }
    const { line, col } = this.#lines.linePos(key?.range?.[0] ?? 0);
    return { position: { file: this.#path, line, column: col }, path };
  }
}

function describeNames(names: readonly string[]): string {
  const shown = [...names.slice(0, maxNames), ...(names.length > maxNames ? ["…"] : [])];
  return names.length === 0 ? "" : `; there ${names.length === 1 ? "is" : "are"} ${shown.join(", ")}`;
}

interface Step {
  readonly node: unknown;
  readonly key: { readonly range?: readonly number[] | null | undefined };
  readonly name: string;
  readonly rest: string;
}

/** Into the member or item that a path begins with; of names with dots, the longest. */
function stepInto(node: unknown, path: string): Step | undefined {
  if (isSeq(node)) {
    const index = /^\[(\d+)\]/.exec(path);
    const item = index && node.items[Number(index[1])];
    if (index === null || !item) return undefined;
    return { node: item, key: item as Step["key"], name: index[1]!, rest: withoutDot(path.slice(index[0].length)) };
  }
  if (!isMap(node)) return undefined;
  let found: Step | undefined;
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue;
    const name = String(key.value);
    const written = [name, `[${name}]`].find(
      (form) => path.startsWith(form) && /^(?:$|[.[])/.test(path.slice(form.length)),
    );
    if (written === undefined || name.length < (found?.name.length ?? 0)) continue;
    found = { node: value, key, name, rest: withoutDot(path.slice(written.length)) };
  }
  return found;
}

function withoutDot(path: string): string {
  return path.startsWith(".") ? path.slice(1) : path;
}

/** The fields that there are beside the last one of a path. */
function siblingsOf(path: readonly string[], root: StructuralSchema): string[] {
  let schema: StructuralSchema | undefined = root;
  for (const name of path.slice(0, -1)) {
    schema = schema.items ?? schema.properties.get(name) ?? othersOf(schema);
    if (schema === undefined) return [];
  }
  const names = [...schema.properties.keys()];
  return path.length === 1 ? names.filter((name) => !["apiVersion", "kind", "metadata"].includes(name)) : names;
}

function othersOf({ additionalProperties }: StructuralSchema): StructuralSchema | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}
