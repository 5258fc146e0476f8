import type { FieldSpec } from "../config/transformer-config.ts";
import { visitField } from "../field/visit-field.ts";
import { KustomizationError } from "../kustomization-error.ts";
import type { ResourceList } from "../resource/resource-list.ts";
import { isMapping, isNull, newMapping } from "../yaml/value.ts";

/** Sets labels or annotations in all fields that hold some. */
export function setTextMembers(
  resources: ResourceList,
  texts: Readonly<Record<string, string>>,
  fields: readonly FieldSpec[],
): void {
  if (Object.keys(texts).length === 0) return;
  for (const { object } of resources) {
    for (const field of fields) {
      visitField(
        object,
        field,
        (value) => {
          if (isNull(value)) return newMapping(texts);
          if (!isMapping(value)) throw new KustomizationError(`the field ${field.path} is no mapping`);
          return Object.assign(value, texts);
        },
        newMapping,
      );
    }
  }
}
