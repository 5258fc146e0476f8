import { ConfigMap, type Container, Node, type Pod, Secret, Service } from "@kubewright/api/core/v1";
import { ApiServer } from "@kubewright/apiserver";
import { ApiClient } from "@kubewright/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { containerEnvironment } from "./container-environment.ts";

const namespace = "default";
const place = { host: "127.0.0.1", port: 6443, certificateAuthority: "" };

describe("containerEnvironment", () => {
  let server: ApiServer;
  let client: ApiClient;

  beforeAll(async () => {
    server = await ApiServer.start();
    client = new ApiClient({ transport: server.transport() });
    await client.create(ConfigMap.of({ metadata: { name: "web", namespace }, data: { COLOUR: "red", "a.b": "c" } }));
    await client.create(Secret.of({ metadata: { name: "web", namespace }, stringData: { KEY: "väl" } }));
    await client.create(
      Service.of({
        metadata: { name: "my-cache", namespace },
        spec: { clusterIP: "10.0.0.77", ports: [{ name: "text", port: 11211 }] },
      }),
    );
    await client.create(Service.of({ metadata: { name: "bare", namespace }, spec: { clusterIP: "None" } }));
    const node = await client.create(Node.of({ metadata: { name: "local" } }));
    const allocatable = { cpu: "4", memory: "8Gi" };
    await client.status.update({ ...node, status: { ...node.status, allocatable, capacity: allocatable } });
  });

  afterAll(async () => {
    await client.close();
    await server.close();
  });

  function variablesOf(container: Partial<Container>, spec: object = {}): Promise<Record<string, string>> {
    const pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "web", namespace, uid: "u1", labels: { b: 'say "hi"\n', a: "1" }, annotations: { "x/y": "z" } },
      spec: {
        nodeName: "local",
        serviceAccountName: "runner",
        containers: [],
        enableServiceLinks: false,
        ...spec,
      },
    } as Pod;
    const { signal } = new AbortController();
    const whole = { name: "main", ...container };
    return containerEnvironment(
      { client, server: place },
      { pod, container: whole, podIp: "127.1.2.3", hostIp: "127.1.0.1", signal },
    );
  }

  /** Without those of the API server. */
  async function own(container: Partial<Container>): Promise<Record<string, string>> {
    const variables = await variablesOf(container);
    return Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith("KUBERNETES_")));
  }

  test("tells where the API server is, and nothing of other services if the pod does not want that", async () => {
    expect(await variablesOf({})).toEqual({
      KUBERNETES_SERVICE_HOST: "127.0.0.1",
      KUBERNETES_SERVICE_PORT: "6443",
      KUBERNETES_SERVICE_PORT_HTTPS: "6443",
      KUBERNETES_PORT: "tcp://127.0.0.1:6443",
      KUBERNETES_PORT_6443_TCP: "tcp://127.0.0.1:6443",
      KUBERNETES_PORT_6443_TCP_PROTO: "tcp",
      KUBERNETES_PORT_6443_TCP_PORT: "6443",
      KUBERNETES_PORT_6443_TCP_ADDR: "127.0.0.1",
    });
  });

  test("tells of the services of the namespace", async () => {
    const variables = await variablesOf({}, { enableServiceLinks: true });
    expect(variables).toMatchObject({
      KUBERNETES_SERVICE_HOST: "127.0.0.1",
      MY_CACHE_SERVICE_HOST: "10.0.0.77",
      MY_CACHE_SERVICE_PORT: "11211",
      MY_CACHE_SERVICE_PORT_TEXT: "11211",
      MY_CACHE_PORT: "tcp://10.0.0.77:11211",
      MY_CACHE_PORT_11211_TCP_ADDR: "10.0.0.77",
    });
    expect(Object.keys(variables).filter((name) => name.startsWith("BARE"))).toEqual([]);
  });

  test("values may use those before them, and $$ escapes", async () => {
    const env = [
      { name: "A", value: "1" },
      { name: "B", value: "$(A) $(C) $$(A) $(KUBERNETES_SERVICE_PORT) $(COLOUR)" },
      { name: "C", value: "3" },
    ];
    expect(await own({ env, envFrom: [{ configMapRef: { name: "web" } }] })).toEqual({
      "a.b": "c",
      COLOUR: "red",
      A: "1",
      B: "1 $(C) $(A) 6443 red",
      C: "3",
    });
  });

  test("fields of the pod and amounts of resources", async () => {
    const field = (name: string, fieldPath: string) => ({ name, valueFrom: { fieldRef: { fieldPath } } });
    const amount = (name: string, resource: string, divisor?: string) => {
      return { name, valueFrom: { resourceFieldRef: { resource, ...(divisor !== undefined && { divisor }) } } };
    };
    const env = [
      ...["metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName"],
      ...["status.podIP", "status.podIPs", "status.hostIP", "status.hostIPs"],
      ...["metadata.labels['a']", "metadata.annotations['x/y']", "metadata.labels['none']", "metadata.labels"],
    ].map((path) => field(path, path));
    const amounts = [
      amount("cpu", "requests.cpu"),
      amount("millis", "requests.cpu", "1m"),
      amount("memory", "limits.memory", "1Mi"),
      amount("node", "limits.cpu"),
      amount("nothing", "requests.memory"),
    ];
    const resources = { requests: { cpu: "250m" }, limits: { memory: "64Mi" } };
    expect(await own({ env: [...env, ...amounts], resources })).toEqual({
      "metadata.name": "web",
      "metadata.namespace": "default",
      "metadata.uid": "u1",
      "spec.nodeName": "local",
      "spec.serviceAccountName": "runner",
      "status.podIP": "127.1.2.3",
      "status.podIPs": "127.1.2.3",
      "status.hostIP": "127.1.0.1",
      "status.hostIPs": "127.1.0.1",
      "metadata.labels['a']": "1",
      "metadata.annotations['x/y']": "z",
      "metadata.labels['none']": "",
      "metadata.labels": 'a="1"\nb="say \\"hi\\"\\n"',
      cpu: "1",
      millis: "250",
      memory: "64",
      node: "4",
      nothing: "0",
    });
  });

  test("keys of config maps and secrets, with a prefix, and env before envFrom", async () => {
    const container: Partial<Container> = {
      envFrom: [{ prefix: "S_", secretRef: { name: "web" } }, { configMapRef: { name: "gone", optional: true } }],
      env: [
        { name: "COLOUR", valueFrom: { configMapKeyRef: { name: "web", key: "COLOUR" } } },
        { name: "KEY", valueFrom: { secretKeyRef: { name: "web", key: "KEY" } } },
        { name: "S_KEY", value: "mine" },
        { name: "NONE", valueFrom: { secretKeyRef: { name: "web", key: "none", optional: true } } },
        { name: "GONE", valueFrom: { configMapKeyRef: { name: "gone", key: "none", optional: true } } },
      ],
    };
    expect(await own(container)).toEqual({ S_KEY: "mine", COLOUR: "red", KEY: "väl" });
  });

  test.each<[string, Partial<Container>]>([
    ['configmap "gone" not found', { envFrom: [{ configMapRef: { name: "gone" } }] }],
    ['secret "gone" not found', { env: [{ name: "A", valueFrom: { secretKeyRef: { name: "gone", key: "k" } } }] }],
    [
      "couldn't find key k in ConfigMap default/web",
      { env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "web", key: "k" } } }] },
    ],
    [
      "couldn't find key k in Secret default/web",
      { env: [{ name: "A", valueFrom: { secretKeyRef: { name: "web", key: "k" } } }] },
    ],
    ["unsupported fieldPath: spec.x", { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "spec.x" } } }] }],
  ])("rejects with: %s", async (message, container) => {
    await expect(variablesOf(container)).rejects.toThrow(new Error(message));
  });
});
