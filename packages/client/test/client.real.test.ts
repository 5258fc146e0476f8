import { join } from "node:path";
import {
  type CustomResource,
  defineKind,
  isAlreadyExists,
  isConflict,
  isGone,
  isInvalid,
  isNotFound,
  isRequestEntityTooLarge,
  metadataOf,
} from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { APIService } from "@kubewright/api/apiregistration/v1";
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Namespace, Pod, ServiceAccount } from "@kubewright/api/core/v1";
import { ClusterRole } from "@kubewright/api/rbac/v1";
import {
  type ApiClient,
  conditionIs,
  connect,
  createOrPatch,
  createOrUpdate,
  deleted,
  exists,
  type ResourceMapping,
  retryOnConflict,
  type ServerWarning,
  type WatchEvent,
  waitFor,
  withDryRun,
  withNamespace,
} from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

interface Widget extends CustomResource<{ size?: number | bigint }, { phase?: string }> {}
const Widget = defineKind<Widget>({ group: "example.com", version: "v1", kind: "Widget" });

let server: ReferenceServer;
let client: ApiClient;
const warnings: ServerWarning[] = [];

beforeAll(async () => {
  server = await startReferenceServer();
  const kubeconfig = join(server.folder, "kubeconfig");
  await server.writeKubeconfig(kubeconfig);
  client = await connect({ kubeconfig, fieldManager: "smoke", onWarning: (warning) => warnings.push(warning) });
});

afterAll(async () => {
  await client?.close();
  await server?.[Symbol.asyncDispose]();
});

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** A namespace of its own, so that tests do not see each other's objects. */
async function ownNamespace(): Promise<string> {
  const { metadata } = await client.create(Namespace.of({ metadata: { generateName: "smoke-" } }));
  return metadata.name;
}

function config(namespace: string, name: string, data: Record<string, string> = {}): ConfigMap {
  return ConfigMap.of({ metadata: { name, namespace, labels: { app: "smoke" } }, data });
}

function deployment(namespace: string, replicas = 1): Deployment {
  const labels = { app: "web" };
  return Deployment.of({
    metadata: { name: "web", namespace },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx" }] } },
    },
  });
}

describe("verbs on a real server", () => {
  test("create, get, update, patch, delete", async () => {
    const namespace = await ownNamespace();
    const made = await client.create(config(namespace, "a", { x: "1" }));
    expect(made).toMatchObject({ apiVersion: "v1", kind: "ConfigMap", data: { x: "1" } });
    expect(isAlreadyExists(await failure(client.create(config(namespace, "a"))))).toBe(true);
    expect(await client.get(ConfigMap, `${namespace}/a`)).toEqual(made);

    const updated = await client.update({ ...made, data: { x: "2" } });
    expect(updated.data).toEqual({ x: "2" });
    expect(isConflict(await failure(client.update({ ...made, data: { x: "3" } })))).toBe(true);

    const key = { namespace, name: "a" };
    expect((await client.patch(ConfigMap, key, { merge: { data: { y: "1" } } })).data).toEqual({ x: "2", y: "1" });
    expect((await client.patch(ConfigMap, key, { json: [{ op: "remove", path: "/data/x" }] })).data).toEqual({
      y: "1",
    });
    expect((await client.patch(ConfigMap, key, { strategic: { data: { y: null } } })).data).toBeUndefined();

    await client.delete(updated);
    expect(isNotFound(await failure(client.get(ConfigMap, key)))).toBe(true);
    expect(await client.find(ConfigMap, key)).toBeUndefined();
  });

  test("apply owns fields, takes them back, and reports conflicts", async () => {
    const namespace = await ownNamespace();
    const made = await client.apply(config(namespace, "a", { x: "1", y: "1" }));
    expect((await client.apply({ ...config(namespace, "a", { x: "1" }) })).data).toEqual({ x: "1" });
    expect(made.metadata.managedFields?.[0]).toMatchObject({ manager: "smoke", operation: "Apply" });
    const other = config(namespace, "a", { x: "2" });
    expect(isConflict(await failure(client.apply(other, { fieldManager: "other" })))).toBe(true);
    expect((await client.apply(other, { fieldManager: "other", force: true })).data).toEqual({ x: "2" });
    await client.apply(await client.get(ConfigMap, { namespace, name: "a" }), { fieldManager: "other" });
  });

  test("list selects, pages, and says what the items are", async () => {
    const namespace = await ownNamespace();
    for (const name of ["a", "b", "c"]) await client.create(config(namespace, name));
    const list = await client.list(ConfigMap, { namespace, labelSelector: { matchLabels: { app: "smoke" } } });
    expect(list.items.map(({ kind, apiVersion, metadata }) => `${apiVersion} ${kind} ${metadata.name}`)).toEqual([
      "v1 ConfigMap a",
      "v1 ConfigMap b",
      "v1 ConfigMap c",
    ]);
    const one = await client.list(ConfigMap, { namespace, fieldSelector: { "metadata.name": "b" } });
    expect(one.items).toHaveLength(1);
    const sizes: number[] = [];
    const versions = new Set<string | undefined>();
    for await (const page of client.listPages(ConfigMap, { namespace, limit: 2 })) {
      sizes.push(page.items.length);
      versions.add(page.metadata.resourceVersion);
    }
    expect(sizes).toEqual([2, 1]);
    expect(versions.size).toBe(1);
    expect((await client.list(ConfigMap, { namespace: "no-such-namespace" })).items).toEqual([]);
  });

  test("metadata only", async () => {
    const namespace = await ownNamespace();
    const { metadata } = await client.create(config(namespace, "a", { x: "1" }));
    const expected = { apiVersion: "v1", kind: "ConfigMap", metadata };
    expect(await client.get(metadataOf(ConfigMap), { namespace, name: "a" })).toEqual(expected);
    expect((await client.list(metadataOf(ConfigMap), { namespace })).items).toEqual([expected]);
    for await (const event of client.watch(metadataOf(ConfigMap), { namespace })) {
      expect(event).toEqual({ type: "ADDED", object: expected });
      break;
    }
  });

  test("dry run changes nothing, strict validation refuses unknown fields", async () => {
    const namespace = await ownNamespace();
    await withDryRun(client).create(config(namespace, "a"));
    expect(await client.find(ConfigMap, { namespace, name: "a" })).toBeUndefined();
    const odd = { ...config(namespace, "a"), dta: {} };
    expect(String(await failure(client.create(odd, { fieldValidation: "Strict" })))).toContain('unknown field "dta"');
    await client.create(odd);
    expect(warnings.map(({ text }) => text)).toContain('unknown field "dta"');
  });

  test("deleteAllOf stays in the client's namespace, or goes through all when told to", async () => {
    const namespaces = [await ownNamespace(), await ownNamespace()];
    const labels = { purge: "yes" };
    for (const namespace of namespaces) {
      await client.create(ConfigMap.of({ metadata: { name: "a", namespace, labels } }));
    }
    await client.create(config(namespaces[0]!, "kept"));
    await client.deleteAllOf(ConfigMap, { labelSelector: "purge=yes" });
    expect((await client.list(ConfigMap, { labelSelector: "purge=yes" })).items).toHaveLength(2);
    await client.deleteAllOf(ConfigMap, { labelSelector: "purge=yes", allNamespaces: true });
    const left = await Promise.all(namespaces.map((namespace) => client.list(ConfigMap, { namespace })));
    expect(left.flatMap(({ items }) => items.map(({ metadata }) => metadata.name))).toEqual(["kept"]);
  });

  test("delete honours preconditions and finalizers", async () => {
    const namespace = await ownNamespace();
    const made = await client.create(
      ConfigMap.of({ metadata: { name: "a", namespace, finalizers: ["example.com/hold"] } }),
    );
    expect(isConflict(await failure(client.delete(made, { preconditions: { uid: "another" } })))).toBe(true);
    await client.delete(made, { propagationPolicy: "Background", preconditions: { uid: made.metadata.uid! } });
    const held = await client.get(ConfigMap, made.metadata);
    expect(held.metadata.deletionTimestamp).toBeDefined();
    const gone = waitFor(client, ConfigMap, held.metadata, deleted);
    await client.patch(ConfigMap, held.metadata, { merge: { metadata: { finalizers: null } } });
    expect(await gone).toBeUndefined();
  });

  test("status, scale, token and eviction", async () => {
    const namespace = await ownNamespace();
    const made = await client.create(deployment(namespace));
    const withStatus = await client.status.update({ ...made, status: { replicas: 1, observedGeneration: 1 } });
    expect(withStatus.status?.replicas).toBe(1);
    const patched = await client.status.patch(Deployment, made.metadata, { merge: { status: { readyReplicas: 1 } } });
    expect(patched.status?.readyReplicas).toBe(1);
    const applied = await client.status.apply(
      { ...deployment(namespace), status: { updatedReplicas: 1 } },
      { force: true },
    );
    expect(applied.status?.updatedReplicas).toBe(1);

    const scale = client.subresource("scale");
    const current = await scale.get(Deployment, made.metadata);
    expect(current).toMatchObject({ kind: "Scale", spec: { replicas: 1 } });
    expect(await scale.update(Deployment, made.metadata, { ...current, spec: { replicas: 3 } })).toMatchObject({
      spec: { replicas: 3 },
    });

    const account = await client.create(ServiceAccount.of({ metadata: { name: "a", namespace } }));
    const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { audiences: ["x"] } };
    expect(await client.subresource("token").create(ServiceAccount, account.metadata, request)).toMatchObject({
      status: { token: expect.any(String) },
    });

    const pod = await client.create(
      Pod.of({ metadata: { name: "p", namespace }, spec: { containers: [{ name: "c", image: "i" }] } }),
    );
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "p", namespace } };
    await client.subresource("eviction").create(Pod, pod.metadata, eviction);
    expect(await client.find(Pod, pod.metadata)).toBeUndefined();
  });

  test("names that need escaping", async () => {
    for (const name of ["system:odd:näme", "a b+c&d=e?#"]) {
      const made = await client.create(ClusterRole.of({ metadata: { name }, rules: [] }));
      expect((await client.get(ClusterRole, name)).metadata.uid).toBe(made.metadata.uid);
      await client.delete(ClusterRole, name);
      expect(await client.find(ClusterRole, name)).toBeUndefined();
    }
  });

  test("an object of 3 MB is refused with an error that says why", async () => {
    const namespace = await ownNamespace();
    const error = await failure(client.create(config(namespace, "big", { x: "x".repeat(3_200_000) })));
    expect(isRequestEntityTooLarge(error)).toBe(true);
    expect(isInvalid(await failure(client.create(config(namespace, "big", { x: "x".repeat(1_100_000) }))))).toBe(true);
  });

  test("logs of a pod that has no node", async () => {
    const namespace = await ownNamespace();
    await client.create(
      Pod.of({ metadata: { name: "p", namespace }, spec: { containers: [{ name: "c", image: "i" }] } }),
    );
    const lines: string[] = [];
    for await (const line of client.logs({ namespace, name: "p" })) lines.push(line);
    expect(lines).toEqual([]);
    const missing = client.logs({ namespace, name: "none" })[Symbol.asyncIterator]().next();
    expect(isNotFound(await failure(missing))).toBe(true);
  });
});

describe("discovery of a real server", () => {
  test("knows kinds, short names and subresources", async () => {
    expect(await client.discovery.resourceNamed("deploy")).toMatchObject({
      group: "apps",
      version: "v1",
      kind: "Deployment",
      resource: "deployments",
      scope: "Namespaced",
      subresources: expect.arrayContaining(["status", "scale"]),
    });
    expect(
      await client.discovery.kindFor({ group: "autoscaling", resource: "horizontalpodautoscalers" }),
    ).toMatchObject({
      version: "v2",
    });
    expect(await client.discovery.resourceFor({ group: "", version: "v1", kind: "Node" })).toMatchObject({
      scope: "Cluster",
    });
  });

  test("revalidates with the server's ETag", async () => {
    const statuses: number[] = [];
    const observed = await connect({
      kubeconfig: join(server.folder, "kubeconfig"),
      onRequest: ({ outcome }) => "status" in outcome && statuses.push(outcome.status),
    });
    await observed.discovery.resources();
    observed.discovery.invalidate();
    await observed.discovery.resources();
    await observed.close();
    expect(statuses).toEqual([200, 200, 304, 304]);
  });

  test("tells the same in the documents of servers without aggregated discovery", async () => {
    await using legacy = await connect({
      kubeconfig: join(server.folder, "kubeconfig"),
      interceptors: [(request, next) => next({ ...request, headers: { accept: "application/json" } })],
    });
    const inOrder = async (from: ApiClient) => {
      const resources = await from.discovery.resources();
      const comparable = resources.map((mapping) => ({ ...mapping, subresources: [...mapping.subresources].sort() }));
      return comparable.sort((a, b) => path(a).localeCompare(path(b)));
    };
    const path = ({ group, version, resource }: ResourceMapping) => `${group}/${version}/${resource}`;
    expect(await inOrder(legacy)).toEqual(await inOrder(client));
  });

  test("goes on without a group whose server is down", async () => {
    const service = APIService.of({
      metadata: { name: "v1beta1.down.example.com" },
      spec: {
        group: "down.example.com",
        version: "v1beta1",
        groupPriorityMinimum: 100,
        versionPriority: 100,
        service: { name: "none", namespace: "default" },
      },
    });
    await client.create(service);
    const down = { group: "down.example.com", version: "v1beta1", kind: "Gauge" };
    await expect
      .poll(
        async () => {
          client.discovery.invalidate();
          return String(await failure(client.discovery.resourceFor(down)));
        },
        { timeout: 20_000 },
      )
      .toContain("discovery of down.example.com/v1beta1 is incomplete");
    expect(await client.discovery.resourceNamed("deploy")).toMatchObject({ kind: "Deployment" });
    await client.delete(service);
  });

  test("finds a custom kind as soon as it is served, and misses it before", async () => {
    expect(await failure(client.list(Widget))).toMatchObject({ code: "UNKNOWN_KIND" });
    const explicit = defineKind<Widget>({ ...Widget, plural: "widgets", scope: "Namespaced" });
    expect(await failure(client.find(explicit, "w"))).toMatchObject({ code: "UNKNOWN_KIND" });

    const crd = await client.create(widgetDefinition());
    await waitFor(client, CustomResourceDefinition, crd.metadata, conditionIs("Established"));
    const widget = await retryUntilServed(() =>
      client.create(Widget.of({ metadata: { name: "w" }, spec: { size: 9007199254740993n } })),
    );
    expect(widget.spec.size).toBe(9007199254740993n);
    expect((await client.get(Widget, "w")).spec.size).toBe(9007199254740993n);
    const updated = await client.status.update({ ...widget, status: { phase: "Ready" } });
    expect(updated.status).toEqual({ phase: "Ready" });
    expect((await client.list(Widget)).items).toEqual([updated]);
    const error = await failure(client.subresource("scale").get(Widget, "w"));
    expect(error).toMatchObject({ code: "UNKNOWN_KIND", message: expect.stringContaining("subresource scale") });
    await client.deleteAllOf(Widget);
    expect((await client.list(Widget)).items).toEqual([]);
  });

  function widgetDefinition(): CustomResourceDefinition {
    const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    return CustomResourceDefinition.of({
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { kind: "Widget", plural: "widgets", singular: "widget" },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            subresources: { status: {} },
            schema: { openAPIV3Schema: { type: "object", properties: { spec: open, status: open } } },
          },
        ],
      },
    });
  }

  /** Discovery follows a definition that is established with some delay. */
  async function retryUntilServed<T>(call: () => Promise<T>): Promise<T> {
    let result: T | undefined;
    await expect
      .poll(
        async () => {
          result = await call();
          return true;
        },
        { timeout: 20_000, interval: 50 },
      )
      .toBe(true);
    return result!;
  }
});

describe("watch on a real server", () => {
  test("tells changes from a version on", async () => {
    const namespace = await ownNamespace();
    const { metadata } = await client.list(ConfigMap, { namespace });
    await client.create(config(namespace, "a"));
    await client.update(config(namespace, "a", { x: "1" }));
    await client.delete(ConfigMap, { namespace, name: "a" });
    const types: string[] = [];
    for await (const event of client.watch(ConfigMap, { namespace, resourceVersion: metadata.resourceVersion! })) {
      types.push(event.type);
      if (event.type === "DELETED") break;
    }
    expect(types).toEqual(["ADDED", "MODIFIED", "DELETED"]);
  });

  test("starts with all that exists, and marks its end", async () => {
    const namespace = await ownNamespace();
    for (const name of ["a", "b"]) await client.create(config(namespace, name));
    const events: WatchEvent<ConfigMap>[] = [];
    for await (const event of client.watch(ConfigMap, { namespace, sendInitialEvents: true })) {
      events.push(event);
      if (event.type === "BOOKMARK") break;
    }
    expect(events.map(({ type }) => type)).toEqual(["ADDED", "ADDED", "BOOKMARK"]);
    expect(events.at(-1)).toMatchObject({ isInitialEventsEnd: true, resourceVersion: expect.stringMatching(/^\d+$/) });
  });

  test("ends without an error when the server's time is up", async () => {
    const namespace = await ownNamespace();
    const events: unknown[] = [];
    for await (const event of client.watch(ConfigMap, { namespace, timeoutSeconds: 1 })) events.push(event);
    expect(events.every((event) => (event as { type: string }).type === "BOOKMARK")).toBe(true);
  });

  test("notices a server that is there and says nothing", async () => {
    const namespace = await ownNamespace();
    const { metadata } = await client.list(ConfigMap, { namespace });
    const events = client.watch(ConfigMap, {
      namespace,
      resourceVersion: metadata.resourceVersion!,
      idleTimeoutMs: 500,
    });
    const next = failure(events[Symbol.asyncIterator]().next());
    await server.pause("kube-apiserver");
    try {
      expect(await next).toMatchObject({ code: "WATCH_STALLED" });
    } finally {
      await server.resume("kube-apiserver");
    }
  });
});

describe("flows on a real server", () => {
  test("createOrUpdate and createOrPatch write only what changed", async () => {
    const namespace = await ownNamespace();
    const scale = (replicas: number) => (object: Deployment) => {
      object.spec.replicas = replicas;
    };
    const outcomes = [
      await createOrUpdate(client, deployment(namespace), scale(1)),
      await createOrUpdate(client, deployment(namespace), scale(1)),
      await createOrUpdate(client, deployment(namespace), scale(2)),
      await createOrPatch(client, deployment(namespace), scale(3)),
      await createOrPatch(client, deployment(namespace), scale(3)),
    ];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["created", "unchanged", "updated", "updated", "unchanged"]);
    expect(outcomes.at(-1)?.object.spec.replicas).toBe(3);
  });

  test("many writers of one object all get through", async () => {
    const namespace = await ownNamespace();
    const { metadata } = await client.create(config(namespace, "counter", { count: "0" }));
    const add = () =>
      retryOnConflict(
        async () => {
          const counter = await client.get(ConfigMap, metadata);
          return await client.update({ ...counter, data: { count: String(Number(counter.data?.count) + 1) } });
        },
        { attempts: 50 },
      );
    await Promise.all(Array.from({ length: 5 }, add));
    expect((await client.get(ConfigMap, metadata)).data).toEqual({ count: "5" });
  });

  test("waitFor sees an object that appears later, in the namespace of the client", async () => {
    const namespace = await ownNamespace();
    const inNamespace = withNamespace(client, namespace);
    const waiting = waitFor(inNamespace, ConfigMap, "late", exists);
    await inNamespace.create(ConfigMap.of({ metadata: { name: "late" } }));
    expect((await waiting).metadata.namespace).toBe(namespace);
  });

  test("waitFor survives a restart of the server, after which old versions are gone", async () => {
    const namespace = await ownNamespace();
    const waiting = waitFor(client, ConfigMap, { namespace, name: "late" }, exists, { timeoutMs: 50_000 });
    await server.restart("kube-apiserver");
    await client.create(config(namespace, "late"));
    expect((await waiting).metadata.name).toBe("late");
    const old = client.watch(ConfigMap, { resourceVersion: "1" });
    expect(isGone(await failure(old[Symbol.asyncIterator]().next()))).toBe(true);
  });
});
