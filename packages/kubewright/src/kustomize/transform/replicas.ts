import type { FieldSpec } from "../config/transformer-config.ts";
import { visitField } from "../field/visit-field.ts";
import { KustomizationError } from "../kustomization-error.ts";
import { isSelectedKind } from "../resource/kind-id.ts";
import type { ResourceList } from "../resource/resource-list.ts";

/** Sets the number of replicas of the objects with a name. */
export function setReplicas(
  resources: ResourceList,
  { name, count }: { readonly name: string; readonly count: number },
  fields: readonly FieldSpec[],
): void {
  let isFound = false;
  for (const field of fields) {
    for (const { object } of resources.withAnyId((id) => id.name === name && isSelectedKind(id, field))) {
      isFound = true;
      visitField(
        object,
        field,
        () => count,
        () => 0,
      );
    }
  }
  if (isFound) return;
  const kinds = [...new Set(fields.map(({ kind }) => kind))].join(", ");
  throw new KustomizationError(`"replicas" names "${name}", but there is no such ${kinds}`);
}
