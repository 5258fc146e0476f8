import { ApiError } from "../errors.ts";

/**
 * Which object of a kind: its name and, for namespaced kinds, its namespace; undefined and empty are none. An object's `metadata` is one.
 */
export interface ObjectKey {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** A key that has a namespace or leaves it out, so that it can be part of an object's `metadata`. */
export interface ExactObjectKey extends ObjectKey {
  readonly namespace?: string;
}

/** The key of an object. Throws ApiError `INVALID_KEY` when it has no name yet. */
export function keyOf(object: {
  readonly metadata: { readonly namespace?: string | undefined; readonly name?: string | undefined };
}): ExactObjectKey {
  const { namespace, name } = object.metadata;
  if (!name) throw new ApiError("INVALID_KEY", "the object has no metadata.name: the server gives it one on create");
  return namespace ? { namespace, name } : { name };
}

/** `namespace/name`, or `name` without a namespace. Fit for a Map: equal keys give equal texts. */
export function formatKey({ namespace, name }: ObjectKey): string {
  return namespace ? `${namespace}/${name}` : name;
}

/** Reads `namespace/name` or `name`. Throws ApiError `INVALID_KEY` for anything else. */
export function parseKey(text: string): ExactObjectKey {
  const parts = text.split("/");
  if (parts.length > 2) {
    throw new ApiError(
      "INVALID_KEY",
      `key ${JSON.stringify(text)} has more than one slash; write namespace/name, or name`,
    );
  }
  const name = parts.pop()!;
  const namespace = parts.pop();
  if (name === "" || namespace === "") {
    const missing = name === "" ? "name" : "namespace before the slash";
    throw new ApiError("INVALID_KEY", `key ${JSON.stringify(text)} has no ${missing}; write namespace/name, or name`);
  }
  return namespace === undefined ? { name } : { namespace, name };
}

/** Whether two keys mean the same object of a kind. An empty namespace is none. */
export function keysEqual(a: ObjectKey, b: ObjectKey): boolean {
  return a.name === b.name && (a.namespace ?? "") === (b.namespace ?? "");
}
