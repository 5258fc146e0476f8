import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { Event, Namespace, Pod } from "@kubewright/api/core/v1";
import { ApiClient, HttpsTransport } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommandLine } from "../src/command/command-line.ts";
import type { CommandHost } from "../src/host.ts";

let server: ReferenceServer;
let client: ApiClient;
let folder: string;

beforeAll(async () => {
  server = await startReferenceServer();
  client = new ApiClient({ transport: new HttpsTransport(server.connection()), fieldManager: "controllers" });
  folder = await mkdtemp(join(tmpdir(), "kubewright-deploy-real-"));
  await cp(fileURLToPath(new URL("golden/deploy-image", import.meta.url)), folder, { recursive: true });
  await server.writeKubeconfig(join(folder, "kubeconfig"));
}, 60_000);

afterAll(async () => {
  await client?.close();
  await server?.close();
  await rm(folder, { recursive: true });
});

async function run(...args: string[]): Promise<{ code: number; output: string; messages: string }> {
  const said = { output: "", messages: "" };
  const to = (name: "output" | "messages") => ({
    isTerminal: false,
    write: (text: string): void => {
      said[name] += text;
    },
  });
  const host: CommandHost = {
    output: to("output"),
    messages: to("messages"),
    env: { PATH: process.env.PATH, KUBECONFIG: join(folder, "kubeconfig") },
    folder,
    temporaryFolder: folder,
    processId: 7,
    interrupted: new AbortController().signal,
  };
  return { code: await runCommandLine(args, host), ...said };
}

const crd = "customresourcedefinition.apiextensions.k8s.io/memcacheds.cache.example.com";

test("install and uninstall tell what a real server did", async () => {
  expect(await run("install", "--dry-run")).toMatchObject({ code: 0, output: `${crd} created (server dry run)\n` });
  expect(await run("install")).toMatchObject({ code: 0, output: `${crd} created\n` });
  expect(await run("install")).toMatchObject({ code: 0, output: `${crd} unchanged\n` });
  expect(await run("install", "--dry-run")).toMatchObject({ code: 0, output: `${crd} unchanged (server dry run)\n` });
  expect(await run("uninstall")).toMatchObject({ code: 0 });
  expect((await run("uninstall")).messages).toContain(`error: not found: ${crd}\n`);
});

test("a namespace of which nothing is set is unchanged, though the server keeps books of it the second time", async () => {
  await writeFile(join(folder, "namespace.yaml"), "apiVersion: v1\nkind: Namespace\nmetadata: { name: bare }\n");
  expect((await run("install", "-f", "namespace.yaml")).output).toBe("namespace/bare created\n");
  expect((await run("install", "-f", "namespace.yaml")).output).toBe("namespace/bare unchanged\n");
});

test("deploy applies a scaffolded project, is idempotent, and tells what keeps its operator from running", async () => {
  const args = ["deploy", "--image", "example.com/op:v1"];
  const first = await run(...args, "--no-wait");
  expect(first).toMatchObject({ code: 0, messages: expect.not.stringContaining("Warning") });
  expect(first.output).toMatch(/^namespace\/\S+ created\ncustomresourcedefinition[^\n]+ created\n/);
  const second = await run(...args, "--no-wait");
  expect(second).toMatchObject({ code: 0, output: first.output.replaceAll(" created\n", " unchanged\n") });
  const third = await run(...args, "--dry-run");
  expect(third.output).toBe(first.output.replaceAll(" created\n", " unchanged (server dry run)\n"));

  const [deployment] = (await client.list(Deployment)).items;
  const pod = await playControllers(deployment!);
  const broken = await run(...args);
  expect(broken.code).toBe(1);
  expect(broken.messages).toMatch(
    /cannot become available\n {2}the image example\.com\/op:v1 cannot be loaded: no such host\n {2}Events:\n {4}Failed: Failed to pull image\nNext: kubewright image --image example\.com\/op:v1 --push\n$/,
  );

  await client.delete(Pod, pod.metadata);
  const { generation = 0 } = (await client.get(Deployment, deployment!.metadata)).metadata;
  await client.status.patch(Deployment, deployment!.metadata, {
    merge: {
      status: {
        observedGeneration: generation,
        replicas: 1,
        updatedReplicas: 1,
        readyReplicas: 1,
        availableReplicas: 1,
      },
    },
  });
  expect(await run(...args)).toMatchObject({ code: 0, output: expect.stringMatching(/ is available\n$/) });
});

test("undeploy removes it all, and tells when something stays", async () => {
  const stuck = await run("undeploy", "--timeout", "8");
  expect(stuck.output).toMatch(
    /^customresourcedefinition[^\n]+ deleted\ndeployment\.apps "[^\n]+ deleted from \S+ namespace\n[\s\S]*namespace "\S+" deleted\n$/,
  );
  // No controller empties it here.
  expect(stuck).toMatchObject({
    code: 1,
    messages: expect.stringMatching(/error: namespace\/memcached-operator-system is still there after 8 s/),
  });
  const namespace = await client.get(Namespace, "memcached-operator-system");
  await client
    .subresource("finalize")
    .update(Namespace, namespace.metadata, { ...namespace, spec: { finalizers: [] } });
  expect(await run("undeploy", "--ignore-not-found")).toMatchObject({ code: 0, output: "" });
}, 30_000);

/** What the controllers of a cluster and a kubelet would do whose registry does not answer. */
async function playControllers(deployment: Deployment): Promise<Pod> {
  const { namespace = "", name, uid = "" } = deployment.metadata;
  const { selector, template } = deployment.spec;
  const revision = { "deployment.kubernetes.io/revision": "1" };
  const owner = (kind: string, ownerName: string, ownerUid: string) => [
    { apiVersion: "apps/v1", kind, name: ownerName, uid: ownerUid, controller: true },
  ];
  await client.patch(Deployment, deployment.metadata, { merge: { metadata: { annotations: revision } } });
  const set = await client.create(
    ReplicaSet.of({
      metadata: {
        name: `${name}-1`,
        namespace,
        labels: template.metadata?.labels ?? {},
        annotations: revision,
        ownerReferences: owner("Deployment", name, uid),
      },
      spec: { selector, template, replicas: 1 },
    }),
  );
  const pod = await client.create(
    Pod.of({
      metadata: {
        name: `${name}-1-a`,
        namespace,
        labels: template.metadata?.labels ?? {},
        ownerReferences: owner("ReplicaSet", set.metadata.name, set.metadata.uid ?? ""),
      },
      spec: { ...template.spec!, serviceAccountName: "default", serviceAccount: "default" },
    }),
  );
  const waiting = { reason: "ImagePullBackOff", message: "no such host" };
  const container = {
    name: "manager",
    image: "example.com/op:v1",
    imageID: "",
    ready: false,
    restartCount: 0,
    state: { waiting },
  };
  await client.status.patch(Pod, pod.metadata, {
    merge: { status: { phase: "Pending", containerStatuses: [container] } },
  });
  await client.create(
    Event.of({
      metadata: { name: `${name}.1`, namespace },
      involvedObject: {
        apiVersion: "v1",
        kind: "Pod",
        name: pod.metadata.name,
        namespace,
        uid: pod.metadata.uid ?? "",
      },
      type: "Warning",
      reason: "Failed",
      message: "Failed to pull image",
    }),
  );
  return pod;
}
