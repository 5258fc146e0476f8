import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, type Container, Node, Pod, Service, ServiceAccount } from "@kubewright/api/core/v1";
import { Role, RoleBinding } from "@kubewright/api/rbac/v1";
import type { ApiClient } from "@kubewright/client";
import { eventually } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { DevCluster } from "../src/cluster/dev-cluster.ts";
import { writeImageArchive } from "./image-archive.ts";

const waiting = { timeoutMs: 30_000, intervalMs: 20 };
const memcached: Container = { name: "memcached", image: "memcached:1.6", ports: [{ containerPort: 11211 }] };

function deployment(name: string, replicas: number, container: Container, serviceAccountName = "default"): Deployment {
  const labels = { app: name };
  return Deployment.of({
    metadata: { name, namespace: "default" },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { serviceAccountName, containers: [container] } },
    },
  });
}

async function createAvailable(client: ApiClient, object: Deployment): Promise<Pod[]> {
  await client.create(object);
  const { name } = object.metadata;
  await eventually(async () => {
    const { status } = await client.get(Deployment, { name, namespace: "default" });
    expect(status?.availableReplicas).toBe(object.spec?.replicas);
  }, waiting);
  return (await client.list(Pod, { namespace: "default", labelSelector: { matchLabels: { app: name } } })).items;
}

/** Says something to a memcached and tells what it answers, up to a line that ends it. */
async function ask(host: string, port: number, text: string, end: string): Promise<string> {
  const socket = connect({ host, port });
  try {
    socket.write(text);
    let answer = "";
    while (!answer.endsWith(`${end}\r\n`)) answer += String((await once(socket, "data"))[0]);
    return answer;
  } finally {
    socket.destroy();
  }
}

/** A pod without probes is ready before its program listens. */
async function pidAt(host: string): Promise<number> {
  const stats = await eventually(() => ask(host, 11211, "stats\r\n", "END"), waiting);
  return Number(/STAT pid (\d+)/.exec(stats)?.[1]);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function logsOf(cluster: DevCluster, pod: string, query = ""): Promise<[number, string]> {
  const path = `/api/v1/namespaces/default/pods/${pod}/log${query}`;
  const { status, body } = await cluster.server.transport().send({ method: "GET", path });
  return [status, await body.text()];
}

describe("a cluster with a process node", () => {
  test("runs a deployment whose pods answer on their own addresses and through its service, and ends them with it", async () => {
    await using cluster = await DevCluster.start({ processNodes: { count: 2 } });
    const client = cluster.client();
    const nodes = (await client.list(Node)).items.map(({ metadata }) => metadata.name);
    expect(nodes).toEqual(cluster.processNodes.map(({ name }) => name));
    const { spec } = await client.create(
      Service.of({
        metadata: { name: "cache", namespace: "default" },
        spec: { selector: { app: "cache" }, ports: [{ port: 11211 }] },
      }),
    );
    const pods = await createAvailable(client, deployment("cache", 3, memcached));
    const addresses = pods.map(({ status }) => status?.podIP ?? "");
    for (const pod of pods) expect(nodes).toContain(pod.spec?.nodeName);
    const pids = await Promise.all(addresses.map(pidAt));
    expect(new Set(pids).size).toBe(3);
    expect(
      await Promise.all(addresses.map((address) => ask(address, 11211, "set a 0 0 1\r\n1\r\n", "STORED"))),
    ).toEqual(["STORED\r\n", "STORED\r\n", "STORED\r\n"]);

    const { clusterIP = "" } = spec ?? {};
    const through = await eventually(() => ask(clusterIP, 11211, "get a\r\n", "END"), waiting);
    expect(through).toBe("VALUE a 0 1\r\n1\r\nEND\r\n");
    await eventually(async () => expect(pids).toContain(await pidAt(clusterIP)), waiting);

    await client.delete(Deployment, "default/cache");
    await eventually(async () => expect((await client.list(Pod)).items).toEqual([]), waiting);
    expect(pids.map(isRunning)).toEqual([false, false, false]);
  });

  test("serves the logs of its pods, and refuses as a kubelet does", async () => {
    await using cluster = await DevCluster.start({ processNodes: {} });
    const client = cluster.client();
    const program = "console.log('one'); console.log('two'); setTimeout(() => process.exit(3), 50)";
    const containers = [{ name: "main", image: "node:22", command: ["node", "-e", program] }];
    await client.create(
      Pod.of({ metadata: { name: "p", namespace: "default" }, spec: { restartPolicy: "Never", containers } }),
    );
    await eventually(async () => expect((await client.get(Pod, "default/p")).status?.phase).toBe("Failed"), waiting);
    expect(await logsOf(cluster, "p")).toEqual([200, "one\ntwo\n"]);
    expect(await logsOf(cluster, "p", "?tailLines=1&follow=true&container=main")).toEqual([200, "two\n"]);
    const [status, refusal] = await logsOf(cluster, "p", "?previous=true");
    expect([status, JSON.parse(refusal)]).toMatchObject([
      400,
      { reason: "BadRequest", message: 'previous terminated container "main" in pod "p" not found' },
    ]);
  });

  test("tells pods where services answer, also where the machine has one address for all", async () => {
    await using cluster = await DevCluster.start({ processNodes: { host: { platform: "darwin" } } });
    const client = cluster.client();
    const metadata = { name: "cache", namespace: "default" };
    await client.create(Service.of({ metadata, spec: { selector: { app: "cache" }, ports: [{ port: 11211 }] } }));
    const pods = await createAvailable(client, deployment("cache", 2, memcached));
    expect(new Set(pods.map(({ status }) => status?.podIP))).toEqual(new Set(["127.0.0.1"]));
    const program =
      "const { CACHE_SERVICE_HOST, CACHE_SERVICE_PORT } = process.env;" +
      "const socket = require('net').connect(CACHE_SERVICE_PORT, CACHE_SERVICE_HOST);" +
      "socket.on('data', (data) => { console.log(String(data).trim()); process.exit(0); }).write('version\\r\\n');";
    const containers = [{ name: "main", image: "node:22", command: ["node", "-e", program] }];
    await client.create(
      Pod.of({ metadata: { name: "p", namespace: "default" }, spec: { restartPolicy: "OnFailure", containers } }),
    );
    await eventually(async () => expect((await client.get(Pod, "default/p")).status?.phase).toBe("Succeeded"), waiting);
    expect((await logsOf(cluster, "p"))[1]).toMatch(/^VERSION /);
  });

  test("runs a loaded image as two replicas, which reach the API server as their service account", async () => {
    const folder = await mkdtemp(join(tmpdir(), "process-cluster-"));
    try {
      await using cluster = await DevCluster.start({ processNodes: {} });
      const client = cluster.client();
      const archive = await writeImageArchive(folder, "example.com/operator:v1", operator);
      expect(await cluster.loadImage(archive)).toEqual({ references: ["example.com/operator:v1"] });
      await allowConfigMaps(client);
      const image = { name: "manager", image: "example.com/operator:v1" };
      const pods = await createAvailable(client, deployment("operator", 2, image, "operator"));
      const names = pods.map(({ metadata }) => metadata.name).sort();
      await eventually(async () => {
        const { items } = await client.list(ConfigMap, {
          namespace: "default",
          labelSelector: { matchLabels: { by: "operator" } },
        });
        expect(items.map(({ metadata }) => metadata.name).sort()).toEqual(names);
      }, waiting);
      await eventually(async () => expect(await logsOf(cluster, names[0] ?? "")).toEqual([200, "POST 201\n"]), waiting);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("closes at once, whatever its pods do, and leaves no process and no folder", async () => {
    const cluster = await DevCluster.start({ processNodes: {} });
    let pids: number[] = [];
    const folder = cluster.processNodes[0]?.folder ?? "";
    try {
      const pods = await createAvailable(cluster.client(), deployment("cache", 2, memcached));
      pids = await Promise.all(pods.map(({ status }) => pidAt(status?.podIP ?? "")));
    } finally {
      await cluster.close();
    }
    expect(pids.map(isRunning)).toEqual([false, false]);
    await expect(stat(folder)).rejects.toThrow("ENOENT");
  });

  test("names what is wrong with an image archive, and says so where no image can run", async () => {
    await using cluster = await DevCluster.start({ processNodes: {} });
    await expect(cluster.loadImage("/no/such/image.tar")).rejects.toMatchObject({
      code: "INVALID_IMAGE",
      message: expect.stringContaining("cannot load /no/such/image.tar: ENOENT"),
    });
    await expect(cluster.loadImage(import.meta.filename)).rejects.toMatchObject({ code: "INVALID_IMAGE" });
    await using other = await DevCluster.start();
    await expect(other.loadImage("/no/such/image.tar")).rejects.toThrow("the cluster has no process nodes");
    for (const nodes of [{ processNodes: { count: 0 } }, { simulatedNodes: { count: -1 } }]) {
      await expect(DevCluster.start(nodes)).rejects.toMatchObject({ code: "INVALID_OPTION" });
    }
    await cluster.close();
    await expect(cluster.loadImage(import.meta.filename)).rejects.toMatchObject({ code: "CLOSED" });
  });
});

async function allowConfigMaps(client: ApiClient): Promise<void> {
  const metadata = { name: "operator", namespace: "default" };
  await client.create(ServiceAccount.of({ metadata }));
  await client.create(
    Role.of({ metadata, rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["create"] }] }),
  );
  await client.create(
    RoleBinding.of({
      metadata,
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "operator" },
      subjects: [{ kind: "ServiceAccount", name: "operator", namespace: "default" }],
    }),
  );
}

/** Makes a config map of its pod's name, with what a pod knows of its cluster. */
const operator = `
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { dirname, join } from "node:path";

const { KUBECONFIG, KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT, HOSTNAME } = process.env;
const file = (name) => readFileSync(join(dirname(KUBECONFIG), name), "utf8");
const sent = request(
  {
    host: KUBERNETES_SERVICE_HOST,
    port: KUBERNETES_SERVICE_PORT,
    method: "POST",
    path: \`/api/v1/namespaces/\${file("namespace")}/configmaps\`,
    ca: file("ca.crt"),
    headers: { authorization: \`Bearer \${file("token")}\`, "content-type": "application/json" },
  },
  (response) => {
    console.log("POST", response.statusCode);
    response.resume();
  },
);
sent.end(JSON.stringify({ metadata: { name: HOSTNAME, labels: { by: "operator" } } }));
process.on("SIGTERM", () => process.exit(0));
setInterval(() => {}, 60_000);
`;
