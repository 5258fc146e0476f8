import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isConditionTrue, type Kind, type KubeObject } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { Lease } from "@kubewright/api/coordination/v1";
import { Pod, Service } from "@kubewright/api/core/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { eventually } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { Memcached } from "../operators/memcached/src/api/v1alpha1/memcached.ts";
import { expectGuardedMetrics } from "../packages/kubewright/test/flow/operator-metrics.ts";
import { TypedShell } from "../packages/kubewright/test/flow/typed/typed-shell.ts";
import { type ClusterState, clusterState } from "./cluster/cluster-state.ts";
import { type MachineState, machineState } from "./cluster/machine-state.ts";
import { setAndGet, stored } from "./cluster/set-and-get.ts";
import { type E2eCluster, startE2eCluster } from "./cluster/start-e2e-cluster.ts";
import { endOneNode } from "./cluster/start-one-node.ts";
import { userEnvironment } from "./project/user-environment.ts";

const repository = fileURLToPath(new URL("..", import.meta.url));
const operator = join(repository, "operators/memcached");
const installer = join(operator, "dist/install.yaml");
const system = "memcached-operator-system";
const waiting = { timeoutMs: 120_000, intervalMs: 200 };
const images = ["docker.io/library/memcached:1.4.36-alpine", "docker.io/library/memcached:1.6.26-alpine3.19"];
const samples = ["example-memcached", "memcached-image", "memcached-sample", "memcached-tuned", "my-memcached"];

describe("the Memcached operator on a real cluster", () => {
  let machine: MachineState;
  let cluster: E2eCluster;
  let empty: ClusterState;
  let folder: string;
  let shell: TypedShell;

  beforeAll(async () => {
    await endOneNode();
    machine = await machineState();
    cluster = await startE2eCluster(images);
    empty = await clusterState(cluster);
    folder = await mkdtemp(join(tmpdir(), "kubewright-operator-"));
    shell = new TypedShell(folder, userEnvironment(repository, cluster.kubeconfig));
  });
  afterAll(async () => {
    await shell?.[Symbol.asyncDispose]();
    await cluster?.[Symbol.asyncDispose]();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  async function type(line: string): Promise<string> {
    const { code, text } = await shell.type(line);
    expect(code, `${line}\n${text}`).toBe(0);
    return text;
  }
  const inDefault = (name: string) => ({ namespace: "default", name });
  const all = async <T extends KubeObject>(kind: Kind<T>, namespace: string): Promise<T[]> =>
    (await cluster.client.list(kind, { namespace })).items;

  /** Waits until a Memcached says that all its instances serve, and they do: each of them, and the Service. */
  async function untilServing(name: string, size: number): Promise<Pod[]> {
    return await eventually(async () => {
      const memcached = await cluster.client.get(Memcached, inDefault(name));
      expect(isConditionTrue(memcached.status?.conditions, "Available")).toBe(true);
      expect(memcached.status).toMatchObject({
        readyReplicas: size,
        observedGeneration: memcached.metadata.generation,
      });
      const pods = await podsOf(memcached);
      expect(memcached.status?.nodes).toEqual(pods.map(({ metadata }) => metadata.name).sort());
      const port = memcached.spec.port ?? memcached.spec.containerPort ?? 11211;
      for (const pod of pods) expect(await setAndGet(pod.status?.podIP ?? "", port)).toBe(stored);
      const service = await cluster.client.get(Service, inDefault(name));
      expect(await setAndGet(service.spec?.clusterIP ?? "", port)).toBe(stored);
      return pods;
    }, waiting);
  }

  async function podsOf({ status }: Memcached): Promise<Pod[]> {
    const { items } = await cluster.client.list(Pod, {
      namespace: "default",
      labelSelector: status?.selector ?? "none",
    });
    return items;
  }

  /** The process of the operator that leads: the name of its pod, and what tells it from others that ran in it. */
  async function leader(): Promise<string> {
    const held = (await all(Lease, system)).map(({ spec }) => spec?.holderIdentity ?? "");
    const pods = await all(Pod, system);
    return held.find((one) => pods.some(({ metadata }) => one.startsWith(`${metadata.name}_`))) ?? "";
  }

  test("is deployed from its installer, with the image that our command line builds", async () => {
    const documents = parseAllDocuments(await readFile(installer, "utf8")).map((one) => one.toJS() as Deployment);
    const image = documents.find(({ kind }) => kind === "Deployment")?.spec.template.spec?.containers[0]?.image ?? "";
    const archive = join(folder, "operator.tar");
    await type(`cd ${operator}`);
    await type(`kubewright image --image ${image} --archive ${archive} --base ${cluster.baseArchive}`);
    await cluster.importImages(archive);
    await type("kubectl apply --server-side -f dist/install.yaml");
    await type(`kubectl rollout status --timeout=120s -n ${system} deployment`);
    expect((await all(Pod, system)).map(({ status }) => status?.phase)).toEqual(["Running", "Running"]);
    await eventually(async () => expect(await leader()).not.toBe(""), waiting);
  });

  test("runs what every sample says", async () => {
    await type("kubectl apply -k config/samples");
    const created = await all(Memcached, "default");
    expect(created.map(({ metadata }) => metadata.name)).toEqual(samples);
    for (const { metadata, spec } of created) await untilServing(metadata.name, spec.size ?? 1);
    expect(await type("kubectl get mc")).toMatch(
      /^NAME +SIZE +READY +AVAILABLE +AGE\n(\S+ +(\d) +\2 +True +\S+\n){5}$/,
    );
    expect(await type("kubectl get mc example-memcached -o wide")).toMatch(
      /^NAME .* DEGRADED +MEMORY +IMAGE +AGE\nexample-memcached +3 +3 +True +AsExpected +64Mi +memcached:1\.6\.26-alpine3\.19 /,
    );
    expect(await type("kubectl get deployment example-memcached")).toMatch(/^example-memcached +3\/3 +3 +3 /m);
  });

  test("keeps size instances, whoever deletes or scales", async () => {
    const [pod] = await untilServing("memcached-sample", 3);
    await type(`kubectl delete pod ${pod?.metadata.name}`);
    const pods = await untilServing("memcached-sample", 3);
    expect(pods.map(({ metadata }) => metadata.name)).not.toContain(pod?.metadata.name);
    await type("kubectl scale memcached memcached-sample --replicas=5");
    await untilServing("memcached-sample", 5);
    await type("kubectl scale deployment memcached-sample --replicas=1");
    await type("kubectl delete service memcached-sample");
    await untilServing("memcached-sample", 5);
    await type("kubectl delete deployment memcached-sample");
    await untilServing("memcached-sample", 5);
    const { code, text } = await shell.type("kubectl scale memcached memcached-sample --replicas=33");
    expect([code, text]).toEqual([1, expect.stringContaining("should be less than or equal to 32")]);
  });

  test("tells its metrics to those who may read them", async () => {
    await expectGuardedMetrics(cluster.client, "memcached-operator");
    await type("kubectl delete serviceaccount reader stranger");
  });

  test.each([
    { role: "viewer", may: ["get", "watch"], mayNot: ["create", "patch", "delete"] },
    { role: "editor", may: ["get", "create", "patch", "delete"], mayNot: ["deletecollection"] },
    { role: "admin", may: ["get", "create", "patch", "delete", "deletecollection"], mayNot: [] },
  ])("lets those with the role $role do what it says", async ({ role, may, mayNot }) => {
    await type(`kubectl create rolebinding people --clusterrole=memcached-operator-memcached-${role}-role --user=ann`);
    const can = async (verb: string) => (await shell.type(`kubectl auth can-i ${verb} memcacheds --as ann`)).text;
    for (const verb of may) await eventually(async () => expect(await can(verb), verb).toBe("yes\n"), waiting);
    for (const verb of mayNot) expect(await can(verb), verb).toMatch(/^no\b/m);
    await type("kubectl delete rolebinding people");
  });

  test("goes on when the process that leads is killed", async () => {
    const first = await leader();
    const [pod] = (await all(Pod, system)).filter(({ metadata }) => first.startsWith(`${metadata.name}_`));
    const id = pod?.status?.containerStatuses?.[0]?.containerID?.replace("containerd://", "") ?? "";
    process.kill((await cluster.containers()).get(id) ?? Number.NaN, "SIGKILL");
    await type("kubectl scale memcached my-memcached --replicas=2");
    await untilServing("my-memcached", 2);
    expect(await leader()).not.toBe(first);
  });

  test("goes on when the API server is restarted", async () => {
    const before = await restartsOf("default");
    await cluster.server.restart("kube-apiserver");
    await type("kubectl scale memcached my-memcached --replicas=3");
    await untilServing("my-memcached", 3);
    expect(await restartsOf("default")).toMatchObject(before);
  });

  test("runs out of the cluster, for one namespace", async () => {
    await type(`kubectl scale --replicas=0 -n ${system} deployment --all`);
    await eventually(async () => expect(await all(Pod, system)).toEqual([]), waiting);
    await type(`cp $KUBECONFIG ${folder}/laptop`);
    const flags = `--namespace default --kubeconfig ${folder}/laptop -- --health-probe-bind-address=0`;
    await type(`kubewright run ${flags} >${folder}/run.log 2>&1 &`);
    await type("kubectl create namespace elsewhere");
    await type("kubectl create -n elsewhere -f config/samples/cache_v1alpha1_memcached.yaml");
    await type("kubectl scale memcached my-memcached --replicas=1");
    await untilServing("my-memcached", 1);
    expect(await all(Deployment, "elsewhere")).toEqual([]);
    await type("kill -INT %% && wait %%; true");
    expect(await readFile(join(folder, "run.log"), "utf8")).toMatch(/, namespace default\. [\s\S]*manager stopped/);
    await type("kubectl delete namespace elsewhere");
    await type(`kubectl scale --replicas=2 -n ${system} deployment --all`);
    await type(`kubectl rollout status --timeout=120s -n ${system} deployment`);
  });

  /** How often containers were started again, by pod. */
  async function restartsOf(namespace: string): Promise<Record<string, number | undefined>> {
    const pods = await all(Pod, namespace);
    return Object.fromEntries(
      pods.map(({ metadata, status }) => [metadata.name, status?.containerStatuses?.[0]?.restartCount]),
    );
  }

  test("leaves nothing in the cluster", async () => {
    await type("kubectl delete -k config/samples");
    await eventually(async () => {
      for (const kind of [Deployment, Pod, PodDisruptionBudget])
        expect(await all<KubeObject>(kind, "default")).toEqual([]);
    }, waiting);
    await type("kubectl delete -f dist/install.yaml");
    await eventually(async () => expect(await clusterState(cluster)).toEqual(empty), waiting);
  });

  test("leaves nothing on the machine when the cluster ends", async () => {
    await cluster[Symbol.asyncDispose]();
    expect(await machineState()).toEqual(machine);
  });
});
