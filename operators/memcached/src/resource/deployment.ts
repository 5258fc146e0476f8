import { Deployment, type DeploymentStrategy } from "@kubewright/api/apps/v1";
import type { Memcached } from "../api/v1/memcached.ts";
import type { MemcachedSettings } from "../spec/memcached-settings.ts";
import { containerFor } from "./container.ts";
import { labelsFor, metadataFor, podSelector } from "./label.ts";

/** What instances are spread over, as far as possible. */
const topologies = ["kubernetes.io/hostname", "topology.kubernetes.io/zone"];

/** How long memcached has to end after it was drained. It keeps nothing, and ends at once. */
const endSeconds = 25;

/** The Deployment of the instances. */
export function deploymentFor(memcached: Memcached, settings: MemcachedSettings): Deployment {
  const selector = podSelector(memcached);
  return Deployment.of({
    metadata: metadataFor(memcached),
    spec: {
      replicas: settings.size,
      selector,
      strategy: strategyFor(settings),
      template: {
        metadata: { labels: labelsFor(memcached) },
        spec: {
          containers: [containerFor(settings)],
          terminationGracePeriodSeconds: settings.drainSeconds + endSeconds,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
          topologySpreadConstraints: topologies.map((topologyKey) => {
            return { maxSkew: 1, topologyKey, whenUnsatisfiable: "ScheduleAnyway", labelSelector: selector };
          }),
          // Instances have nothing to do with the cluster's API.
          automountServiceAccountToken: false,
          enableServiceLinks: false,
        },
      },
    },
  });
}

/** One at a time: an instance is stopped before its successor starts or, with surge, after it is ready. */
function strategyFor({ surge }: MemcachedSettings): DeploymentStrategy {
  const rollingUpdate = surge ? { maxSurge: 1, maxUnavailable: 0 } : { maxSurge: 0, maxUnavailable: 1 };
  return { type: "RollingUpdate", rollingUpdate };
}
