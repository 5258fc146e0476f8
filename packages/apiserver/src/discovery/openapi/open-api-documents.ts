import { hasCondition } from "../../custom/definition/condition.ts";
import type { Definition, DefinitionVersion } from "../../custom/definition/definition.ts";
import type { OpenApiData } from "../../data/open-api-data.ts";
import { type Discovery, hashOf } from "../discovery.ts";
import { customPaths } from "./custom-paths.ts";
import { kindSchema, listSchema, type Schema, schemaName } from "./custom-schema.ts";
import { type RecordedParts, readRecordedParts, readScaleSchemas } from "./recorded-parts.ts";
import { version2Protobuf } from "./version2-protobuf.ts";

/** An OpenAPI document. */
export interface OpenApiDocument {
  readonly bytes: Uint8Array;
  /** Of the bytes as JSON, in upper-case hexadecimal digits. */
  readonly hash: string;
}

/** The OpenAPI documents of the server: recorded ones of built-in groups, and made ones of definitions as they are now. */
export class OpenApiDocuments {
  readonly #data: OpenApiData;
  readonly #discovery: Discovery;
  #parts: RecordedParts | undefined;
  #scale: Record<string, Schema> | undefined;
  /** The definitions from which `#custom` was made. */
  #definitions: readonly Definition[] | undefined;
  /** By path: `apis/example.com/v1`. */
  #custom = new Map<string, OpenApiDocument>();
  #version2: { readonly definitions: readonly Definition[]; readonly document: OpenApiDocument } | undefined;
  #version2Protobuf: { readonly of: OpenApiDocument; readonly document: OpenApiDocument } | undefined;

  constructor(data: OpenApiData, discovery: Discovery) {
    this.#data = data;
    this.#discovery = discovery;
  }

  /** `/openapi/v3`: where the documents are. */
  index(): object {
    const hashes = [...this.#data.hashes, ...[...this.#documents()].map(([path, { hash }]) => [path, hash] as const)];
    const paths = hashes
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, hash]) => [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }]);
    return { paths: Object.fromEntries(paths) };
  }

  /** `/openapi/v3/<path>`; undefined when there is none. */
  document(path: string): OpenApiDocument | undefined {
    const hash = this.#data.hashes.get(path);
    if (hash === undefined) return this.#documents().get(path);
    const bytes = this.#data.document(path);
    return bytes && { bytes, hash };
  }

  /** `/openapi/v2`: all groups in one document. Of custom kinds it has the schemas. */
  version2(): OpenApiDocument {
    const { definitions } = this.#discovery;
    if (this.#version2?.definitions === definitions) return this.#version2.document;
    const recorded = this.#data.documentVersion2();
    const bytes = definitions.length === 0 ? recorded : withDefinitions(recorded, versionsOf(definitions));
    const document = { bytes, hash: hashOf(bytes) };
    this.#version2 = { definitions, document };
    return document;
  }

  /** `/openapi/v2` as protobuf. */
  version2Protobuf(): OpenApiDocument {
    const of = this.version2();
    if (this.#version2Protobuf?.of === of) return this.#version2Protobuf.document;
    const bytes = version2Protobuf(JSON.parse(Buffer.from(of.bytes).toString("utf8")));
    const document = { bytes, hash: of.hash };
    this.#version2Protobuf = { of, document };
    return document;
  }

  #documents(): ReadonlyMap<string, OpenApiDocument> {
    const { definitions } = this.#discovery;
    if (this.#definitions === definitions) return this.#custom;
    const groups = new Map<string, [Definition, DefinitionVersion][]>();
    for (const [definition, version] of versionsOf(definitions)) {
      const path = `apis/${definition.spec.group}/${version.name}`;
      groups.set(path, [...(groups.get(path) ?? []), [definition, version]]);
    }
    this.#custom = new Map([...groups].map(([path, versions]) => [path, this.#build(versions)]));
    this.#definitions = definitions;
    return this.#custom;
  }

  #build(versions: readonly [Definition, DefinitionVersion][]): OpenApiDocument {
    this.#parts ??= readRecordedParts(this.#data);
    const { parameters } = this.#parts;
    const hasScale = versions.some(([, { subresources }]) => subresources?.scale);
    if (hasScale) this.#scale ??= readScaleSchemas(this.#data);
    const schemas = Object.assign({}, this.#parts.schemas, hasScale ? this.#scale : {}, schemasOf(versions, "v3"));
    const paths = Object.assign({}, ...versions.map(([one, version]) => customPaths(one, version, parameters)));
    const text = JSON.stringify({
      openapi: "3.0.0",
      info: { title: "Kubernetes CRD Swagger", version: "v0.1.0" },
      paths: sorted(paths),
      components: { schemas: sorted(schemas) },
    });
    const bytes = Buffer.from(text);
    return { bytes, hash: hashOf(bytes) };
  }
}

/** Served versions of definitions whose kinds can be used. */
function versionsOf(definitions: readonly Definition[]): [Definition, DefinitionVersion][] {
  return definitions
    .filter((definition) => hasCondition(definition, "Established"))
    .flatMap((definition) => {
      const served = definition.spec.versions.filter((version) => version.served);
      return served.map((version): [Definition, DefinitionVersion] => [definition, version]);
    });
}

function schemasOf(versions: readonly [Definition, DefinitionVersion][], format: "v2" | "v3"): Record<string, Schema> {
  const schemas: Record<string, Schema> = {};
  for (const [definition, version] of versions) {
    const { group, names } = definition.spec;
    const listKind = names.listKind ?? `${names.kind}List`;
    schemas[schemaName(group, version.name, names.kind)] = kindSchema(definition, version, format);
    schemas[schemaName(group, version.name, listKind)] = listSchema(definition, version, format);
  }
  return schemas;
}

function withDefinitions(recorded: Uint8Array, versions: readonly [Definition, DefinitionVersion][]): Uint8Array {
  const document = JSON.parse(Buffer.from(recorded).toString("utf8")) as { definitions: Record<string, Schema> };
  Object.assign(document.definitions, schemasOf(versions, "v2"));
  return Buffer.from(JSON.stringify(document));
}

function sorted<T>(members: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}
