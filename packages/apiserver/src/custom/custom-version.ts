import { cloneJson } from "@kubewright/api";
import {
  coerceEmbeddedMetadata,
  defaultValue,
  dropNulls,
  pruneValue,
  readObjectMeta,
  SchemaValidator,
  type StructuralSchema,
  structuralSchemaOf,
} from "@kubewright/api/server";
import { DecodeError } from "../codec/decode-error.ts";
import type { ObjectCodec } from "../resource/resource.ts";
import type { ApiObject } from "../resource-object.ts";
import { type DefinitionVersion, type SchemaSource, schemaOf } from "./definition/definition.ts";

type Members = Record<string, unknown>;

/** What the schema of one version of a definition does with objects. Made when it is first needed. */
export class CustomVersion implements ObjectCodec {
  readonly version: DefinitionVersion;
  #schema: StructuralSchema | undefined;
  #validator: SchemaValidator | undefined;
  #statusValidator: SchemaValidator | undefined;

  constructor(version: DefinitionVersion) {
    this.version = version;
  }

  get schema(): StructuralSchema {
    this.#schema ??= structuralSchemaOf(this.#source);
    return this.#schema;
  }

  get validator(): SchemaValidator {
    this.#validator ??= new SchemaValidator(this.#source);
    return this.#validator;
  }

  /** Checks `status` by itself; undefined when the schema does not speak of it. */
  get statusValidator(): SchemaValidator | undefined {
    const source = this.schema.properties.get("status")?.source;
    if (source !== undefined) this.#statusValidator ??= new SchemaValidator(source);
    return this.#statusValidator;
  }

  decode(value: unknown): { readonly object: ApiObject; readonly problems: readonly string[] } {
    const { object, problems } = this.decodePlain(value);
    return { object: defaultValue(object, this.schema), problems };
  }

  decodePlain(value: unknown): { readonly object: ApiObject; readonly problems: readonly string[] } {
    const sent = cloneJson(value) as Members;
    const meta = readObjectMeta(sent.metadata, { dropsMalformed: false });
    if (meta.problem !== undefined) throw new DecodeError(meta.problem);
    const pruned = pruneValue(sent, this.schema, { isResourceRoot: true });
    const coerced = coerceEmbeddedMetadata(dropNulls(pruned.value, this.schema), this.schema, {
      isResourceRoot: false,
      dropsInvalid: false,
    });
    if (coerced.cause !== undefined) throw new DecodeError(`${coerced.cause.field}: ${coerced.cause.message}`);
    const object = (coerced.value === sent ? sent : { ...coerced.value }) as Members;
    if (Object.hasOwn(sent, "metadata")) object.metadata = meta.metadata;
    const unknownFields = [
      ...meta.unknownFields.map((field) => `metadata.${field}`),
      ...pruned.unknownFields,
      ...coerced.unknownFields,
    ];
    return { object: object as ApiObject, problems: unknownFields.map((field) => `unknown field "${field}"`) };
  }

  applyDefaults(object: ApiObject): void {
    const defaulted = defaultValue(object, this.schema);
    if (defaulted !== object) Object.assign(object, defaulted);
  }

  /** The object without what the schema does not know: the same one where there is nothing such. */
  trim(object: ApiObject): ApiObject {
    const pruned = pruneValue(object, this.schema, { isResourceRoot: true }).value;
    const options = { isResourceRoot: false, dropsInvalid: true };
    return coerceEmbeddedMetadata(dropNulls(pruned, this.schema), this.schema, options).value;
  }

  /** The object with defaults: the same one where there are none to add. */
  withDefaults(object: ApiObject): ApiObject {
    return defaultValue(object, this.schema);
  }

  get #source(): SchemaSource {
    return schemaOf(this.version) ?? { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  }
}
