import { formatTime } from "@kubewright/api";
import { finalizerWarnings } from "../../resource/object-meta/validate-finalizer-names.ts";
import { writableMeta } from "../../resource/object-meta/writable-meta.ts";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ApiObject } from "../../resource-object.ts";
import { takeNamespace } from "../identity/object-name.ts";
import type { Endpoint } from "./endpoint.ts";
import { generateName, generateUid } from "./generate-name.ts";
import { causesOnCreate, invalidObjectError } from "./metadata-causes.ts";

/** Takes away what only the server sets, in place. */
export function wipeServerFields(object: ApiObject): void {
  const metadata = writableMeta(object);
  delete metadata.creationTimestamp;
  delete metadata.uid;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

/** Gives a new object its uid, its time, and its name where that is to be made, in place. */
export function fillServerFields(object: ApiObject, context: RequestContext): void {
  const metadata = writableMeta(object);
  metadata.creationTimestamp = formatTime(context.clock.now());
  metadata.uid = generateUid(context.random);
  const { generateName: base = "", name = "" } = metadata;
  if (base !== "" && name === "") metadata.name = generateName(base, context.random);
}

/** Makes of an object what is stored when it is new, in place. Throws the 422 StatusError for one that breaks rules. */
export function prepareNew(endpoint: Endpoint, object: ApiObject, namespace: string, context: RequestContext): void {
  const { strategy, resource } = endpoint;
  takeNamespace(object, resource, namespace);
  strategy.prepareForCreate(object, context);
  const causes = causesOnCreate(endpoint, object, () => strategy.validate(object, context));
  if (causes.length > 0) throw invalidObjectError(object, causes);
  for (const text of strategy.warningsOnCreate?.(object) ?? []) context.warn(text);
  if (resource.isCustom)
    for (const text of finalizerWarnings(object.metadata.finalizers, undefined)) context.warn(text);
  strategy.canonicalize?.(object);
}
