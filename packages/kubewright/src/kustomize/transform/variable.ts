import type { FieldSpec } from "../config/transformer-config.ts";
import { lookUp, splitFieldPath } from "../field/field-path.ts";
import { visitField } from "../field/visit-field.ts";
import type { KustomizationVariable } from "../kustomization/kustomization.ts";
import { KustomizationError } from "../kustomization-error.ts";
import { isSameKind, splitApiVersion } from "../resource/kind-id.ts";
import { isSameNamespace, resourceId } from "../resource/resource-id.ts";
import type { ResourceList } from "../resource/resource-list.ts";
import { isMapping, isScalar, textOf, type Value } from "../yaml/value.ts";

/** Has the object that a variable takes its value from remember that, before its name changes. */
export function noteVariable(resources: ResourceList, { name, objref }: KustomizationVariable): void {
  const { apiVersion = "", kind = "", namespace = "" } = objref;
  const { group, version } =
    apiVersion === "" ? { group: objref.group ?? "", version: objref.version ?? "" } : splitApiVersion(apiVersion);
  const id = resourceId({ group, version, kind }, objref.name, namespace);
  const [found, another] = resources.withAnyId((other) => {
    const isThere = (namespace === "" && !id.isClusterScoped) || isSameNamespace(id, other);
    return other.name === id.name && isSameKind(other, id) && isThere;
  });
  if (another !== undefined)
    throw new KustomizationError(`the variable ${name} can mean more than one ${kind} ${objref.name}`);
  found?.variables.push(name);
}

/** Puts the values of variables wherever `$(NAME)` stands in a field that may have one. */
export function resolveVariables(
  resources: ResourceList,
  variables: readonly KustomizationVariable[],
  fields: readonly FieldSpec[],
): void {
  if (variables.length === 0) return;
  const values = new Map(variables.map((variable) => [variable.name, variableValue(resources, variable)]));
  for (const { object } of resources) {
    for (const field of fields) visitField(object, field, (value) => expandAll(value, values));
  }
}

function variableValue(resources: ResourceList, { name, fieldref }: KustomizationVariable): Value {
  const path = fieldref?.fieldPath || "metadata.name";
  const resource = resources.all.find(({ variables }) => variables.includes(name));
  const value =
    resource === undefined ? undefined : lookUp(resource.object, splitFieldPath(path.replace(/\[(\d+)\]/g, ".$1")));
  if (value !== undefined) return value;
  throw new KustomizationError(`the variable ${name} has no value: there is no such object, or it has no ${path}`);
}

function expandAll(value: Value, values: ReadonlyMap<string, Value>): Value {
  if (typeof value === "string") return expand(value, values);
  if (Array.isArray(value)) {
    return value.map((item) => {
      if (typeof item === "string") return expand(item, values);
      throw new KustomizationError("a list in which variables are replaced has something that is no text");
    });
  }
  if (!isMapping(value)) return value;
  for (const [key, member] of Object.entries(value))
    if (typeof member === "string") value[key] = expand(member, values);
  return value;
}

/** `$$` stands for `$`; a name that is unknown stays as it is. */
function expand(text: string, values: ReadonlyMap<string, Value>): Value {
  const known = (name: string): Value => {
    const value = values.get(name);
    return values.has(name) && isScalar(value) && value !== null ? value : undefined;
  };
  const whole = /^\$\(([^)]*)\)$/.exec(text)?.[1];
  const value = whole === undefined ? undefined : known(whole);
  if (value !== undefined) return value;
  return text.replace(/\$(?:\$|\(([^)]*)\))/g, (sign, name: string | undefined) => {
    if (name === undefined) return "$";
    const found = known(name);
    return found === undefined ? sign : textOf(found);
  });
}
