import type { Container, Probe } from "@kubewright/api/core/v1";
import { cacheMebibytes } from "../spec/container-memory.ts";
import { resourcesOf } from "../spec/container-resources.ts";
import type { MemcachedSettings } from "../spec/memcached-settings.ts";

/** The name of the port, by which Services and probes find it. */
export const portName = "memcached";

/** The memcached of an instance. */
export function containerFor(settings: MemcachedSettings): Container {
  const { image, port, drainSeconds } = settings;
  return {
    name: "memcached",
    image,
    imagePullPolicy: "IfNotPresent",
    command: ["memcached"],
    args: argumentsFor(settings),
    ports: [{ name: portName, containerPort: port, protocol: "TCP" }],
    resources: resourcesOf(settings),
    startupProbe: probe({ periodSeconds: 1, failureThreshold: 60 }),
    readinessProbe: probe({ periodSeconds: 2, failureThreshold: 2 }),
    livenessProbe: probe({ periodSeconds: 10, failureThreshold: 3 }),
    // While it sleeps, it is taken out of Services and still answers; memcached itself ends at once when it is told to.
    ...(drainSeconds > 0 && { lifecycle: { preStop: { sleep: { seconds: drainSeconds } } } }),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1001,
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    },
  };
}

/** In the spelling that memcached 1.4 and 1.6 have in common. */
function argumentsFor(settings: MemcachedSettings): string[] {
  const { maxConnections, threads, port, extraArgs } = settings;
  const numbers = { "-m": cacheMebibytes(settings), "-c": maxConnections, "-t": threads, "-p": port, "-U": 0 };
  const options = Object.entries(numbers).flatMap(([option, value]) => [option, String(value)]);
  return [...options, "-o", "modern", "-v", ...extraArgs];
}

function probe(times: Pick<Probe, "periodSeconds" | "failureThreshold">): Probe {
  return { tcpSocket: { port: portName }, timeoutSeconds: 1, ...times };
}
