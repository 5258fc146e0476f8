import { formatTime, isTooManyRequests, type KubeObject, statusErrorOf } from "@kubewright/api";
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { Deployment } from "@kubewright/api/apps/v1";
import { Event, Pod } from "@kubewright/api/core/v1";
import { PodDisruptionBudget, type PodDisruptionBudgetSpec } from "@kubewright/api/policy/v1";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deploymentController } from "../../src/controller/deployment/deployment-controller.ts";
import { disruptionController } from "../../src/controller/disruption/disruption-controller.ts";
import { replicaSetController } from "../../src/controller/replica-set/replica-set-controller.ts";
import { startEmbeddedPlatform } from "../scenario/embedded-platform.ts";

const labels = { app: "web" };
const selector = { matchLabels: labels };
const template = { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } };
const metadata = { namespace: "default", name: "web" };

describe("the disruption controller", () => {
  let cluster: Awaited<ReturnType<typeof startEmbeddedPlatform>>;
  beforeEach(async () => {
    cluster = await startEmbeddedPlatform([replicaSetController(), deploymentController(), disruptionController()]);
    await cluster.pass(200);
  });
  afterEach(async () => {
    await cluster[Symbol.asyncDispose]();
    expect(cluster.clock.pending).toBe(0);
  });

  const pods = async (): Promise<Pod[]> => (await cluster.client.list(Pod, { namespace: "default" })).items;
  const status = async () => (await cluster.client.get(PodDisruptionBudget, metadata)).status;
  const told = async (reason: string): Promise<(string | undefined)[]> => {
    const { items } = await cluster.client.list(Event, { namespace: "default" });
    return items.filter((event) => event.reason === reason).map(({ message }) => message);
  };
  const makeReady = async (): Promise<void> => {
    for (const pod of await pods()) {
      const ready = { phase: "Running" as const, conditions: [{ type: "Ready", status: "True" as const }] };
      if (pod.status?.phase === "Pending")
        await cluster.client.status.patch(Pod, pod.metadata, { merge: { status: ready } });
    }
    await cluster.pass(200);
  };
  const protect = async (spec: PodDisruptionBudgetSpec): Promise<void> => {
    await cluster.client.create(PodDisruptionBudget.of({ metadata, spec: { selector, ...spec } }));
    await cluster.pass(200);
  };
  const deploy = async (replicas: number): Promise<void> => {
    await cluster.client.create(Deployment.of({ metadata, spec: { replicas, selector, template } }));
    await cluster.pass(200);
    await makeReady();
  };
  const evict = async (pod: Pod): Promise<string | undefined> => {
    try {
      const body = { apiVersion: "policy/v1", kind: "Eviction", metadata: { ...metadata, name: pod.metadata.name } };
      await cluster.client.subresource("eviction").create(Pod, pod.metadata, body);
      return undefined;
    } catch (error) {
      if (!isTooManyRequests(error)) throw error;
      return statusErrorOf(error)?.status.details?.causes?.[0]?.message;
    }
  };

  test("lets one pod go at a time, the next when its replacement is ready", async () => {
    await protect({ maxUnavailable: 1 });
    await deploy(3);
    expect(await status()).toMatchObject({
      observedGeneration: 1,
      expectedPods: 3,
      currentHealthy: 3,
      desiredHealthy: 2,
      disruptionsAllowed: 1,
      conditions: [{ type: "DisruptionAllowed", status: "True", reason: "SufficientPods", message: "" }],
    });
    const [first, second] = await pods();
    expect(await evict(first!)).toBeUndefined();
    const refused = await evict(second!);
    expect(refused).toMatch(/^The disruption budget web /);
    await cluster.pass(200);
    expect(await evict(second!)).toBe("The disruption budget web needs 2 healthy pods and has 2 currently");
    expect(await status()).toMatchObject({
      currentHealthy: 2,
      disruptionsAllowed: 0,
      conditions: [{ status: "False", reason: "InsufficientPods" }],
    });
    expect((await status())?.disruptedPods).toBeUndefined();
    await makeReady();
    expect(await pods()).toHaveLength(3);
    expect(await evict(second!)).toBeUndefined();
  });

  test("counts on what the Deployment wants, not on what there is", async () => {
    await deploy(4);
    await protect({ minAvailable: "50%" });
    expect(await status()).toMatchObject({ expectedPods: 4, desiredHealthy: 2, disruptionsAllowed: 2 });
    await cluster.client.patch(Deployment, metadata, { merge: { spec: { replicas: 7 } } });
    await cluster.pass(200);
    expect(await status()).toMatchObject({ expectedPods: 7, currentHealthy: 4, desiredHealthy: 4 });
    await cluster.client.patch(PodDisruptionBudget, metadata, { merge: { spec: { minAvailable: 1 } } });
    await makeReady();
    expect(await status()).toMatchObject({ observedGeneration: 2, desiredHealthy: 1, disruptionsAllowed: 6 });
  });

  test("asks what any other controller wants for its scale", async () => {
    await cluster.client.create<CustomResourceDefinition>({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "herds.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { kind: "Herd", plural: "herds" },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
            subresources: { scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" } },
          },
        ],
      },
    });
    await cluster.pass(1_000);
    const herd = await cluster.client.create({
      apiVersion: "example.com/v1",
      kind: "Herd",
      metadata,
      spec: { size: 5 },
    } as KubeObject);
    const owner = { apiVersion: "example.com/v1", kind: "Herd", name: "web", controller: true };
    const pod = (name: string, uid: string): Pod =>
      Pod.of({
        metadata: { ...metadata, name, labels, ownerReferences: [{ ...owner, uid }] },
        spec: template.spec,
      });
    await cluster.client.create(pod("member", herd.metadata.uid!));
    await protect({ maxUnavailable: "20%" });
    expect(await status()).toMatchObject({ expectedPods: 5, desiredHealthy: 4, disruptionsAllowed: 0 });
    await cluster.client.create(pod("stranger", "11111111-1111-4111-8111-111111111111"));
    await cluster.pass(200);
    expect(await status()).toMatchObject({
      disruptionsAllowed: 0,
      conditions: [{ status: "False", reason: "SyncFailed", message: 'found no controllers for pod "stranger"' }],
    });
    await cluster.client.delete(Pod, { ...metadata, name: "stranger" });
    await cluster.pass(200);
    expect((await status())?.conditions).toMatchObject([{ reason: "InsufficientPods", message: "" }]);
  });

  test("says of pods that nothing manages, and of none, what the real one does", async () => {
    await protect({ maxUnavailable: 1 });
    expect(await told("NoPods")).toEqual(["No matching pods found"]);
    await cluster.client.create(Pod.of({ metadata: { ...metadata, name: "alone", labels }, spec: template.spec }));
    await cluster.pass(200);
    expect(await told("UnmanagedPods")).toEqual([
      expect.stringContaining(
        "(selector: &LabelSelector{MatchLabels:map[string]string{app: web,},MatchExpressions:[]LabelSelectorRequirement{},})",
      ),
    ]);
    expect(await status()).toMatchObject({ expectedPods: 0, disruptionsAllowed: 0 });
  });

  test("waits two minutes for an evicted pod to go, and counts it again then", async () => {
    await deploy(2);
    await protect({ minAvailable: 1 });
    const [pod] = await pods();
    const { name } = pod!.metadata;
    const disruptedPods = { [name]: formatTime(cluster.clock.now()) };
    await cluster.client.status.patch(PodDisruptionBudget, metadata, { merge: { status: { disruptedPods } } });
    await cluster.pass(200);
    expect(await status()).toMatchObject({ currentHealthy: 1, disruptionsAllowed: 0, disruptedPods });
    cluster.clock.advance(118_000);
    await cluster.pass(200);
    expect(await status()).toMatchObject({ currentHealthy: 1, disruptedPods });
    cluster.clock.advance(2_000);
    await cluster.pass(3_000);
    expect(await status()).toMatchObject({ currentHealthy: 2, disruptionsAllowed: 1 });
    expect((await status())?.disruptedPods).toBeUndefined();
    expect(await told("NotDeleted")).toEqual(["Pod was expected by PDB default/default to be deleted but it wasn't"]);
  });

  test("takes back after two minutes what marks a pod for a disruption that never came", async () => {
    await deploy(1);
    const [pod] = await pods();
    const mark = { type: "DisruptionTarget", status: "True" as const, reason: "EvictionByEvictionAPI" };
    const lastTransitionTime = formatTime(cluster.clock.now());
    const conditions = [...(pod!.status?.conditions ?? []), { ...mark, lastTransitionTime }];
    await cluster.client.status.patch(Pod, pod!.metadata, { merge: { status: { conditions } } });
    const marked = async () =>
      (await pods())[0]?.status?.conditions?.find(({ type }) => type === "DisruptionTarget")?.status;
    cluster.clock.advance(115_000);
    await cluster.pass(200);
    expect(await marked()).toBe("True");
    cluster.clock.advance(5_000);
    await cluster.pass(3_000);
    expect(await marked()).toBe("False");
  });
});
