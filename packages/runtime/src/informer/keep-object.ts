import type { Kind, KubeObject } from "@kubewright/api";
import type { Logger } from "../observability/log/logger.ts";
import { objectReference } from "../observability/log/object-reference.ts";
import { deepFreeze } from "./deep-freeze.ts";
import type { Transform } from "./informer-options.ts";

export interface KeepOptions<T extends KubeObject> {
  readonly kind: Kind<T>;
  readonly stripManagedFields: boolean;
  readonly transform: Transform<T> | undefined;
  readonly freezeObjects: boolean;
  readonly log: Logger;
}

/** Makes what an informer keeps from what the server sent. The function it gives changes what it is given, and never throws. */
export function keepObject<T extends KubeObject>(options: KeepOptions<T>): (object: T) => T {
  const { kind, stripManagedFields, transform, freezeObjects, log } = options;
  return (object) => {
    // One text for all objects, rather than one for each.
    if (object.apiVersion === kind.apiVersion) object.apiVersion = kind.apiVersion;
    if (stripManagedFields) delete object.metadata.managedFields;
    const kept = transform === undefined ? object : transformed(transform, object, log);
    return freezeObjects ? deepFreeze(kept) : kept;
  };
}

function transformed<T extends KubeObject>(transform: Transform<T>, object: T, log: Logger): T {
  try {
    return transform(object);
  } catch (error) {
    log.error({ err: error, object: objectReference(object) }, "transform failed: the object is kept as it is");
    return object;
  }
}
