import { conflictError } from "@kubewright/api";
import type { Resource } from "../../resource/resource.ts";
import type { DeleteOptions } from "../../resource/strategy.ts";
import type { ApiObject } from "../../resource-object.ts";
import { kindGroup } from "../identity/kind-group.ts";

/** Throws the 409 StatusError when the object is not the one, or not in the version, that is to be deleted. */
export function checkPreconditions(resource: Resource, object: ApiObject, { preconditions = {} }: DeleteOptions): void {
  const { uid, resourceVersion } = preconditions;
  // The reference names the kind where the resource belongs.
  const subject = { group: kindGroup(resource.group, resource.kind), resource: resource.kind };
  const { name } = object.metadata;
  if (uid !== undefined && uid !== object.metadata.uid) {
    throw conflictError(
      subject,
      name,
      `the UID in the precondition (${uid}) does not match the UID in record (${object.metadata.uid}). The object might have been deleted and then recreated`,
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== object.metadata.resourceVersion) {
    throw conflictError(
      subject,
      name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${object.metadata.resourceVersion}). The object might have been modified`,
    );
  }
}

/** The same for kinds whose deletion is someone's work, which have words of their own. */
export function checkOwnPreconditions(
  resource: Resource,
  object: ApiObject,
  { preconditions = {} }: DeleteOptions,
): void {
  const { uid, resourceVersion } = preconditions;
  const subject = { group: resource.group, resource: resource.resource };
  const check = (what: string, expected: string | undefined, actual: string | undefined): void => {
    if (expected === undefined || expected === actual) return;
    throw conflictError(
      subject,
      object.metadata.name,
      `Precondition failed: ${what} in precondition: ${expected}, ${what} in object meta: ${actual}`,
    );
  };
  check("UID", uid, object.metadata.uid);
  check("ResourceVersion", resourceVersion, object.metadata.resourceVersion);
}
