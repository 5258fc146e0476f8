import type { StatusCause } from "@kubewright/api";
import type { DownwardAPIVolumeFile, KeyToPath } from "@kubewright/api/core/v1";
import { invalidField, requiredField } from "@kubewright/api/server";
import { checkUnreservedPath } from "../../rule/local-path.ts";
import { checkPresent } from "../../rule/text-rule.ts";
import { checkFieldReference, checkResourceReference } from "../container/field-reference.ts";

const fields = ["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"];

/** Adds a cause for the mode of a file that none can have. */
export function checkMode(mode: number | undefined, field: string, causes: StatusCause[]): void {
  if (mode === undefined || (mode >= 0 && mode <= 0o777)) return;
  causes.push(invalidField(field, mode, "must be a number between 0 and 0777 (octal), both inclusive"));
}

/** Adds what is wrong with where a key of a config map or secret goes. */
export function checkKeyPath({ key, path = "", mode }: KeyToPath, field: string, causes: StatusCause[]): void {
  checkPresent(key, `${field}.key`, causes);
  checkPresent(path, `${field}.path`, causes);
  checkUnreservedPath(path, `${field}.path`, causes);
  checkMode(mode, `${field}.mode`, causes);
}

/** Adds what is wrong with a file that tells of the pod. `field` is where the list is: the reference does not say which item. */
export function checkDownwardFile(file: DownwardAPIVolumeFile, field: string, causes: StatusCause[]): void {
  const { path = "", fieldRef, resourceFieldRef, mode } = file;
  checkPresent(path, `${field}.path`, causes);
  checkUnreservedPath(path, `${field}.path`, causes);
  if (fieldRef) {
    checkFieldReference(fieldRef, fields, `${field}.fieldRef`, causes);
    if (resourceFieldRef) {
      const detail = "fieldRef and resourceFieldRef can not be specified simultaneously";
      causes.push(invalidField(field, "resource", detail));
    }
  } else if (resourceFieldRef) {
    checkResourceReference(resourceFieldRef, true, `${field}.resourceFieldRef`, causes);
  } else {
    causes.push(requiredField(field, "one of fieldRef and resourceFieldRef is required"));
  }
  checkMode(mode, `${field}.mode`, causes);
}
