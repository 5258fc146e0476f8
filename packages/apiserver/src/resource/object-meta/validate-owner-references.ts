import { type OwnerReference, parseApiVersion, type StatusCause } from "@kubewright/api";
import { invalidField } from "@kubewright/api/server";

/** What is wrong with references to owners. All causes name the list, not the item. */
export function validateOwnerReferences(
  references: readonly OwnerReference[] | undefined,
  field: string,
): StatusCause[] {
  const causes: StatusCause[] = [];
  let controller: string | undefined;
  for (const reference of references ?? []) {
    causes.push(...validateReference(reference, field));
    if (reference.controller !== true) continue;
    const name = `${reference.kind}/${reference.name}`;
    if (controller === undefined) controller = name;
    else {
      const detail = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`;
      causes.push(invalidField(field, (references ?? []).map(printed), detail));
    }
  }
  return causes;
}

function validateReference(reference: OwnerReference, field: string): StatusCause[] {
  const { apiVersion = "", kind = "", name = "", uid = "" } = reference;
  const causes: StatusCause[] = [];
  // What cannot be read as a version counts as none.
  const slashes = apiVersion.split("/").length - 1;
  const { group, version } = slashes > 1 ? { group: "", version: "" } : parseApiVersion(apiVersion);
  if (version === "") causes.push(invalidField(`${field}.apiVersion`, apiVersion, "version must not be empty"));
  if (kind === "") causes.push(invalidField(`${field}.kind`, kind, "must not be empty"));
  if (name === "") causes.push(invalidField(`${field}.name`, name, "must not be empty"));
  if (uid === "") causes.push(invalidField(`${field}.uid`, uid, "must not be empty"));
  if (group === "" && version === "v1" && kind === "Event") {
    causes.push(invalidField(field, printed(reference), "/v1, Kind=Event is disallowed from being an owner"));
  }
  return causes;
}

/** Messages have the members in this order. */
function printed(reference: OwnerReference): OwnerReference {
  const { apiVersion = "", kind = "", name = "", uid = "", controller, blockOwnerDeletion } = reference;
  return {
    apiVersion,
    kind,
    name,
    uid,
    ...(controller !== undefined && { controller }),
    ...(blockOwnerDeletion !== undefined && { blockOwnerDeletion }),
  };
}
