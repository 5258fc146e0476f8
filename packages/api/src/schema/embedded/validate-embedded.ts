import { isJsonObject, type JsonObject } from "../../json/own-member.ts";
import { parseApiVersion } from "../../meta/group-version.ts";
import { invalidField, requiredField } from "../../status/field-cause.ts";
import type { StatusCause } from "../../status/status.ts";
import { orderMembers } from "../../text/server-json.ts";
import { validateDns1035Label } from "../../value/name.ts";
import { asResourceRoot, type StructuralSchema } from "../structural-schema.ts";
import { readObjectMeta } from "./read-object-meta.ts";

/** What is wrong with well-typed metadata: its name may be any that fits into a path, and it has a namespace or none. */
export type MetadataCheck = (metadata: JsonObject, path: string) => StatusCause[];

/** How embedded resources are checked. */
export interface ValidateEmbeddedOptions {
  /** Whether the value is a resource itself. */
  readonly isResourceRoot: boolean;
  readonly path?: string | undefined;
  readonly validateMetadata: MetadataCheck;
}

/** What is wrong with `apiVersion`, `kind` and `metadata` of embedded resources. */
export function validateEmbedded(
  value: unknown,
  schema: StructuralSchema,
  options: ValidateEmbeddedOptions,
): StatusCause[] {
  const root = options.isResourceRoot ? asResourceRoot(schema) : schema;
  const causes: StatusCause[] = [];
  check(value, root, options.path ?? "", options.validateMetadata, causes);
  return causes;
}

function check(
  value: unknown,
  schema: StructuralSchema | undefined,
  path: string,
  validateMetadata: MetadataCheck,
  causes: StatusCause[],
): void {
  if (!schema?.holds.embeddedResources) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      check(item, schema.items, `${path}[${index}]`, validateMetadata, causes);
    }
  } else if (isJsonObject(value)) {
    if (schema.isEmbeddedResource) causes.push(...checkResource(value, path, validateMetadata));
    const { properties, additionalProperties } = schema;
    for (const name of Object.keys(value)) {
      const property = properties.get(name);
      if (property !== undefined) check(value[name], property, below(path, name), validateMetadata, causes);
      else if (typeof additionalProperties === "object") {
        check(value[name], additionalProperties, `${path}[${name}]`, validateMetadata, causes);
      }
    }
  }
}

function checkResource(object: JsonObject, path: string, validateMetadata: MetadataCheck): StatusCause[] {
  const causes: StatusCause[] = [];
  for (const name of ["apiVersion", "kind"]) {
    if (!Object.hasOwn(object, name)) causes.push(requiredField(below(path, name)));
  }
  for (const name of Object.keys(object)) {
    const value = object[name];
    const at = below(path, name);
    if (name === "apiVersion" || name === "kind") {
      const problem = name === "kind" ? kindProblem(value) : versionProblem(value);
      if (problem !== undefined) causes.push(invalidField(at, orderMembers(value), problem));
    } else if (name === "metadata") {
      const { metadata, problem } = readObjectMeta(value, { dropsMalformed: false });
      if (metadata === undefined) causes.push(invalidField(at, orderMembers(value), problem));
      // Embedded resources need no name, though the check asks for one.
      else causes.push(...validateMetadata({ ...metadata, name: metadata.name ?? "fakename" }, at));
    }
  }
  return causes;
}

function versionProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return "must be a string";
  if (value === "") return "must not be empty";
  try {
    parseApiVersion(value);
    return undefined;
  } catch {
    return `unexpected GroupVersion string: ${value}`;
  }
}

function kindProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return "must be a string";
  if (value === "") return "must not be empty";
  const problems = validateDns1035Label(value.toLowerCase());
  return problems.length === 0 ? undefined : `may have mixed case, but should otherwise match: ${problems.join(",")}`;
}

function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
