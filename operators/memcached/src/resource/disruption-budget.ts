import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import type { Memcached } from "../api/v1/memcached.ts";
import { metadataFor, podSelector } from "./label.ts";

/** Has nodes drained one instance at a time. An instance may always go where there is only one, and wherever it is not ready anyway. */
export function disruptionBudgetFor(memcached: Memcached): PodDisruptionBudget {
  return PodDisruptionBudget.of({
    metadata: metadataFor(memcached),
    spec: {
      maxUnavailable: 1,
      selector: podSelector(memcached),
      unhealthyPodEvictionPolicy: "AlwaysAllow",
    },
  });
}
