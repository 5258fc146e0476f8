import { type StatusCause, validateQualifiedName } from "@kubewright/api";
import type { TopologySelectorTerm } from "@kubewright/api/core/v1";
import {
  byteLength,
  compareBytes,
  duplicateField,
  invalidField,
  requiredField,
  tooLongField,
} from "@kubewright/api/server";
import type { StorageClass } from "@kubewright/api/storage/v1";
import type { KindValidation } from "../kind-validation.ts";
import { checkImmutable } from "../rule/immutable.ts";
import { checkOneOf, checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";

/** The rules of storage classes. */
export const storageClassValidation: KindValidation = typedValidation<StorageClass>({
  validate: checkStorageClass,
  validateUpdate(storageClass, old, causes) {
    checkStorageClass(storageClass, causes);
    checkImmutable(storageClass.parameters, old.parameters, "map string", "parameters", causes);
    checkImmutable(storageClass.provisioner, old.provisioner, "string", "provisioner", causes);
    checkImmutable(storageClass.reclaimPolicy, old.reclaimPolicy, "*string", "reclaimPolicy", causes);
    checkImmutable(storageClass.volumeBindingMode, old.volumeBindingMode, "*string", "volumeBindingMode", causes);
  },
});

function checkStorageClass(storageClass: StorageClass, causes: StatusCause[]): void {
  const { provisioner = "", parameters, reclaimPolicy, volumeBindingMode, allowedTopologies = [] } = storageClass;
  if (provisioner === "") causes.push(requiredField("provisioner"));
  else checkText(validateQualifiedName, provisioner.toLowerCase(), "provisioner", causes);
  checkParameters(parameters, "parameters", causes);
  if (reclaimPolicy) checkOneOf(reclaimPolicy, ["Delete", "Retain"], "reclaimPolicy", causes);
  if (volumeBindingMode === undefined) causes.push(requiredField("volumeBindingMode"));
  checkOneOf(volumeBindingMode, ["Immediate", "WaitForFirstConsumer"], "volumeBindingMode", causes);
  checkTopologies(allowedTopologies, causes);
}

const maxParameters = 512;
const maxParameterBytes = 256 * 1024;

/** Adds what is wrong with parameters for whoever makes volumes. */
export function checkParameters(
  parameters: Readonly<Record<string, string>> | undefined,
  field: string,
  causes: StatusCause[],
): void {
  const entries = Object.entries(parameters ?? {});
  if (entries.length > maxParameters) {
    causes.push(tooLongField(field, maxParameters));
    return;
  }
  if (entries.some(([key]) => key === "")) causes.push(invalidField(field, "", "field can not be empty."));
  const bytes = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  if (bytes > maxParameterBytes) causes.push(tooLongField(field, maxParameterBytes));
}

function checkTopologies(terms: readonly TopologySelectorTerm[], causes: StatusCause[]): void {
  const seen = new Set<string>();
  for (const [index, { matchLabelExpressions = [] }] of terms.entries()) {
    const field = `allowedTopologies[${index}].matchLabelExpressions`;
    const byKey = new Map<string, string>();
    for (const [at, { key = "", values }] of matchLabelExpressions.entries()) {
      checkValues(values ?? [], `${field}[${at}].values`, causes);
      checkText(validateQualifiedName, key, `${field}[${at}].key`, causes);
      if (byKey.has(key)) causes.push(duplicateField(`${field}[${at}].key`, key));
      byKey.set(key, JSON.stringify([...new Set(values)].sort(compareBytes)));
    }
    const term = JSON.stringify([...byKey].sort(([one], [other]) => compareBytes(one, other)));
    // The reference takes an empty term for one that it saw before.
    if (seen.has(term) || byKey.size === 0) causes.push(duplicateField(field, ""));
    seen.add(term);
  }
}

function checkValues(values: readonly string[], field: string, causes: StatusCause[]): void {
  if (values.length === 0) causes.push(requiredField(field));
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) causes.push(duplicateField(`${field}[${index}]`, value));
    seen.add(value);
  }
}
