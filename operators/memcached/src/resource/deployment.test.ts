import { describe, expect, test } from "vitest";
import { Memcached, type MemcachedSpec } from "../api/v1/memcached.ts";
import { settingsOf } from "../spec/memcached-settings.ts";
import { deploymentFor } from "./deployment.ts";

function deployment(spec: MemcachedSpec) {
  const memcached = Memcached.of({ metadata: { name: "cache", namespace: "shop", uid: "1" }, spec });
  const { metadata, spec: found } = deploymentFor(memcached, settingsOf(spec));
  const pod = found.template.spec!;
  return { metadata, spec: found, pod, container: pod.containers[0]! };
}

describe("deploymentFor", () => {
  test("runs memcached with what the spec says, in the spelling that 1.4 and 1.6 share", () => {
    const { spec, container } = deployment({
      ...{ size: 3, image: "memcached:1.6", memory: "1Gi", maxConnections: 4096, threads: 8, port: 12_000 },
      extraArgs: ["-I", "2m"],
    });
    expect(spec.replicas).toBe(3);
    expect(container).toMatchObject({
      image: "memcached:1.6",
      command: ["memcached"],
      args: [
        ...["-m", "1024", "-c", "4096", "-t", "8", "-p", "12000", "-U", "0", "-o", "modern", "-v"],
        ...["-I", "2m"],
      ],
      ports: [{ name: "memcached", containerPort: 12_000 }],
    });
  });

  test("gives the container the memory that it may need, and what the spec says besides", () => {
    expect(deployment({}).container.resources).toEqual({
      limits: { memory: "147Mi" },
      requests: { cpu: "50m", memory: "147Mi" },
    });
    const resources = { limits: { cpu: "2", memory: "1Gi" }, requests: { memory: "512Mi", "example.com/disk": "1" } };
    expect(deployment({ resources }).container.resources).toEqual({
      limits: { cpu: "2", memory: "1Gi" },
      requests: { cpu: "2", memory: "512Mi", "example.com/disk": "1" },
    });
  });

  test("never has more instances than size, unless it may surge", () => {
    const rollingUpdate = (spec: MemcachedSpec) => deployment(spec).spec.strategy?.rollingUpdate;
    expect(rollingUpdate({})).toEqual({ maxSurge: 0, maxUnavailable: 1 });
    expect(rollingUpdate({ rollout: { surge: true } })).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  });

  test("lets an instance serve on while clients leave it, and has time to end after that", () => {
    const { pod, container } = deployment({ rollout: { drainSeconds: 60 } });
    expect(container.lifecycle).toEqual({ preStop: { sleep: { seconds: 60 } } });
    expect(pod.terminationGracePeriodSeconds).toBe(85);
    expect(deployment({ rollout: { drainSeconds: 0 } }).container).not.toHaveProperty("lifecycle");
  });

  test("is of the kind that namespaces with the restricted standard take", () => {
    const { pod, container } = deployment({});
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
    expect(container.securityContext).toMatchObject({
      ...{ runAsNonRoot: true, runAsUser: 1001, allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
      capabilities: { drop: ["ALL"] },
    });
  });

  test("belongs to the Memcached, selects its own pods only, and spreads them over nodes and zones", () => {
    const { metadata, spec, pod } = deployment({});
    expect(metadata.ownerReferences).toEqual([
      {
        ...{ apiVersion: "cache.example.com/v1", kind: "Memcached", name: "cache", uid: "1" },
        ...{ controller: true, blockOwnerDeletion: true },
      },
    ]);
    const matchLabels = { app: "memcached", memcached_cr: "cache" };
    expect(spec.selector).toEqual({ matchLabels });
    expect(spec.template.metadata?.labels).toMatchObject(matchLabels);
    expect(pod.topologySpreadConstraints).toEqual([
      {
        ...{ maxSkew: 1, topologyKey: "kubernetes.io/hostname", whenUnsatisfiable: "ScheduleAnyway" },
        labelSelector: { matchLabels },
      },
      {
        ...{ maxSkew: 1, topologyKey: "topology.kubernetes.io/zone", whenUnsatisfiable: "ScheduleAnyway" },
        labelSelector: { matchLabels },
      },
    ]);
  });

  test("is asked over TCP whether it has started, is ready and lives", () => {
    const { startupProbe, readinessProbe, livenessProbe } = deployment({}).container;
    for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
      expect(probe?.tcpSocket).toEqual({ port: "memcached" });
    }
  });
});
