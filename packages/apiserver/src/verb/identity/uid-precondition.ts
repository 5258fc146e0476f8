import { conflictError, type StatusError } from "@kubewright/api";
import type { Resource } from "../../resource/resource.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { Endpoint } from "../write/endpoint.ts";
import { registryKey } from "./registry-key.ts";

/** Throws the 409 StatusError when the stored object, if any, is not the one that is meant. */
export function checkUid(
  { resource }: Endpoint,
  namespace: string,
  name: string,
  uid: string,
  old: ApiObject | undefined,
  isDryRun: boolean,
): void {
  const actual = old?.metadata.uid ?? "";
  if (uid === actual) return;
  const key = registryKey(resource, namespace, name);
  // Dry runs do not get to the store, which knows the beginning of its keys.
  throw unmet(resource, name, isDryRun ? key.slice("/registry".length) : key, "UID", uid, actual);
}

/** Throws the 409 StatusError when the object is not as expected; nothing is expected by an empty text. */
export function checkStorePrecondition(
  resource: Resource,
  object: ApiObject,
  what: "UID" | "ResourceVersion",
  expected: string,
  actual: string,
): void {
  if (expected === "" || expected === actual) return;
  const { namespace = "", name } = object.metadata;
  throw unmet(resource, name, registryKey(resource, namespace, name), what, expected, actual);
}

function unmet(
  resource: Resource,
  name: string,
  key: string,
  what: string,
  expected: string,
  actual: string,
): StatusError {
  return conflictError(
    { group: resource.group, resource: resource.resource },
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${what} in precondition: ${expected}, ${what} in object meta: ${actual}`,
  );
}
