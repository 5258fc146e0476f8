import { type FoundField, findFields, lookUp, splitFieldPath } from "../field/field-path.ts";
import type {
  FieldOptions,
  KustomizationReplacement,
  ReplacementSource,
  ReplacementTarget,
} from "../kustomization/kustomization.ts";
import { KustomizationError } from "../kustomization-error.ts";
import { isSelectedKind } from "../resource/kind-id.ts";
import type { Resource } from "../resource/resource.ts";
import { effectiveNamespace, type ResourceId } from "../resource/resource-id.ts";
import type { ResourceList } from "../resource/resource-list.ts";
import { selectsId, selectsTexts } from "../resource/select-resources.ts";
import { resolvePlain } from "../yaml/plain-scalar.ts";
import { copyValue, isEmpty, isScalar, newMapping, textOf, type Value } from "../yaml/value.ts";

const defaultPath = "metadata.name";

/** Copies a value of one object, or a fixed one, to fields of others. */
export function replaceValues(resources: ResourceList, replacement: KustomizationReplacement): void {
  const { source, sourceValue, targets } = replacement;
  if ((source === undefined) === (sourceValue === undefined) || targets === undefined) {
    throw new KustomizationError('a replacement has "targets" and either "source" or "sourceValue"');
  }
  const value = source === undefined ? sourceValue : sourceValueOf(resources, source);
  for (const target of targets) {
    const { select, reject = [] } = target;
    if (select === undefined) throw new KustomizationError('a target of a replacement has no "select"');
    for (const resource of resources) {
      if (isTarget(resource, select, reject)) writeValue(resource, value, target);
    }
  }
}

/** What an object is and was called, as replacements see it: without a difference for objects that have no namespace. */
function idsOf(resource: Resource): ResourceId[] {
  return [{ ...resource.id, isClusterScoped: false }, ...resource.previousIds];
}

function sourceValueOf(resources: ResourceList, source: ReplacementSource): Value {
  const { name = "", namespace = "", fieldPath = defaultPath, options } = source;
  const found = resources.all.filter((resource) => {
    return idsOf(resource).some((id) => {
      const isThere =
        namespace === "" || effectiveNamespace({ ...id, namespace, isClusterScoped: false }) === effectiveNamespace(id);
      return (name === "" || name === id.name) && isThere && isSelectedKind(id, source);
    });
  });
  const [resource, another] = found;
  if (resource === undefined)
    throw new KustomizationError(`no object is the source of a replacement: ${describe(source)}`);
  if (another !== undefined)
    throw new KustomizationError(`more than one object is the source of a replacement: ${describe(source)}`);
  const value = lookUp(resource.object, splitFieldPath(fieldPath || defaultPath));
  if (isEmpty(value))
    throw new KustomizationError(`the source of a replacement, ${describe(source)}, has no ${fieldPath}`);
  return partOf(value, options);
}

function partOf(value: Value, { delimiter = "", index = 0 }: FieldOptions = {}): Value {
  if (delimiter === "") return value;
  if (!isScalar(value))
    throw new KustomizationError('the source of a replacement has a "delimiter", but is a list or a mapping');
  const part = textOf(value).split(delimiter)[index];
  if (part === undefined) {
    throw new KustomizationError(
      `the source of a replacement, "${textOf(value)}", has no part ${index} between "${delimiter}"`,
    );
  }
  return part;
}

function isTarget(
  resource: Resource,
  select: NonNullable<ReplacementTarget["select"]>,
  reject: NonNullable<ReplacementTarget["reject"]>,
): boolean {
  if (!selectsTexts(select, resource)) return false;
  const ids = idsOf(resource);
  const isRejected = reject.some((one) => {
    const { labelSelector = "", annotationSelector = "", ...id } = one;
    if ((labelSelector !== "" || annotationSelector !== "") && selectsTexts(one, resource)) return true;
    return Object.values(id).some((text) => text !== "") && ids.some((other) => selectsId(one, other));
  });
  return !isRejected && ids.some((id) => selectsId(select, id));
}

function writeValue(resource: Resource, value: Value, { fieldPaths = [], options = {} }: ReplacementTarget): void {
  for (const path of fieldPaths.length === 0 ? [defaultPath] : fieldPaths) {
    const make = options.create === true ? () => emptyLike(value) : undefined;
    const fields = findFields(resource.object, splitFieldPath(path), make);
    if (fields.length === 0) {
      throw new KustomizationError(
        `a replacement has the target ${path} of ${resource.kind} ${resource.name}, which is not there; "options.create: true" makes it`,
      );
    }
    for (const field of fields) setField(field, value, options, path);
  }
}

function emptyLike(value: Value): Value {
  if (Array.isArray(value)) return [];
  return isScalar(value) ? "" : newMapping();
}

function setField(field: FoundField, value: Value, { delimiter = "", index = 0 }: FieldOptions, path: string): void {
  const old = field.value;
  if (delimiter !== "" && !isScalar(old)) {
    throw new KustomizationError(`a replacement has a "delimiter", but its target ${path} is a list or a mapping`);
  }
  if (!isScalar(old)) {
    field.set(copyValue(value));
    return;
  }
  const text =
    delimiter === "" ? textOf(value) : withPart(textOf(old).split(delimiter), textOf(value), index).join(delimiter);
  field.set(field.isMade ? resolvePlain(text, "manifest") : asTypeOf(old, text, path));
}

function withPart(parts: readonly string[], part: string, index: number): string[] {
  if (index < 0) return [part, ...parts];
  return index >= parts.length ? [...parts, part] : parts.with(index, part);
}

/** A field keeps its type: what replaces a number is a number, too. */
function asTypeOf(old: Value, text: string, path: string): Value {
  if (typeof old === "string") return text;
  const value = resolvePlain(text, "manifest");
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (typeof old === "boolean" ? typeof value === "boolean" : isNumber) return value;
  throw new KustomizationError(
    `a replacement would put "${text}" into ${path}, which is ${textOf(old) || "null"}: another type`,
  );
}

function describe({ group, kind, name, namespace }: ReplacementSource): string {
  const what = [kind, group].filter(Boolean).join(".") || "an object";
  return `${what}${name ? ` ${name}` : ""}${namespace ? ` in ${namespace}` : ""}`;
}
