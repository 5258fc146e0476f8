import { isJsonObject } from "../json/own-member.ts";
import { compareBytes } from "../text/byte-text.ts";
import { mapItems, mapMembers } from "./map-json.ts";
import { asResourceRoot, type StructuralSchema } from "./structural-schema.ts";

/** A value without what its schema does not know. */
export interface Pruned<T> {
  /** The value that was given when nothing was taken away; it shares what stayed with that. */
  readonly value: T;
  /** Where something was taken away, as `spec.list[0].x`, in order. */
  readonly unknownFields: readonly string[];
}

const metaFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/**
 * Takes away members that the schema does not know.
 *
 * At the root of a resource, and of those embedded in it, `apiVersion`, `kind` and `metadata` stay as they are.
 */
export function pruneValue<T>(value: T, schema: StructuralSchema, options: { isResourceRoot: boolean }): Pruned<T> {
  const pruner = new Pruner();
  const pruned = pruner.prune(value, options.isResourceRoot ? asResourceRoot(schema) : schema, "");
  return { value: pruned as T, unknownFields: pruner.unknownFields.sort(compareBytes) };
}

class Pruner {
  readonly unknownFields: string[] = [];

  prune(value: unknown, schema: StructuralSchema | undefined, path: string): unknown {
    if (schema?.preservesUnknownFields) return this.#preserve(value, schema, path);
    if (Array.isArray(value)) {
      return mapItems(value, (item, index) => this.prune(item, schema?.items, `${path}[${index}]`));
    }
    if (!isJsonObject(value)) return value;
    return mapMembers(value, (member, name) => {
      if (schema?.isEmbeddedResource && metaFields.has(name)) return member;
      const property = schema?.properties.get(name);
      if (property !== undefined) return this.prune(member, property, below(path, name));
      if (schema?.additionalProperties !== undefined) {
        return this.prune(member, additional(schema), below(path, name));
      }
      if (schema === undefined || !metaFields.has(name) || path !== "") this.unknownFields.push(below(path, name));
      return undefined;
    });
  }

  /** Keeps unknown members here, but not below those that the schema knows. */
  #preserve(value: unknown, schema: StructuralSchema | undefined, path: string): unknown {
    if (schema === undefined) return value;
    if (Array.isArray(value)) {
      return mapItems(value, (item, index) => this.#preserve(item, schema.items, `${path}[${index}]`));
    }
    if (!isJsonObject(value)) return value;
    return mapMembers(value, (member, name) => {
      if (schema.isEmbeddedResource && metaFields.has(name)) return member;
      const property = schema.properties.get(name);
      if (property !== undefined) return this.prune(member, property, below(path, name));
      if (schema.additionalProperties === undefined) return member;
      return this.prune(member, additional(schema), below(path, name));
    });
  }
}

/** Of members that are allowed without a schema, nothing below is known. */
function additional({ additionalProperties }: StructuralSchema): StructuralSchema | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
