import type { Clock } from "@kubewright/api";
import type { TokenUser } from "../auth/request-authenticator.ts";
import type { Randomness } from "../host.ts";
import type { ServerRequest, ServerResponse } from "../http/exchange.ts";
import type { FaultRule } from "../http/fault/fault-rule.ts";
import type { PodLogs } from "../resource/server-state.ts";

/** How a server is set up. */
export interface ApiServerOptions {
  /** @default the host's clock */
  readonly clock?: Clock;
  /** What uids and generated names are made of; keys always come from the host. @default the host's */
  readonly random?: Randomness;
  /** From which services get their addresses. @default "10.0.0.0/24" */
  readonly serviceCidr?: string;
  /** From which services get ports of nodes. @default { first: 30_000, last: 32_767 } */
  readonly nodePortRange?: { readonly first: number; readonly last: number };
  /** Who is known by which bearer token. @default nobody */
  readonly tokens?: Readonly<Record<string, TokenUser>>;
  /** How it is decided who may do what. @default "RBAC" */
  readonly authorization?: "RBAC" | "AlwaysAllow";
  /**
   * Whether pods get service accounts and tokens, as in a cluster: it takes a controller that makes the accounts, without which no pod can
   * be created before the `default` service account of its namespace is. @default false
   */
  readonly serviceAccountAdmission?: boolean;
  /** What goes wrong from the start. @default nothing */
  readonly faults?: readonly FaultRule[];
  /** How many requests that only read may be under way at once; administrators are let through, watches do not count. @default 0: any number */
  readonly maxRequestsInFlight?: number;
  /** The same for requests that write. @default 0: any number */
  readonly maxMutatingRequestsInFlight?: number;
  /** How often what happened before the last time is forgotten. @default 300_000 */
  readonly compactionIntervalMs?: number;
  /** Gives the logs of pods. @default there are none */
  readonly podLogs?: PodLogs;
  /**
   * Whether EndpointSlices and Endpoints may have loopback addresses, as pods have that are processes of this machine. The reference never
   * allows them. @default false
   */
  readonly allowLoopbackEndpoints?: boolean;
  /**
   * Answers at paths that are not Kubernetes', such as `/example/status`, to those whom roles (`nonResourceURLs`) allow them. StatusErrors
   * that are thrown become answers. @default none
   */
  readonly endpoints?: Readonly<Record<string, (request: ServerRequest) => Promise<ServerResponse>>>;
  /** Told of what should not have happened, and was answered with a 500. @default nobody is */
  readonly onInternalError?: (error: unknown) => void;
}
