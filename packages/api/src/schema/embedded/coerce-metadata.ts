import { jsonEqual } from "../../json/json-equal.ts";
import { isJsonObject, type JsonObject } from "../../json/own-member.ts";
import { invalidField } from "../../status/field-cause.ts";
import type { StatusCause } from "../../status/status.ts";
import { compareBytes } from "../../text/byte-text.ts";
import { orderMembers } from "../../text/server-json.ts";
import { mapItems, mapMembers } from "../map-json.ts";
import { asResourceRoot, type StructuralSchema } from "../structural-schema.ts";
import { readObjectMeta } from "./read-object-meta.ts";

/** How embedded resources are made well-formed. */
export interface CoerceOptions {
  /** Whether the value is a resource itself. */
  readonly isResourceRoot: boolean;
  /** Whether members of the wrong type are taken away, which otherwise is a problem. */
  readonly dropsInvalid: boolean;
  readonly path?: string | undefined;
}

/** A value whose embedded resources have only metadata that there is. */
export interface Coerced<T> {
  /** The value that was given when nothing had to change; it shares what stayed with that. */
  readonly value: T;
  /** Where metadata had members that there are not, in order. */
  readonly unknownFields: readonly string[];
  /** The first thing that could not be made well-formed. */
  readonly cause: StatusCause | undefined;
}

/** Checks types in `apiVersion`, `kind` and `metadata` of embedded resources, and takes unknown members out of the last. */
export function coerceEmbeddedMetadata<T>(value: T, schema: StructuralSchema, options: CoerceOptions): Coerced<T> {
  const root = options.isResourceRoot ? asResourceRoot(schema) : schema;
  if (!root.holds.embeddedResources) return { value, unknownFields: [], cause: undefined };
  const coercer = new Coercer(options.dropsInvalid);
  const coerced = coercer.coerce(value, root, options.path ?? "");
  return { value: coerced as T, unknownFields: coercer.unknownFields.sort(compareBytes), cause: coercer.cause };
}

class Coercer {
  readonly unknownFields: string[] = [];
  cause: StatusCause | undefined;
  readonly #dropsInvalid: boolean;

  constructor(dropsInvalid: boolean) {
    this.#dropsInvalid = dropsInvalid;
  }

  coerce(value: unknown, schema: StructuralSchema | undefined, path: string): unknown {
    if (!schema?.holds.embeddedResources || this.cause !== undefined) return value;
    if (Array.isArray(value)) {
      return mapItems(value, (item, index) => this.coerce(item, schema.items, `${path}[${index}]`));
    }
    if (!isJsonObject(value)) return value;
    return mapMembers(value, (member, name) => {
      const coerced = schema.isEmbeddedResource ? this.#coerceMeta(member, name, below(path, name)) : member;
      const property = schema.properties.get(name);
      if (property !== undefined) return this.coerce(coerced, property, below(path, name));
      const { additionalProperties } = schema;
      return typeof additionalProperties === "object"
        ? this.coerce(coerced, additionalProperties, `${path}[${name}]`)
        : coerced;
    });
  }

  #coerceMeta(member: unknown, name: string, path: string): unknown {
    if (name === "apiVersion" || name === "kind") {
      if (typeof member === "string") return member;
      if (this.#dropsInvalid) return undefined;
      this.cause ??= invalidField(path, orderMembers(member), "must be a string");
    } else if (name === "metadata") {
      const reading = readObjectMeta(member, { dropsMalformed: this.#dropsInvalid });
      this.unknownFields.push(...reading.unknownFields.map((field) => `${path}.${field}`));
      if (reading.metadata !== undefined) return sameOr(member, reading.metadata);
      if (!this.#dropsInvalid) this.cause ??= invalidField(path, orderMembers(member), reading.problem);
    }
    return member;
  }
}

function sameOr(before: unknown, after: JsonObject): unknown {
  return jsonEqual(before, after) ? before : after;
}

function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
