import type { KubeObject } from "@kubewright/api";
import { ConfigMap, Namespace, Pod, Secret } from "@kubewright/api/core/v1";
import type { Scenario, World } from "../scenario.ts";
import { hold, installThings, isPublished, release } from "./fixture.ts";

/** A namespace that is going to be deleted, with a config map in it. */
async function doomed(world: World, extra: Partial<Namespace> = {}): Promise<string> {
  const name = world.unique("doomed");
  await world.client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name }, ...extra });
  world.includeNamespace(name);
  await config(world, name, "plain");
  return name;
}

async function config(
  { client }: World,
  namespace: string,
  name: string,
  finalizers: string[] = [],
): Promise<ConfigMap> {
  return await client.create<ConfigMap>({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace, name, finalizers },
  });
}

async function pod(
  { client }: World,
  namespace: string,
  name: string,
  { nodeName, finalizers = [], graceSeconds }: { nodeName?: string; finalizers?: string[]; graceSeconds?: number } = {},
): Promise<Pod> {
  return await client.create<Pod>({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace, name, finalizers },
    spec: {
      containers: [{ name: "main", image: "example.com/nothing" }],
      automountServiceAccountToken: false,
      ...(nodeName !== undefined && { nodeName }),
      ...(graceSeconds !== undefined && { terminationGracePeriodSeconds: graceSeconds }),
    },
  });
}

async function gone(world: World, namespace: string): Promise<void> {
  await world.eventually(async () => (await world.client.find(Namespace, namespace)) === undefined);
}

/** Resolves when the controller has tried to delete the content and said what came of it. */
async function tried(world: World, namespace: string): Promise<void> {
  await world.eventually(async () => (await world.client.get(Namespace, namespace)).status?.conditions !== undefined);
}

/** Status of pods is of no interest here: no kubelet writes it. */
const kinds = [Namespace, ConfigMap, Pod];

const empties: Scenario = {
  name: "namespace-deletion",
  kinds: [Namespace, ConfigMap, Secret, Pod],
  async steps(world) {
    const name = await doomed(world);
    const group = `${world.unique("group")}.example.com`;
    await installThings(world, group);
    await world.eventually(() =>
      world.client.create({
        apiVersion: `${group}/v1`,
        kind: "Thing",
        metadata: { namespace: name, name: "thing" },
      } as KubeObject),
    );
    await pod(world, name, "unscheduled");
    await world.record("before");
    await world.client.delete(Namespace, name);
    world.note("phase at once", (await world.client.get(Namespace, name)).status);
    await gone(world, name);
    await world.record("after");
  },
};

const held: Scenario = {
  name: "namespace-deletion-finalizer",
  kinds,
  async steps(world) {
    const name = await doomed(world);
    const kept = await config(world, name, "kept", [hold, "example.com/other"]);
    await config(world, name, "kept-too", [hold]);
    await world.client.delete(Namespace, name);
    await tried(world, name);
    await world.record("while some are held");
    await world.client.patch(ConfigMap, kept.metadata, { merge: { metadata: { finalizers: null } } });
    await world.eventually(async () => {
      const { status } = await world.client.get(Namespace, name);
      return status?.conditions?.some(({ message }) => message?.includes("hold in 1 resource instances"));
    });
    await world.record("while one is held");
    await release(world, ConfigMap, { ...kept, metadata: { ...kept.metadata, name: "kept-too" } });
    await gone(world, name);
    await world.record("after");
  },
};

const podsFirst: Scenario = {
  name: "namespace-deletion-pods-first",
  kinds,
  async steps(world) {
    const name = await doomed(world);
    const kept = await pod(world, name, "kept", { finalizers: [hold], graceSeconds: 0 });
    await world.client.delete(Namespace, name);
    await tried(world, name);
    await world.record("while a pod is held");
    await release(world, Pod, kept);
    await gone(world, name);
    await world.record("after");
  },
};

const grace: Scenario = {
  name: "namespace-deletion-grace",
  kinds,
  async steps(world) {
    const name = await doomed(world);
    const running = await pod(world, name, "running", { nodeName: "nowhere", graceSeconds: 10 });
    await world.client.delete(Namespace, name);
    await tried(world, name);
    await world.record("while a pod stops");
    await world.eventually(async () => {
      const { status } = await world.client.get(Namespace, name);
      return status?.conditions?.some(({ reason }) => reason === "ContentDeletionFailed");
    });
    await world.record("when it should have stopped");
    await world.client.delete(running, { gracePeriodSeconds: 0 });
    await gone(world, name);
    await world.record("after");
  },
  quietMs: 1_000,
};

const otherFinalizer: Scenario = {
  name: "namespace-deletion-other-finalizer",
  kinds,
  async steps(world) {
    const name = await doomed(world, { spec: { finalizers: ["kubernetes", "example.com/other"] } });
    await world.client.delete(Namespace, name);
    await world.eventually(async () => {
      const { spec } = await world.client.get(Namespace, name);
      return spec?.finalizers?.length === 1;
    });
    await world.record("someone else's finalizer is left");
    const namespace = await world.client.get(Namespace, name);
    await world.client.subresource("finalize").update(Namespace, name, { ...namespace, spec: { finalizers: [] } });
    await gone(world, name);
    await world.record("after");
  },
};

export const namespaceScenarios: readonly Scenario[] = [empties, held, podsFirst, grace, otherFinalizer].map(
  (scenario) => ({ ignore: isPublished, ...scenario }),
);
