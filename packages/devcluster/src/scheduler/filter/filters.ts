import type { Filter } from "./filter.ts";
import { interPodAffinity } from "./inter-pod-affinity.ts";
import { nodeAffinity } from "./node-affinity.ts";
import { nodePorts } from "./node-ports.ts";
import { nodeResourcesFit } from "./node-resources-fit.ts";
import { nodeUnschedulable } from "./node-unschedulable.ts";
import { podTopologySpread } from "./pod-topology-spread.ts";
import { taintToleration } from "./taint-toleration.ts";
import { volumeBinding } from "./volume-binding.ts";

/** All filters, in the order in which nodes are asked: the first that refuses says why. */
export const filters: readonly Filter[] = [
  nodeUnschedulable,
  taintToleration,
  nodeAffinity,
  nodePorts,
  nodeResourcesFit,
  volumeBinding,
  podTopologySpread,
  interPodAffinity,
];
