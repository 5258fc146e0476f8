import type { OwnerReference } from "@kubewright/api";
import { goJson } from "@kubewright/api/server";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ApiObject } from "../../resource-object.ts";

/** Takes away references to owners that are there twice, in place, and tells the client. */
export function removeDuplicateOwners(object: ApiObject, context: RequestContext, isAfterAdmission: boolean): void {
  const references = object.metadata.ownerReferences;
  if (references === undefined || references.length < 2) return;
  const known = new Set<string>();
  const unique: OwnerReference[] = [];
  const duplicates: string[] = [];
  for (const reference of references) {
    const identity = goJson(reference);
    if (known.has(identity)) duplicates.push(reference.uid);
    else unique.push(reference);
    known.add(identity);
  }
  if (duplicates.length === 0) return;
  const moment = isAfterAdmission ? " after mutating admission happens" : "";
  context.warn(
    `.metadata.ownerReferences contains duplicate entries${moment}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${duplicates.join(", ")}`,
  );
  object.metadata.ownerReferences = unique;
}
