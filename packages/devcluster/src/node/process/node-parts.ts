import type { Clock } from "@kubewright/api";
import type { Client } from "@kubewright/client";
import type { Logger } from "@kubewright/runtime";
import type { ImageAdapter } from "../../image/image-adapter.ts";
import type { NodeContext } from "../node-agent.ts";
import type { PodAddresses } from "./address/pod-addresses.ts";
import type { PodResources } from "./container/pod-resources.ts";
import type { KubeletEvents } from "./event/kubelet-events.ts";
import type { NodeHost } from "./host.ts";
import type { Supervisor } from "./supervisor/supervisor.ts";

/** What the pods of a node share. */
export interface NodeParts {
  readonly nodeName: string;
  readonly client: Client;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly host: NodeHost;
  readonly images: ImageAdapter;
  readonly resources: PodResources;
  readonly events: KubeletEvents;
  readonly supervisor: Supervisor;
  readonly addresses: PodAddresses;
  readonly services: NodeContext["services"];
  /** Where the node keeps things. */
  readonly folder: string;
}
