import { forbiddenError, type StatusError } from "@kubewright/api";
import type { AdmissionRequest } from "../resource/admission-plugin.ts";

/** The refusal of a write. An object whose name is yet to be made is named by what its name will begin with. */
export function forbidWrite({ resource, name, object }: AdmissionRequest, because: string): StatusError {
  const { group, resource: plural } = resource;
  const known = name || object?.metadata.name || object?.metadata.generateName || "Unknown";
  return forbiddenError({ group, resource: plural }, known, because);
}

/** Whether a write is of objects of a resource itself, not of a subresource. */
export function isWriteOf({ resource, subresource }: AdmissionRequest, group: string, plural: string): boolean {
  return subresource === "" && resource.resource === plural && resource.group === group;
}
