import type { Clock } from "@kubewright/api";
import type { Client } from "@kubewright/client";
import type { Logger } from "@kubewright/runtime";

/** What a node is given by its cluster. */
export interface NodeContext {
  /** Of the node itself: `system:node:NAME`. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  /** How pods reach the API server; absent: pods get no in-cluster configuration. */
  readonly server?: { readonly host: string; readonly port: number; readonly certificateAuthority: string } | undefined;
  /** Where services answer; absent: at their cluster addresses. */
  readonly services?: ServicePlaces | undefined;
}

/** Tells where services answer on this machine. */
export interface ServicePlaces {
  /** In place of the service's cluster address; undefined where that is not known. */
  addressOf(namespace: string, name: string): string | undefined;
  /** In place of a port of the service; undefined where that is not known. */
  portOf(namespace: string, name: string, port: number, protocol?: "TCP" | "UDP"): number | undefined;
  /** Keeps new connections from a pod that is about to end. Resolves, soon, when it has answered those that it had to. */
  withdraw(podUid: string): Promise<void>;
}

/** What someone wants to read of a container's output. */
export interface LogRequest {
  readonly namespace: string;
  readonly pod: string;
  readonly podUid: string;
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

/** Runs the pods that are bound to one Node object, and keeps that object and the pods' status true. */
export interface NodeAgent extends AsyncDisposable {
  readonly name: string;
  /** Registers the Node and begins to work. Resolves when the Node is Ready. */
  start(): Promise<void>;
  /** Output of a container, as it comes while it is followed. Throws a StatusError as a kubelet answers. */
  logs(request: LogRequest): AsyncIterable<Uint8Array>;
  /** Ends all pods of the node at once, and what else it has open. The Node object stays. */
  stop(): Promise<void>;
}
