import { cloneJson } from "../../json/clone-json.ts";
import { jsonEqual } from "../../json/json-equal.ts";
import { isJsonObject, type JsonObject } from "../../json/own-member.ts";
import { invalidField } from "../../status/field-cause.ts";
import type { StatusCause } from "../../status/status.ts";
import { joinProblems } from "../../text/join-problems.ts";
import { orderMembers } from "../../text/server-json.ts";
import { coerceEmbeddedMetadata } from "../embedded/coerce-metadata.ts";
import { type MetadataCheck, validateEmbedded } from "../embedded/validate-embedded.ts";
import { pruneValue } from "../prune-value.ts";
import { SchemaValidator } from "../schema-validator.ts";
import { asResourceRoot, type StructuralSchema } from "../structural-schema.ts";

/** How defaults are checked. */
export interface DefaultRules {
  /** Whether defaults may have no members that their schema does not know. */
  readonly requiresPruned: boolean;
  readonly validateMetadata: MetadataCheck;
}

/** What is wrong with the defaults in a schema, which must be values that it allows. CEL rules are not evaluated. */
export function validateDefaults(schema: StructuralSchema, path: string, rules: DefaultRules): StatusCause[] {
  const causes: StatusCause[] = [];
  if (schema.holds.defaults) new DefaultChecker(rules, causes).check(asResourceRoot(schema), path, undefined);
  return causes;
}

/** What is around a value that is part of the metadata of a resource. */
interface Surroundings {
  readonly root: StructuralSchema;
  /** Makes a resource that has the value at its place. */
  readonly around: (value: unknown) => unknown;
  readonly isInsideMeta: boolean;
}

class DefaultChecker {
  readonly #rules: DefaultRules;
  readonly #causes: StatusCause[];

  constructor(rules: DefaultRules, causes: StatusCause[]) {
    this.#rules = rules;
    this.#causes = causes;
  }

  check(schema: StructuralSchema, path: string, outer: Surroundings | undefined): void {
    if (!schema.holds.defaults) return;
    const here =
      schema.isEmbeddedResource || outer === undefined
        ? { root: schema, around: withType, isInsideMeta: false }
        : outer;
    if (schema.default !== undefined) {
      this.#causes.push(
        ...(here.isInsideMeta
          ? this.#checkInMeta(schema, `${path}.default`, here)
          : this.#checkValue(schema, `${path}.default`)),
      );
    }
    const { items } = schema;
    if (items !== undefined) {
      this.check(items, `${path}.items`, { ...here, around: (value) => here.around([value]) });
    }
    for (const [name, property] of schema.properties) {
      const isMeta = schema.isEmbeddedResource && ["metadata", "apiVersion", "kind"].includes(name);
      this.check(property, `${path}.properties[${name}]`, {
        root: here.root,
        around: (value) => here.around({ [name]: value }),
        isInsideMeta: here.isInsideMeta || isMeta,
      });
    }
  }

  #checkInMeta(schema: StructuralSchema, path: string, { root, around }: Surroundings): StatusCause[] {
    const object = around(cloneJson(schema.default));
    const { cause } = coerceEmbeddedMetadata(object, root, { isResourceRoot: true, dropsInvalid: false });
    const { validateMetadata } = this.#rules;
    const problems = cause ? [cause] : validateEmbedded(object, root, { isResourceRoot: true, validateMetadata });
    if (problems.length > 0) {
      const texts = problems.map(({ field, message }) => `${field}: ${message}`);
      const detail = `must result in valid metadata: ${joinProblems(texts)}`;
      return [invalidField(path, orderMembers(schema.default), detail)];
    }
    return new SchemaValidator(schema.source).validate(schema.default, { path });
  }

  #checkValue(schema: StructuralSchema, path: string): StatusCause[] {
    const causes: StatusCause[] = [];
    const isResourceRoot = schema.isEmbeddedResource;
    if (this.#rules.requiresPruned) {
      const pruned = pruneValue(schema.default, schema, { isResourceRoot }).value;
      if (!jsonEqual(pruned, schema.default)) {
        causes.push(invalidField(path, orderMembers(schema.default), "must not have unknown fields"));
      }
    }
    const { cause } = coerceEmbeddedMetadata(schema.default, schema, { isResourceRoot, dropsInvalid: false, path });
    if (cause !== undefined) return [...causes, cause];
    const { validateMetadata } = this.#rules;
    const embedded = validateEmbedded(schema.default, schema, { isResourceRoot, path, validateMetadata });
    if (embedded.length > 0) return [...causes, ...embedded];
    return [...causes, ...new SchemaValidator(schema.source).validate(schema.default, { path })];
  }
}

function withType(value: unknown): JsonObject {
  return { apiVersion: "validation/v1", kind: "Validation", ...(isJsonObject(value) ? value : {}) };
}
