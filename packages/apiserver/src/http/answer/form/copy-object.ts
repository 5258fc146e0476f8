import { cloneJson, type ObjectMeta } from "@kubewright/api";
import { setOwnMember } from "@kubewright/api/server";
import type { ApiObject } from "../../../resource-object.ts";

/** A copy for a reader, who may change it: it shares only managedFields, often the largest part, where they are frozen. */
export function copyObject(object: ApiObject): ApiObject {
  const copy: Record<string, unknown> = { ...object };
  for (const name in copy) replaceMember(copy, name, name === "metadata" ? copyMetadata : cloneJson);
  return copy as ApiObject;
}

/** The same without kind and version, as it is inside lists of built-in kinds. */
export function copyItem(object: ApiObject): object {
  const copy: Record<string, unknown> = {};
  for (const name in object) {
    if (name === "kind" || name === "apiVersion") continue;
    const member = object[name];
    if (member === undefined) continue;
    setOwnMember(copy, name, name === "metadata" ? copyMetadata(object.metadata) : cloneJson(member));
  }
  return copy;
}

function copyMetadata(metadata: ObjectMeta): object {
  const copy: Record<string, unknown> = { ...metadata };
  for (const name in copy) replaceMember(copy, name, name === "managedFields" ? copyUnlessFrozen : cloneJson);
  return copy;
}

/** The engine copies an object with all its members at once; each is then replaced where it is, also one called `__proto__`. */
function replaceMember(copy: Record<string, unknown>, name: string, replacement: (member: never) => unknown): void {
  const member = copy[name];
  if (typeof member === "object" && member !== null) copy[name] = replacement(member as never);
  else if (member === undefined) delete copy[name];
}

/** What froze them has frozen all that is in them. */
function copyUnlessFrozen(entries: object): object {
  return Object.isFrozen(entries) ? entries : cloneJson(entries);
}
