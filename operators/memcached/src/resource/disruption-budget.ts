import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import type { Memcached } from "../api/v1/memcached.ts";
import { metadataFor, podSelector } from "./label.ts";

/**
 * Has nodes drained one instance at a time. An instance may always go where there is only one, and wherever it is not ready anyway. Those
 * that are given up do not get well by waiting: a drain goes on without them.
 */
export function disruptionBudgetFor(memcached: Memcached, givenUp: number): PodDisruptionBudget {
  return PodDisruptionBudget.of({
    metadata: metadataFor(memcached),
    spec: {
      maxUnavailable: 1 + givenUp,
      selector: podSelector(memcached),
      unhealthyPodEvictionPolicy: "AlwaysAllow",
    },
  });
}
