import type { Clock } from "@kubewright/api";
import type { Authorizer } from "../auth/authorizer.ts";
import type { TypeGraph } from "../codec/type-graph.ts";
import type { Randomness } from "../host.ts";
import type { ApiObject } from "../resource-object.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import type { FieldManagers } from "./field-managers.ts";
import type { RequestContext } from "./request-context.ts";
import type { ResourceCatalog } from "./resource-catalog.ts";

/** What all verbs of one server work with. */
export interface ServerState {
  readonly store: ObjectStore;
  readonly catalog: ResourceCatalog;
  /** The types of all built-in kinds. */
  readonly graph: TypeGraph;
  /** In the order in which they run. */
  readonly admission: readonly AdmissionPlugin[];
  readonly authorizer: Authorizer;
  readonly clock: Clock;
  readonly random: Randomness;
  readonly actions: ServerActions;
  /** `new FieldManagers(catalog)`. */
  readonly fieldManagers: FieldManagers;
}

/** What the server can do beside storing objects. What is absent is answered as a server without it does. */
export interface ServerActions {
  /** Answers a TokenRequest for a service account: the request, with its `status`. Throws a StatusError to refuse. */
  issueToken?(serviceAccount: ApiObject, request: ApiObject, context: RequestContext): ApiObject;
  /** The log of a pod, piece by piece as it grows. Without it, no pod runs anywhere and there are no logs. */
  podLogs?: PodLogs | undefined;
}

/** What `pods/log` was asked for. */
export interface PodLogRequest {
  /** As it is stored. */
  readonly pod: ApiObject;
  /** Never empty: the only container, or the one that was named. */
  readonly container: string;
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly sinceSeconds?: number | undefined;
  readonly sinceTime?: string | undefined;
  readonly tailLines?: number | undefined;
  readonly limitBytes?: number | undefined;
  readonly signal: AbortSignal;
}

/** Gives logs of pods that are on a node. Throws a StatusError, at once, when there are none. */
export type PodLogs = (request: PodLogRequest) => AsyncIterable<Uint8Array | string>;
