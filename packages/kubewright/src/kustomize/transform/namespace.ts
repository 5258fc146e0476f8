import type { FieldSpec } from "../config/transformer-config.ts";
import { visitField } from "../field/visit-field.ts";
import { KustomizationError } from "../kustomization-error.ts";
import type { Resource } from "../resource/resource.ts";
import { describeId, isSameId } from "../resource/resource-id.ts";
import type { ResourceList } from "../resource/resource-list.ts";
import { isMapping, isScalar, memberText, type Value } from "../yaml/value.ts";

const metadataNamespace: FieldSpec = { path: "metadata/namespace", create: true };

/** Puts all objects that can be in a namespace into this one. */
export function setNamespace(resources: ResourceList, namespace: string, fields: readonly FieldSpec[]): void {
  const set = (value: Value): Value => {
    if (!isScalar(value)) throw new KustomizationError("a configured field for the namespace has a list or a mapping");
    return namespace;
  };
  for (const resource of resources) {
    resource.rememberName();
    if (!resource.id.isClusterScoped) visitField(resource.object, metadataNamespace, set, () => "");
    if (isBinding(resource.kind)) setDefaultSubjects(resource, namespace);
    for (const field of fields) {
      if (isFieldOf(resource, field)) visitField(resource.object, field, set, () => "");
    }
    if (resources.all.filter((other) => isSameId(other.id, resource.id)).length > 1) {
      throw new KustomizationError(`in the namespace ${namespace}, ${describeId(resource.id)} is there twice`);
    }
  }
}

function isBinding(kind: string): boolean {
  return kind === "RoleBinding" || kind === "ClusterRoleBinding";
}

function isFieldOf(resource: Resource, { kind = "", path }: FieldSpec): boolean {
  if (path === "metadata/namespace") return false;
  if (path === "metadata/name") return resource.apiVersion === "v1";
  return !(isBinding(resource.kind) && isBinding(kind) && path === "subjects/namespace");
}

/** Other subjects follow the object that they name. */
function setDefaultSubjects({ object }: Resource, namespace: string): void {
  const { subjects } = object;
  if (!Array.isArray(subjects)) return;
  for (const subject of subjects) {
    if (isMapping(subject) && memberText(subject, "name") === "default") subject.namespace = namespace;
  }
}
