import { formatApiVersion, type Status } from "@kubewright/api";
import { knownAnnotation } from "../../resource/known-annotation.ts";
import type { Resource } from "../../resource/resource.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { StoreEvent } from "../../storage/object-store.ts";
import type { Selection } from "./selection.ts";

/** What a watch tells. After an ERROR there is nothing more. */
export type WatchEvent =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK"; readonly object: ApiObject }
  | { readonly type: "ERROR"; readonly object: Status };

/** What became of an object in the eyes of someone who sees only a selection. */
export interface SelectedChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** As it is stored. */
  readonly object: ApiObject;
}

/** What an event means for a selection; undefined: nothing. An object that leaves it is deleted, as it was, at the new version. */
export function selectChange(event: StoreEvent, selection: Selection): SelectedChange | undefined {
  const { type, stored, previous, revision } = event;
  const isIn = type !== "DELETED" && selection.includes(stored);
  const wasIn = previous !== undefined && selection.includes(previous);
  if (isIn) return { type: wasIn ? "MODIFIED" : "ADDED", object: stored.object };
  if (!wasIn) return undefined;
  if (type === "DELETED") return { type, object: stored.object };
  const { object } = previous;
  return {
    type: "DELETED",
    object: { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } },
  };
}

/** Tells how far a watch has come: an object with nothing but a version. `isEndOfInitialEvents` marks the end of what was there. */
export function bookmarkOf(resource: Resource, revision: number, isEndOfInitialEvents: boolean): WatchEvent {
  const type = { apiVersion: formatApiVersion(resource), kind: resource.kind };
  const empty = resource.codec.decodePlain({ ...type, metadata: {} }).object;
  const quirks = resource.group === "apps" ? appsQuirks[resource.kind] : undefined;
  const annotations = {
    ...quirks?.annotations,
    ...(isEndOfInitialEvents && { "k8s.io/initial-events-end": "true" }),
  };
  const metadata = {
    resourceVersion: String(revision),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
  const spec = quirks?.spec && { spec: { ...(empty.spec as object | undefined), ...quirks.spec } };
  return { type: "BOOKMARK", object: { ...empty, ...type, ...spec, metadata } as unknown as ApiObject };
}

/** The reference's internal form of these kinds has values where the empty one of clients has none. */
const appsQuirks: Readonly<Record<string, { readonly spec?: object; readonly annotations?: Record<string, string> }>> =
  {
    DaemonSet: { annotations: { [knownAnnotation.templateGeneration]: "0" } },
    Deployment: { spec: { replicas: 0 } },
    ReplicaSet: { spec: { replicas: 0 } },
    StatefulSet: { spec: { replicas: 0 } },
  };
