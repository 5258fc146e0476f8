import type { FieldSpec } from "../config/transformer-config.ts";
import { KustomizationError } from "../kustomization-error.ts";
import { isSelectedKind, splitApiVersion } from "../resource/kind-id.ts";
import { isMapping, isNull, type Mapping, memberText, newMapping, type Value } from "../yaml/value.ts";

/** What is done at the end of a path: gives the new value. */
export type UpdateValue = (value: Value) => Value;

/**
 * Changes the fields of an object that a path leads to, if the object is of the path's kind. Fields that are not there are passed
 * over, or made when the path says so and `makeMissing` can.
 */
export function visitField(object: Mapping, spec: FieldSpec, update: UpdateValue, makeMissing?: () => Value): void {
  const { group, version } = splitApiVersion(memberText(object, "apiVersion"));
  if (!isSelectedKind({ group, version, kind: memberText(object, "kind") }, spec)) return;
  const parts = splitPath(spec.path, "/");
  const make = spec.create === true ? makeMissing : undefined;
  walk(object, 0);

  function walk(value: Value, depth: number): Value {
    const part = parts[depth];
    if (part === undefined) return update(value);
    if (isNull(value)) return value;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) value[index] = walk(item, depth);
      return value;
    }
    if (isMapping(value)) return walkMember(value, part, depth);
    throw new KustomizationError(
      `the field ${parts.slice(0, depth).join(".")} has no fields, so ${spec.path} is not there`,
    );
  }

  function walkMember(mapping: Mapping, part: string, depth: number): Value {
    const isList = part.endsWith("[]");
    const name = isList ? part.slice(0, -2) : part;
    if (name === "") throw new KustomizationError(`the path "${spec.path}" has an empty part`);
    const isMissing = !(name in mapping);
    if (make !== undefined && !isList && (isMissing || isNull(mapping[name]))) {
      mapping[name] = depth === parts.length - 1 ? make() : newMapping();
    } else if (isMissing) return mapping;
    mapping[name] = walk(mapping[name], depth + 1);
    return mapping;
  }
}

/** The parts of a path; a separator after a backslash is no separator. */
export function splitPath(path: string, separator: "/" | "."): string[] {
  const parts: string[] = [];
  const split = path.split(separator);
  if (split.length > 1 && split[0] === "") split.shift();
  for (const part of split) {
    const last = parts.at(-1);
    if (last?.endsWith("\\")) parts[parts.length - 1] = `${last.slice(0, -1)}${separator}${part}`;
    else parts.push(part);
  }
  return parts;
}
