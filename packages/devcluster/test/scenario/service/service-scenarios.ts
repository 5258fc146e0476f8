import type { KubeObject } from "@kubewright/api";
import { Event, Node, Pod, type PodSpec, Service, type ServiceSpec } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery/v1";
import type { Scenario, World } from "../scenario.ts";

const labels = { app: "web" };

function service(world: World, spec: Partial<ServiceSpec> = {}, more: Record<string, string> = {}): Service {
  return Service.of({
    metadata: { name: "web", namespace: world.namespace, labels: { team: "blue", ...more } },
    spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }], ...spec },
  });
}

async function change(world: World, merge: object): Promise<void> {
  await world.client.patch(Service, `${world.namespace}/web`, { merge });
}

async function addNode(world: World, zone?: string): Promise<string> {
  const name = world.unique(zone === undefined ? "node" : `node-${zone}`);
  const zones = zone === undefined ? {} : { "topology.kubernetes.io/zone": zone };
  await world.client.create(Node.of({ metadata: { name, labels: zones } }));
  return name;
}

interface PodOptions {
  readonly spec?: Partial<PodSpec>;
  readonly labels?: Record<string, string>;
  readonly isReady?: boolean;
}

/** Makes a pod with an address, as a kubelet would. */
async function addPod(
  world: World,
  name: string,
  ip: string,
  { spec, isReady = true, ...more }: PodOptions = {},
): Promise<void> {
  const { client, namespace } = world;
  await client.create(
    Pod.of({
      metadata: { name, namespace, labels: more.labels ?? labels },
      spec: { nodeName: world.unique("node"), containers: [{ name: "web", image: "web:1" }], ...spec },
    }),
  );
  await setStatus(world, name, { phase: "Running", podIP: ip, podIPs: [{ ip }] });
  await setReady(world, name, isReady);
}

async function setStatus(world: World, name: string, status: object): Promise<void> {
  await world.client.status.patch(Pod, { namespace: world.namespace, name }, { merge: { status } });
}

async function setReady(world: World, name: string, isReady: boolean): Promise<void> {
  const { metadata } = await world.client.get(Pod, { namespace: world.namespace, name });
  const condition = {
    type: "Ready",
    status: isReady ? "True" : "False",
    lastTransitionTime: metadata.creationTimestamp,
  };
  await setStatus(world, name, { conditions: [condition] });
}

/** The order of endpoints is by chance, that of ports by a hash, and the number of writes by how many changes come together. */
function sorted(object: KubeObject): KubeObject {
  if (object.kind !== "EndpointSlice") return object;
  const { endpoints, ports, metadata, ...slice } = object as EndpointSlice;
  const { generation, ...rest } = metadata;
  return {
    ...slice,
    metadata: rest,
    endpoints: endpoints && [...endpoints].sort((a, b) => (a.addresses[0]! < b.addresses[0]! ? -1 : 1)),
    ports: ports && [...ports].sort((a, b) => (a.name! < b.name! ? -1 : 1)),
  } as KubeObject;
}

const shared = { kinds: [EndpointSlice], normalise: sorted };

export const serviceScenarios: readonly Scenario[] = [
  {
    ...shared,
    name: "endpoint-slice-life",
    async steps(world) {
      const { client, namespace } = world;
      await addNode(world);
      await client.create(service(world));
      await world.record("no pods");
      await addPod(world, "first", "10.1.0.1", { isReady: false });
      await world.record("one that is not ready");
      await setReady(world, "first", true);
      await world.record("it is ready");
      await addPod(world, "second", "10.1.0.2");
      await addPod(world, "stranger", "10.1.0.3", { labels: { app: "other" } });
      await world.record("two");
      await client.delete(Pod, { namespace, name: "second" });
      await world.record("one is ending");
      await client.delete(Pod, { namespace, name: "second" }, { gracePeriodSeconds: 0 });
      await world.record("it has ended");
      await client.patch(Pod, { namespace, name: "stranger" }, { merge: { metadata: { labels } } });
      await world.record("a stranger has joined");
      const isDone = { type: "Ready", status: "False", reason: "PodCompleted" };
      await setStatus(world, "stranger", { phase: "Succeeded", conditions: [isDone] });
      await world.record("and is done");
      await client.delete(Pod, { namespace, name: "first" }, { gracePeriodSeconds: 0 });
      await world.record("nobody is left");
      await client.delete(Service, { namespace, name: "web" });
      await world.record("the service is gone");
    },
  },
  {
    ...shared,
    name: "endpoint-slice-ports",
    async steps(world) {
      await addNode(world);
      const containers = (number: number, name = "http"): Partial<PodSpec> => ({
        containers: [{ name: "web", image: "web:1", ports: [{ name, containerPort: number }] }],
      });
      await world.client.create(
        service(world, {
          ports: [
            { name: "http", port: 80, targetPort: "http", appProtocol: "http" },
            { name: "dns", port: 53, targetPort: 5353, protocol: "UDP" },
          ],
        }),
      );
      await addPod(world, "first", "10.1.0.1", { spec: containers(8080) });
      await world.record("one port");
      await addPod(world, "second", "10.1.0.2", { spec: containers(9090) });
      await addPod(world, "third", "10.1.0.3", { spec: containers(8080) });
      await addPod(world, "nameless", "10.1.0.4", { spec: containers(8080, "other") });
      const sidecar = {
        name: "side",
        image: "side:1",
        restartPolicy: "Always",
        ports: [{ name: "http", containerPort: 7070 }],
      };
      await addPod(world, "sidecar", "10.1.0.5", { spec: { initContainers: [sidecar] } });
      await world.record("ports differ");
      await change(world, { spec: { ports: [{ name: "http", port: 80, targetPort: 8080 }] } });
      await world.record("they do not any more");
    },
  },
  {
    ...shared,
    name: "endpoint-slice-headless",
    async steps(world) {
      await addNode(world);
      await world.client.create(service(world, { clusterIP: "None", ports: [] }));
      await addPod(world, "first", "10.1.0.1", { spec: { hostname: "one", subdomain: "web" } });
      await addPod(world, "second", "10.1.0.2", { spec: { hostname: "two", subdomain: "other" }, isReady: false });
      await world.record("headless");
      await change(world, { spec: { publishNotReadyAddresses: true } });
      await world.record("unready ones are published");
      await world.client.delete(Pod, { namespace: world.namespace, name: "first" });
      await world.record("ending ones, too");
    },
  },
  {
    ...shared,
    name: "endpoint-slice-changes",
    async steps(world) {
      const { client } = world;
      await addNode(world);
      await client.create(service(world, {}, { "kubernetes.io/service-name": "forged" }));
      await addPod(world, "blue", "10.1.0.1", { labels: { app: "web", color: "blue" } });
      await addPod(world, "green", "10.1.0.2", { labels: { app: "web", color: "green" } });
      await world.record("both");
      await change(world, {
        metadata: { labels: { team: "green", extra: "label" }, annotations: { note: "not copied" } },
      });
      await world.record("labels");
      await change(world, { spec: { selector: { color: "green" } } });
      await world.record("one is selected");
      await change(world, { spec: { type: "NodePort" } });
      await change(world, { spec: { type: "LoadBalancer" } });
      await world.record("another type");
      const [slice] = (await client.list(EndpointSlice, { namespace: world.namespace })).items;
      await client.patch(EndpointSlice, slice!.metadata, {
        merge: { endpoints: [], metadata: { labels: { team: null } } },
      });
      await world.record("someone else has changed a slice");
      await client.delete(slice!);
      await world.record("or deleted it");
      await change(world, { spec: { selector: null } });
      await world.record("none is selected");
      await change(world, { spec: { selector: { color: "blue" } } });
      await world.record("the other is selected");
      await change(world, {
        spec: { type: "ExternalName", externalName: "example.com", clusterIP: null, clusterIPs: null },
      });
      await world.record("external");
    },
  },
  {
    ...shared,
    name: "endpoint-slice-topology",
    async steps(world) {
      const { client, namespace } = world;
      await addNode(world);
      const east = await addNode(world, "east");
      const west = world.unique("node-west");
      await client.create(service(world, { trafficDistribution: "PreferSameZone" }));
      await addPod(world, "here", "10.1.0.1");
      await addPod(world, "east", "10.1.0.2", { spec: { nodeName: east } });
      await addPod(world, "unready", "10.1.0.3", { spec: { nodeName: east }, isReady: false });
      await world.record("zones");
      await change(world, { spec: { trafficDistribution: "PreferSameNode" } });
      await world.record("nodes");
      await change(world, { spec: { trafficDistribution: null } });
      await world.record("anywhere");
      await addPod(world, "west", "10.1.0.4", { spec: { nodeName: west } });
      await world.eventually(async () => {
        const { items } = await client.list(Event, { namespace });
        return items.length > 0;
      });
      await addNode(world, "west");
      await world.eventually(
        async () => {
          const [slice] = (await client.list(EndpointSlice, { namespace })).items;
          return slice?.endpoints?.length === 4;
        },
        { timeoutMs: 120_000 },
      );
      await world.record("a node that came late");
    },
  },
];
