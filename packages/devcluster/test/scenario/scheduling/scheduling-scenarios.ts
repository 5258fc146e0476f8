import { Node, PersistentVolumeClaim, Pod, type PodSpec, Service } from "@kubewright/api/core/v1";
import { PriorityClass } from "@kubewright/api/scheduling/v1";
import type { Scenario } from "../scenario.ts";
import { addNode, asking, decided, placed, pod, remove, submit } from "./scheduling-steps.ts";

/** Each needs a cluster of its own: nodes are for all. */
export const schedulingScenarios: readonly Scenario[] = [
  {
    name: "scheduler-refusals",
    kinds: [Pod],
    async steps(world) {
      const { client, namespace } = world;
      const first = await addNode(world, "first", { labels: { disk: "ssd", zone: "one" } });
      const second = await addNode(world, "second", {
        labels: { zone: "two" },
        allocatable: { cpu: "1", memory: "1Gi", pods: "2" },
      });
      await addNode(world, "cordoned", { spec: { unschedulable: true }, allocatable: { cpu: "8" } });
      const peaceful = world.unique("peaceful");
      await client.create(PriorityClass.of({ metadata: { name: peaceful }, value: 5, preemptionPolicy: "Never" }));
      const onFirst: Partial<PodSpec> = { nodeSelector: { disk: "ssd" } };
      const onSecond: Partial<PodSpec> = { nodeSelector: { zone: "two" } };

      await submit(world, pod(world, "too-big", asking({ cpu: "100" })));
      await submit(
        world,
        pod(
          world,
          "all-too-big",
          asking({ cpu: "100", memory: "1Ti", "ephemeral-storage": "1Gi", "example.com/gpu": "1" }),
        ),
      );
      await submit(world, pod(world, "larger-than-one", { ...asking({ cpu: "2", memory: "1Gi" }), ...onSecond }));
      await submit(world, pod(world, "no-such-label", { nodeSelector: { disk: "tape" } }));
      await submit(
        world,
        pod(world, "named", { ...asking({ cpu: "100" }), affinity: { nodeAffinity: byName([[first]]) } }),
      );
      await submit(world, pod(world, "named-missing", { affinity: { nodeAffinity: byName([["missing"]]) } }));
      await submit(world, pod(world, "named-twice", { affinity: { nodeAffinity: byName([[first], [second]]) } }));
      await submit(world, pod(world, "port", { ...onFirst, ...withPort(8080) }));
      await submit(world, pod(world, "port-taken", { ...onFirst, ...withPort(8080) }));
      await submit(world, pod(world, "port-of-address", { ...onFirst, ...withPort(8080, "127.0.0.1") }));
      await submit(world, pod(world, "lonely", { affinity: { podAffinity: near("absent") } }));
      await submit(
        world,
        pod(world, "hermit", { ...onFirst, affinity: { podAntiAffinity: near("hermit") } }, { app: "hermit" }),
      );
      await submit(
        world,
        pod(world, "other-hermit", { ...onFirst, affinity: { podAntiAffinity: near("hermit") } }, { app: "hermit" }),
      );
      await submit(world, pod(world, "unwelcome", onFirst, { app: "hermit" }));
      await submit(
        world,
        pod(world, "no-claim", { volumes: [{ name: "data", persistentVolumeClaim: { claimName: "absent" } }] }),
      );
      await client.create(
        PersistentVolumeClaim.of({
          metadata: { name: "unbound", namespace },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        }),
      );
      await submit(
        world,
        pod(world, "unbound-claim", { volumes: [{ name: "data", persistentVolumeClaim: { claimName: "unbound" } }] }),
      );
      await submit(world, pod(world, "taker", { ...asking({ cpu: "3900m" }), ...onFirst }));
      await submit(
        world,
        pod(world, "no-preemption", { ...asking({ cpu: "3900m" }), ...onFirst, priorityClassName: peaceful }),
      );
      await submit(world, pod(world, "too-late", { ...asking({ cpu: "3900m" }), ...onFirst }));
      await submit(world, pod(world, "second-1", onSecond));
      await submit(world, pod(world, "second-2", onSecond));
      await submit(world, pod(world, "second-3", onSecond));
      await submit(
        world,
        pod(world, "tolerant", {
          tolerations: [{ key: "node.kubernetes.io/unschedulable", operator: "Exists" }],
          ...asking({ cpu: "5" }),
        }),
      );
      await world.record("all told");
    },
  },
  {
    name: "scheduler-spread",
    kinds: [Pod],
    async steps(world) {
      await addNode(world, "one", { labels: { zone: "one" } });
      await addNode(world, "two", { labels: { zone: "two" } });
      await addNode(world, "nowhere");
      const spread = (maxSkew: number, more: object = {}): Partial<PodSpec> => ({
        topologySpreadConstraints: [
          {
            maxSkew,
            topologyKey: "zone",
            whenUnsatisfiable: "DoNotSchedule",
            labelSelector: { matchLabels: { app: "web" } },
            ...more,
          },
        ],
      });
      const web = { app: "web" };
      await submit(world, pod(world, "in-one", { ...spread(1), nodeSelector: { zone: "one" } }, web));
      await submit(
        world,
        pod(
          world,
          "again-in-one",
          { ...spread(1, { nodeAffinityPolicy: "Ignore" }), nodeSelector: { zone: "one" } },
          web,
        ),
      );
      await submit(world, pod(world, "in-the-other", spread(1), web));
      await submit(world, pod(world, "too-few-domains", spread(1, { minDomains: 5 }), web));
      await submit(
        world,
        pod(
          world,
          "without-label",
          { ...spread(1), nodeSelector: { "kubernetes.io/hostname": world.unique("nowhere") } },
          web,
        ),
      );
      await world.record("spread");
      await remove(world, "in-one");
      await world.record("one has gone: another may come");
    },
  },
  {
    name: "scheduler-scores",
    kinds: [Pod],
    async steps(world) {
      const { client, namespace } = world;
      const zone = "topology.kubernetes.io/zone";
      await addNode(world, "small", { labels: { [zone]: "a", disk: "ssd" }, allocatable: { cpu: "2", memory: "4Gi" } });
      await addNode(world, "large", { labels: { [zone]: "a" }, allocatable: { cpu: "16", memory: "32Gi" } });
      await addNode(world, "wide", { labels: { [zone]: "b" }, allocatable: { cpu: "16", memory: "8Gi" } });
      const taints = [{ key: "rather", effect: "PreferNoSchedule" as const, value: "not" }];
      const shunned = await addNode(world, "shunned", {
        spec: { taints },
        labels: { [zone]: "b" },
        allocatable: { cpu: "64", memory: "128Gi" },
      });
      await submit(world, pod(world, "roomy", asking({ cpu: "1", memory: "2Gi" })));
      await submit(
        world,
        pod(world, "tolerant", {
          ...asking({ cpu: "1", memory: "2Gi" }),
          tolerations: [{ key: "rather", operator: "Exists" }],
        }),
      );
      const ssd = { matchExpressions: [{ key: "disk", operator: "In" as const, values: ["ssd"] }] };
      await submit(
        world,
        pod(world, "prefers-ssd", {
          affinity: {
            nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 50, preference: ssd }] },
          },
        }),
      );
      await submit(
        world,
        pod(world, "friend", { nodeSelector: { "kubernetes.io/hostname": shunned } }, { app: "friend" }),
      );
      const beside = { topologyKey: "kubernetes.io/hostname", labelSelector: { matchLabels: { app: "friend" } } };
      const near100 = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm: beside }] };
      await submit(
        world,
        pod(world, "near-friend", {
          affinity: { podAffinity: near100 },
          tolerations: [{ key: "rather", operator: "Exists" }],
        }),
      );
      await submit(
        world,
        pod(world, "far-from-friend", {
          affinity: { podAntiAffinity: near100 },
          tolerations: [{ key: "rather", operator: "Exists" }],
          ...asking({ cpu: "1", memory: "1Gi" }),
        }),
      );
      const image = { names: ["big:1"], sizeBytes: 900 * 1024 * 1024 };
      await client.status.patch(Node, shunned, { merge: { status: { images: [image] } } });
      await client.create(
        Service.of({ metadata: { name: "web", namespace }, spec: { selector: { app: "web" }, ports: [{ port: 80 }] } }),
      );
      await world.pass(1_000);
      for (let count = 1; count <= 4; count++)
        await submit(world, pod(world, `web-${count}`, asking({ cpu: "100m", memory: "100Mi" }), { app: "web" }));
      const soft = {
        maxSkew: 1,
        topologyKey: zone,
        whenUnsatisfiable: "ScheduleAnyway" as const,
        labelSelector: { matchLabels: { app: "soft" } },
      };
      for (let count = 1; count <= 4; count++) {
        await submit(
          world,
          pod(
            world,
            `soft-${count}`,
            { ...asking({ cpu: "100m", memory: "100Mi" }), topologySpreadConstraints: [soft] },
            { app: "soft" },
          ),
        );
      }
      for (let count = 1; count <= 3; count++) {
        await submit(world, pod(world, `filler-${count}`, asking({ cpu: "3", memory: "1Gi" })));
      }
      const containers = [{ name: "main", image: "big:1", resources: { requests: { cpu: "100m" } } }];
      await submit(
        world,
        pod(world, "has-image", { containers, tolerations: [{ key: "rather", operator: "Exists" }] }),
      );
      await world.record("each is at its best place");
    },
    // The server copies topology labels of nodes to pods when they are bound: that is its matter.
    normalise: ({ metadata, ...object }) => {
      const { "topology.kubernetes.io/zone": zone, ...labels } = metadata.labels ?? {};
      return { ...object, metadata: { ...metadata, labels } };
    },
  },
  {
    name: "scheduler-retries",
    kinds: [Pod],
    async steps(world) {
      const { client, namespace } = world;
      await client.create(pod(world, "early"));
      await decided(world, "early");
      await world.record("no nodes");
      // The reference makes one series of all events about the same version of a pod, whatever they say.
      await client.patch(
        Pod,
        { namespace, name: "early" },
        { merge: { metadata: { annotations: { touched: "once" } } } },
      );
      const node = await addNode(world, "node", {
        spec: { taints: [{ key: "for", value: "others", effect: "NoSchedule" }] },
        allocatable: { cpu: "2" },
      });
      await placedNowhere(world, "early");
      await world.record("a node that it does not tolerate");
      await client.patch(Node, node, { merge: { spec: { taints: null } } });
      await placed(world, "early");
      await world.record("the taint is gone");
      await submit(world, pod(world, "big", asking({ cpu: "2" })));
      await submit(world, pod(world, "bigger", asking({ cpu: "2" })));
      await remove(world, "big");
      await placed(world, "bigger");
      await submit(world, pod(world, "needs-more", asking({ cpu: "3" })));
      await client.status.patch(Node, node, { merge: { status: { allocatable: { cpu: "8" } } } });
      await placed(world, "needs-more");
      await submit(world, pod(world, "needs-label", { nodeSelector: { disk: "ssd" } }));
      await client.patch(Node, node, { merge: { metadata: { labels: { disk: "ssd" } } } });
      await placed(world, "needs-label");
      await client.create(pod(world, "gated", { schedulingGates: [{ name: "example.com/wait" }] }));
      await world.record("all but one are placed, which is gated");
      await client.patch(Pod, { namespace, name: "gated" }, { merge: { spec: { schedulingGates: null } } });
      await placed(world, "gated");
      await client.create(pod(world, "of-another", { schedulerName: "another" }));
      await client.patch(Node, node, { merge: { spec: { unschedulable: true } } });
      await submit(world, pod(world, "to-tolerate"));
      const tolerations = [{ key: "node.kubernetes.io/unschedulable", operator: "Exists" as const }];
      const { spec } = await client.get(Pod, { namespace, name: "to-tolerate" });
      await client.patch(
        Pod,
        { namespace, name: "to-tolerate" },
        { merge: { spec: { tolerations: [...(spec.tolerations ?? []), ...tolerations] } } },
      );
      await placed(world, "to-tolerate");
      await submit(
        world,
        pod(world, "claims", {
          tolerations,
          volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }],
        }),
      );
      await client.create(
        PersistentVolumeClaim.of({
          metadata: { name: "data", namespace },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        }),
      );
      await world.record("the last waits for its claim");
    },
  },
  {
    name: "scheduler-preemption",
    kinds: [Pod],
    async steps(world) {
      const { client } = world;
      const [high, low] = [world.unique("high"), world.unique("low")];
      await client.create(PriorityClass.of({ metadata: { name: high }, value: 1000 }));
      await client.create(PriorityClass.of({ metadata: { name: low }, value: -10 }));
      await addNode(world, "node", { allocatable: { cpu: "2" } });
      await submit(world, pod(world, "usual", asking({ cpu: "1" })));
      await submit(world, pod(world, "low", { ...asking({ cpu: "500m" }), priorityClassName: low }));
      await submit(world, pod(world, "lower", { ...asking({ cpu: "500m" }), priorityClassName: low }));
      await submit(world, pod(world, "equal", { ...asking({ cpu: "2" }) }));
      await world.record("full");
      await remove(world, "equal");
      await client.create(pod(world, "important", { ...asking({ cpu: "1" }), priorityClassName: high }));
      await world.record("the lowest have to go");
      await remove(world, "low");
      await remove(world, "lower");
      await placed(world, "important");
      await world.record("they are gone");
    },
    normalise: ({ metadata, ...object }) => {
      const { deletionTimestamp, deletionGracePeriodSeconds, ...rest } = metadata;
      return { ...object, metadata: rest };
    },
  },
];

async function placedNowhere(world: Parameters<Scenario["steps"]>[0], name: string): Promise<void> {
  await world.eventually(async () => {
    const { status } = await world.client.get(Pod, { namespace: world.namespace, name });
    return status?.conditions?.some(({ message }) => message?.includes("untolerated"));
  });
}

function near(app: string) {
  const term = { topologyKey: "kubernetes.io/hostname", labelSelector: { matchLabels: { app } } };
  return { requiredDuringSchedulingIgnoredDuringExecution: [term] };
}

function byName(names: readonly string[][]) {
  const matchFields = names.map((values) => ({ key: "metadata.name", operator: "In" as const, values }));
  return { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] } };
}

function withPort(hostPort: number, hostIP?: string): Partial<PodSpec> {
  const port = { containerPort: 80, hostPort, ...(hostIP !== undefined && { hostIP }) };
  return { containers: [{ name: "main", image: "main:1", ports: [port] }] };
}
