import { badRequestError } from "@kubewright/api";
import { writableMeta } from "../../resource/object-meta/writable-meta.ts";
import type { Resource } from "../../resource/resource.ts";
import type { ApiObject } from "../../resource-object.ts";

/** Makes the object one of the namespace in the path, in place. Throws the 400 StatusError when it says it is of another. */
export function takeNamespace(object: ApiObject, resource: Resource, namespace: string): void {
  const metadata = writableMeta(object);
  const expected = resource.isNamespaced ? namespace : "";
  const own = metadata.namespace ?? "";
  if (own === expected) return;
  if (expected === "") {
    delete metadata.namespace;
  } else if (own === "") {
    metadata.namespace = expected;
  } else {
    throw badRequestError("the namespace of the provided object does not match the namespace sent on the request");
  }
}

/** Throws the 400 StatusError for an object that has no name or another one than the path has. */
export function checkName(object: ApiObject, name: string): void {
  const own = object.metadata.name ?? "";
  if (own === "") {
    throw badRequestError(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (own !== name) {
    throw badRequestError(`the name of the object (${own}) does not match the name on the URL (${name})`);
  }
}
