import type { KubeObject } from "@kubewright/api";
import { Event, Node } from "@kubewright/api/core/v1";
import type { Scenario, World } from "../scenario.ts";

async function setConditions(world: World, name: string, conditions: Record<string, string>): Promise<void> {
  const list = Object.entries(conditions).map(([type, status]) => ({ type, status }));
  await world.client.status.patch(Node, name, { merge: { status: { conditions: list } } });
}

/** What events say of a node. */
async function told(world: World, name: string): Promise<unknown[]> {
  const { items } = await world.client.list(Event, { namespace: "default" });
  const about = items.filter(({ involvedObject }) => involvedObject.name === name);
  return about
    .map(({ type, reason = "", message, source, reportingComponent }) => {
      return { type, reason, message, component: source?.component || reportingComponent };
    })
    .sort((a, b) => (a.reason < b.reason ? -1 : 1));
}

async function untilTold(world: World, name: string, reason: string): Promise<void> {
  await world.eventually(async () => JSON.stringify(await told(world, name)).includes(`"${reason}"`));
}

/** Evicting pods from nodes is another's. */
function withoutEvictions(object: KubeObject): KubeObject {
  const { spec, ...node } = object as Node;
  const taints = spec?.taints?.filter(({ effect }) => effect !== "NoExecute") ?? [];
  return { ...node, spec: { ...spec, taints } } as KubeObject;
}

export const nodeScenarios: readonly Scenario[] = [
  {
    name: "node-taints",
    kinds: [Node],
    // Nodes are looked at every five seconds.
    quietMs: 6_000,
    normalise: withoutEvictions,
    events: false,
    async steps(world) {
      const { client } = world;
      const name = world.unique("node");
      const taints = [{ key: "for", value: "others", effect: "NoSchedule" as const }];
      await client.create(
        Node.of({
          metadata: { name, labels: { "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64" } },
          spec: { taints },
        }),
      );
      await untilTold(world, name, "RegisteredNode");
      await world.record("made");
      await setConditions(world, name, { Ready: "True", MemoryPressure: "False" });
      await world.record("ready");
      await setConditions(world, name, {
        Ready: "True",
        MemoryPressure: "True",
        DiskPressure: "True",
        PIDPressure: "True",
        NetworkUnavailable: "True",
      });
      await world.record("under pressure");
      await client.patch(Node, name, { merge: { spec: { unschedulable: true } } });
      await world.pass(1_000);
      await setConditions(world, name, { Ready: "False" });
      await world.record("cordoned and not ready");
      await setConditions(world, name, { Ready: "Unknown" });
      await world.record("out of reach");
      await client.patch(Node, name, {
        merge: { spec: { unschedulable: null }, metadata: { labels: { "kubernetes.io/os": "plan9" } } },
      });
      await setConditions(world, name, { Ready: "True" });
      await world.record("well again");
      await client.delete(Node, name);
      await untilTold(world, name, "RemovingNode");
      world.note("events", await told(world, name));
    },
  },
];
