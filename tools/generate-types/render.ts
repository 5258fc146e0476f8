import { type GroupVersionSource, referencedName, type Schema } from "./open-api.ts";

/** Types of the API machinery that the package writes by hand, and where from a generated file finds them. */
const handWritten: Record<string, { name: string; file: string }> = {
  "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta": { name: "TemplateMeta", file: "../../meta/object.ts" },
  "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference": { name: "OwnerReference", file: "../../meta/object.ts" },
  "io.k8s.apimachinery.pkg.apis.meta.v1.Condition": { name: "Condition", file: "../../meta/condition.ts" },
  "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector": {
    name: "LabelSelector",
    file: "../../selector/label-selector.ts",
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement": {
    name: "LabelSelectorRequirement",
    file: "../../selector/label-selector.ts",
  },
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": { name: "IntOrString", file: "../../value/int-or-string.ts" },
};

/** Schemas that say less than their JSON means. */
const plain: Record<string, string> = {
  "io.k8s.apimachinery.pkg.api.resource.Quantity": "string",
  "io.k8s.apimachinery.pkg.apis.meta.v1.Time": "string",
  "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime": "string",
  "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1": "Record<string, unknown>",
  "io.k8s.apimachinery.pkg.runtime.RawExtension": "Record<string, unknown>",
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON": "unknown",
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray":
    "JSONSchemaProps | JSONSchemaProps[]",
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool": "JSONSchemaProps | boolean",
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray": "JSONSchemaProps | string[]",
};

/** Groups whose kinds are questions to the server: none is stored or named. */
const reviewGroups: ReadonlySet<string> = new Set(["authentication.k8s.io", "authorization.k8s.io"]);

/** Meta types that some kinds use and that are not hand-written. Generated as `meta/v1`. */
const metaPrefix = "io.k8s.apimachinery.pkg.apis.meta.v1.";

const modulePattern =
  /^io\.k8s\.(?:api|apiextensions-apiserver\.pkg\.apis|kube-aggregator\.pkg\.apis|apimachinery\.pkg\.apis)\.([a-z]+)\.(v\d+)\.(\w+)$/;

/** The folder of a group: its first word, `core` for the group without a name. */
export function folderOf(group: string): string {
  return group === "" ? "core" : group.split(".")[0]!;
}

/** TypeScript for every group and version, by path below `types/`: `apps/v1.ts`. */
export function renderTypes(sources: readonly GroupVersionSource[]): Map<string, string> {
  const all = Object.assign({}, ...sources.map((source) => source.schemas)) as Record<string, Schema>;
  const files = new Map<string, string>();
  const metaTypes = new Set<string>();
  for (const source of sources) {
    const file = new TypeFile(folderOf(source.group), source.version, source, all);
    files.set(`${file.folder}/${file.version}.ts`, file.render());
    for (const name of file.metaTypes) metaTypes.add(name);
  }
  const meta = new TypeFile("meta", "v1", { group: "meta", version: "v1", schemas: {}, resources: [] }, all, metaTypes);
  files.set("meta/v1.ts", meta.render());
  return files;
}

/** One generated file: the types of one group and version, in alphabetical order, kinds with their value. */
class TypeFile {
  readonly folder: string;
  readonly version: string;
  /** Schemas of `meta/v1` that this file refers to. */
  readonly metaTypes: Set<string> = new Set();
  readonly #source: GroupVersionSource;
  readonly #all: Record<string, Schema>;
  readonly #names: Set<string>;
  readonly #imports = new Map<string, Set<string>>();
  readonly #modules = new Set<string>();

  constructor(
    folder: string,
    version: string,
    source: GroupVersionSource,
    all: Record<string, Schema>,
    names: ReadonlySet<string> = new Set(),
  ) {
    this.folder = folder;
    this.version = version;
    this.#source = source;
    this.#all = all;
    const own = Object.keys(all).filter((name) => {
      const match = modulePattern.exec(name);
      return match?.[1] === folder && match[2] === version && folder !== "meta" && plain[name] === undefined;
    });
    this.#names = new Set([...own, ...names]);
  }

  render(): string {
    const bodies: string[] = [];
    const done = new Set<string>();
    const isList = (name: string) => {
      const properties = this.#all[name]?.properties;
      return properties?.items !== undefined && referencedName(properties.metadata ?? {}) === `${metaPrefix}ListMeta`;
    };
    // Rendering a type may add types of this file to the names: go on until none is left.
    for (;;) {
      const next = [...this.#names].filter((name) => !done.has(name) && !isList(name)).sort()[0];
      if (next === undefined) break;
      done.add(next);
      bodies.push(this.#interface(next));
    }
    bodies.sort((a, b) => (declared(a) < declared(b) ? -1 : 1));
    const imports = [...this.#imports]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, names]) => `import ${clause(names)} from "${file}";`);
    const modules = [...this.#modules].sort().map((module) => {
      const [folder, version] = module.split("/");
      return `import type * as ${alias(folder!, version!)} from "../${module}.ts";`;
    });
    const title = `// ${this.folder}/${this.version} of Kubernetes 1.36.3. Generated from the server's OpenAPI by tools/generate-types; do not edit.`;
    const header = imports.length + modules.length === 0 ? [title] : [title, "", ...imports, ...modules];
    return `${header.join("\n")}\n\n${bodies.join("\n")}`;
  }

  #interface(schemaName: string): string {
    const schema = this.#all[schemaName]!;
    const name = schemaName.slice(schemaName.lastIndexOf(".") + 1);
    const identities = schema["x-kubernetes-group-version-kind"] ?? [];
    const isObject = referencedName(schema.properties?.metadata ?? {}) === `${metaPrefix}ObjectMeta`;
    const identity = isObject && identities.length === 1 ? identities[0] : undefined;
    const required = new Set(schema.required ?? []);
    const lines: string[] = [];
    if (identity !== undefined) {
      const apiVersion = identity.group === "" ? identity.version : `${identity.group}/${identity.version}`;
      lines.push(`  apiVersion: "${apiVersion}";`, `  kind: "${identity.kind}";`);
      // A spec whose type has required fields cannot be left out, whatever the schema says.
      const spec = this.#all[referencedName(schema.properties?.spec ?? {}) ?? ""];
      if ((spec?.required ?? []).length > 0) required.add("spec");
    }
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      if (identity !== undefined && (field === "apiVersion" || field === "kind" || field === "metadata")) continue;
      lines.push(...comment(property.description, "  "));
      lines.push(`  ${key(field)}${required.has(field) ? "" : "?"}: ${this.#type(property)};`);
    }
    const header = comment(schema.description, "").join("\n");
    if (identity === undefined) {
      const fields = lines.length === 0 ? " {}" : ` {\n${lines.join("\n")}\n}`;
      return `${header}\nexport interface ${name}${fields}\n`;
    }
    this.#import("../../meta/kind.ts", "defineKind", "type Kind");
    const { group, version, kind } = identity;
    const base = reviewGroups.has(group) ? "Review" : "KubeObject";
    this.#import("../../meta/object.ts", `type ${base}`);
    const resource = this.#source.resources.find((entry) => entry.kind === kind && !entry.name.includes("/"));
    const place =
      resource && `, plural: "${resource.name}", scope: "${resource.namespaced ? "Namespaced" : "Cluster"}"`;
    const definition = `{ group: "${group}", version: "${version}", kind: "${kind}"${place ?? ""} }`;
    return [
      header,
      `export interface ${name} extends ${base} {`,
      ...lines,
      "}",
      `export const ${name}: Kind<${name}> = /* @__PURE__ */ defineKind<${name}>(${definition});`,
      "",
    ].join("\n");
  }

  #type(schema: Schema): string {
    const reference = referencedName(schema);
    if (reference !== undefined) return this.#reference(reference);
    if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    switch (schema.type) {
      case "array": {
        const item = this.#type(schema.items ?? {});
        return /[ |]/.test(item) && !item.endsWith(">") ? `(${item})[]` : `${item}[]`;
      }
      case "object":
        return `Record<string, ${schema.additionalProperties ? this.#type(schema.additionalProperties) : "unknown"}>`;
      case "integer":
      case "number":
        return "number";
      case "string":
      case "boolean":
        return schema.type;
      default:
        return "unknown";
    }
  }

  #reference(schemaName: string): string {
    const simple = plain[schemaName];
    if (simple !== undefined) return simple;
    const own = handWritten[schemaName];
    if (own !== undefined) {
      this.#import(own.file, `type ${own.name}`);
      return own.name;
    }
    const match = modulePattern.exec(schemaName);
    if (match === null) throw new Error(`no TypeScript for schema ${schemaName}`);
    const [, folder, version, name] = match;
    if (folder === "meta") this.metaTypes.add(schemaName);
    if (folder === this.folder && version === this.version) {
      this.#names.add(schemaName);
      return name!;
    }
    this.#modules.add(`${folder}/${version}`);
    return `${alias(folder!, version!)}.${name}`;
  }

  #import(file: string, ...names: string[]): void {
    const known = this.#imports.get(file) ?? new Set();
    for (const name of names) known.add(name);
    this.#imports.set(file, known);
  }
}

function clause(names: ReadonlySet<string>): string {
  const sorted = [...names].sort((a, b) => (a.replace("type ", "") < b.replace("type ", "") ? -1 : 1));
  const isTypeOnly = sorted.every((name) => name.startsWith("type "));
  return isTypeOnly ? `type { ${sorted.map((name) => name.slice(5)).join(", ")} }` : `{ ${sorted.join(", ")} }`;
}

function alias(folder: string, version: string): string {
  return version === "v1" ? folder : `${folder}${version.toUpperCase()}`;
}

function declared(body: string): string {
  return /export interface (\w+)/.exec(body)![1]!;
}

function key(field: string): string {
  return /^[A-Za-z_]\w*$/.test(field) ? field : JSON.stringify(field);
}

/** A doc comment in lines of at most 120 characters. */
function comment(text: string | undefined, indent: string): string[] {
  if (text === undefined || text.trim() === "") return [];
  const lines = text
    .replaceAll("*/", "*\\/")
    .trim()
    .split("\n")
    .flatMap((line) => wrap(line.trimEnd(), 117 - indent.length));
  if (lines.length === 1 && lines[0]!.length + indent.length <= 113) return [`${indent}/** ${lines[0]} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}

function wrap(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    if (current !== "" && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}
