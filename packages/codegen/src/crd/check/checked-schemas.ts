import type { JsonSchema } from "../schema/json-schema.ts";

/** Remembers schemas in which nothing was wrong, so that those that many kinds share are checked once. */
export class CheckedSchemas {
  readonly #checked = new WeakSet<JsonSchema>();

  /** The schema with parts that were checked before replaced by ones in which there is nothing to check. */
  withoutChecked(schema: JsonSchema): JsonSchema {
    // A default is checked against all that is below it.
    if (schema.default !== undefined) return schema;
    const { properties, items, additionalProperties } = schema;
    const rest: JsonSchema = { ...schema };
    if (properties !== undefined) {
      rest.properties = Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, this.#reduced(part)]),
      );
    }
    // The keys of a list are looked for in its items.
    if (items !== undefined) rest.items = this.withoutChecked(items);
    if (typeof additionalProperties === "object") rest.additionalProperties = this.#reduced(additionalProperties);
    return rest;
  }

  /** Adds a schema and all its parts. */
  add(schema: JsonSchema): void {
    if (this.#checked.has(schema)) return;
    this.#checked.add(schema);
    for (const part of Object.values(schema.properties ?? {})) this.add(part);
    if (schema.items !== undefined) this.add(schema.items);
    if (typeof schema.additionalProperties === "object") this.add(schema.additionalProperties);
  }

  has(schema: JsonSchema): boolean {
    return this.#checked.has(schema);
  }

  #reduced(schema: JsonSchema): JsonSchema {
    if (!this.#checked.has(schema)) return this.withoutChecked(schema);
    if (schema.type === "object") return { type: "object" };
    return schema.type === "array" ? { type: "array", items: { type: "string" } } : schema;
  }
}
