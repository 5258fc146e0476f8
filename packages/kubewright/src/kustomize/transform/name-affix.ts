import type { FieldSpec } from "../config/transformer-config.ts";
import { visitField } from "../field/visit-field.ts";
import { isSelectedKind } from "../resource/kind-id.ts";
import type { ResourceList } from "../resource/resource-list.ts";
import { textOf } from "../yaml/value.ts";

/** Kinds whose names mean something, so that they stay as they are. */
const fixedNames = [
  { kind: "CustomResourceDefinition" },
  { group: "apiregistration.k8s.io", kind: "APIService" },
  { kind: "Namespace" },
];

/** Puts a text before or after the names of all objects. */
export function addNameAffix(
  resources: ResourceList,
  affix: { readonly prefix: string } | { readonly suffix: string },
  fields: readonly FieldSpec[],
): void {
  for (const resource of resources) {
    const id = resource.originalId;
    if (fixedNames.some((fixed) => isSelectedKind(id, fixed))) continue;
    for (const field of fields.filter((one) => isSelectedKind(id, one))) {
      if (field.path === "metadata/name") {
        if ("prefix" in affix) resource.prefixes.push(affix.prefix);
        else resource.suffixes.push(affix.suffix);
        resource.rememberName();
      }
      visitField(
        resource.object,
        field,
        (name) => ("prefix" in affix ? `${affix.prefix}${textOf(name)}` : `${textOf(name)}${affix.suffix}`),
        () => "",
      );
    }
  }
}
