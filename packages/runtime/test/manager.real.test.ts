import { type CustomResource, defineKind, isControlledBy, setControllerReference } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { Deployment } from "@kubewright/api/apps/v1";
import { Lease } from "@kubewright/api/coordination/v1";
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events/v1";
import { ClusterRole, ClusterRoleBinding } from "@kubewright/api/rbac/v1";
import { ApiClient, conditionIs, deleted, exists, HttpsTransport, waitFor } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { reconcileObject } from "../src/controller/reconcile-object.ts";
import type { ReconcileContext } from "../src/controller/reconciler.ts";
import { withFinalizer } from "../src/controller/with-finalizer.ts";
import { Manager } from "../src/manager/manager.ts";
import type { ManagerOptions } from "../src/manager/manager-options.ts";
import { type Line, recordingLogger } from "./manager-world.ts";

interface Memcached extends CustomResource<{ size: number }, { ready?: boolean }> {}
/** The machine may have much else to do. */
const patiently = { timeout: 15_000 };
const group = "manager.example.com";
const Memcached = defineKind<Memcached>({ group, version: "v1", kind: "Memcached" });

const definition = CustomResourceDefinition.of({
  metadata: { name: `memcacheds.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { plural: "memcacheds", singular: "memcached", kind: "Memcached", listKind: "MemcachedList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
});

let server: ReferenceServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startReferenceServer();
  client = new ApiClient({ transport: new HttpsTransport(server.connection()), fieldManager: "test" });
  await install();
});

afterAll(async () => {
  await client?.close();
  await server?.close();
});

describe("a manager on a real API server", () => {
  test("brings back what is deleted, and cleans up in good order", async () => {
    const namespace = await newNamespace();
    const run = await startManager((manager) => {
      manager
        .controller("memcached", { maxConcurrentReconciles: 2 })
        .for(Memcached)
        .owns(Deployment)
        .reconcile(
          withFinalizer({
            kind: Memcached,
            finalizer: `${group}/outside`,
            reconcile: deploy,
            cleanup: async (_, { log }) => log.info({}, "cleaned up"),
          }),
        );
    }, namespace);
    const key = { namespace, name: "cache" };
    await client.create(Memcached.of({ metadata: key, spec: { size: 2 } }));
    const first = await waitFor(client, Deployment, key, exists);
    expect(isControlledBy(first, await client.get(Memcached, key))).toBe(true);
    await client.delete(first);
    const isAnother = (object: Deployment | undefined): object is Deployment =>
      object !== undefined && object.metadata.uid !== first.metadata.uid;
    await waitFor(client, Deployment, key, isAnother);
    await waitFor(client, Memcached, key, (object): object is Memcached => object?.status?.ready === true);

    await client.delete(Memcached, key);
    await waitFor(client, Memcached, key, deleted);
    expect(run.lines.map(({ message }) => message)).toContain("cleaned up");
    expect(run.lines.filter(({ level }) => level === "error")).toEqual([]);
    await run.manager.stop();
    expect(run.outcome()).toEqual({});
  });

  test("holds a lease while it works, and records events", async () => {
    const namespace = await newNamespace();
    const lease = { namespace, name: `lease.${group}` };
    const run = await startManager(
      (manager) => {
        manager
          .controller("memcached")
          .for(Memcached)
          .reconcile(
            reconcileObject(Memcached, async (object, { events }) => {
              events.normal(object, { reason: "Seen", note: "it is there" });
            }),
          );
      },
      namespace,
      { leaderElection: { id: lease.name, namespace } },
    );
    await run.manager.elected;
    await client.create(Memcached.of({ metadata: { namespace, name: "a" }, spec: { size: 1 } }));
    await vi.waitFor(async () => {
      const { items } = await client.list(Event, { namespace });
      expect(items.map(({ reason, reportingController }) => [reason, reportingController]).sort()).toEqual([
        ["LeaderElection", "leader-election"],
        ["Seen", "memcached"],
      ]);
    }, patiently);
    expect((await client.get(Lease, lease)).spec?.holderIdentity).toBeTruthy();
    await run.manager.stop();
    expect((await client.get(Lease, lease)).spec?.holderIdentity ?? "").toBe("");
  });

  test("logs what the server warns of, counts requests, and names who writes", async () => {
    const namespace = await newNamespace();
    const run = await startManager((manager) => {
      manager.controller("memcached").for(Memcached).reconcile(reconcileObject(Memcached, deploy));
    }, namespace);
    const map = ConfigMap.of({ metadata: { namespace, name: "a" } });
    await run.manager.client.live.create({ ...map, colour: "red" } as ConfigMap);
    const warning = run.lines.find(({ message }) => message === "the server warns");
    expect(warning).toMatchObject({ level: "warn", fields: { warning: 'unknown field "colour"', method: "POST" } });
    const text = await run.manager.metrics.registry.metrics();
    const host = new URL(server.url).host;
    expect(text).toContain(`rest_client_requests_total{code="201",method="POST",host="${host}"} 1`);

    const key = { namespace, name: "owned" };
    await client.create(Memcached.of({ metadata: key, spec: { size: 1 } }));
    const { metadata } = await waitFor(client, Deployment, key, exists);
    expect(metadata.managedFields?.map(({ manager, operation }) => [manager, operation])).toEqual([
      ["memcached", "Apply"],
    ]);
  });

  test("says which permission is missing, at the start and in a reconcile", async () => {
    const namespace = await newNamespace();
    const user = server.addUser({ name: `limited-${namespace}` });
    const connection = { ...restricted(user), namespace };
    const role = ClusterRole.of({
      metadata: { name: `limited-${namespace}` },
      rules: [{ apiGroups: [group], resources: ["memcacheds"], verbs: ["get", "list", "watch"] }],
    });
    await client.create(role);
    await client.create(
      ClusterRoleBinding.of({
        metadata: { name: role.metadata.name },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role.metadata.name },
        subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: `limited-${namespace}` }],
      }),
    );
    const reconciling = await startManager(
      (manager) => {
        manager.controller("memcached").for(Memcached).reconcile(reconcileObject(Memcached, deploy));
      },
      namespace,
      { connection },
    );
    await client.create(Memcached.of({ metadata: { namespace, name: "a" }, spec: { size: 1 } }));
    const written = "// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=patch";
    await vi.waitFor(() => expect(markersOf(reconciling.lines)).toContain(written), patiently);
    await reconciling.manager.stop();

    const starting = await startManager(
      (manager) => {
        manager.controller("memcached").for(Memcached).owns(Deployment).reconcile(reconcileObject(Memcached, deploy));
      },
      namespace,
      { connection, controllers: { cacheSyncTimeoutMs: 1_500 } },
    );
    await vi.waitFor(() => expect(starting.outcome()).toBeDefined(), patiently);
    expect(starting.outcome()?.error).toMatchObject({
      code: "CACHE_SYNC_TIMEOUT",
      message: expect.stringMatching(
        /^Deployment of apps\/v1 in manager-\d+ was not known in full after 1\.5 s: deployments\.apps is forbidden: .*rbac:groups=apps,resources=deployments,verbs=get;list;watch$/,
      ),
    });
  });

  test("waits for a kind that is not installed yet, then works", async () => {
    const namespace = await newNamespace();
    await client.delete(definition);
    await waitFor(client, CustomResourceDefinition, definition.metadata.name, deleted);
    const run = await startManager(
      (manager) => {
        manager.controller("memcached").for(Memcached).owns(Deployment).reconcile(reconcileObject(Memcached, deploy));
      },
      namespace,
      { health: { bindAddress: "127.0.0.1:0" }, controllers: { cacheSyncTimeoutMs: 500 } },
    );
    await vi.waitFor(async () => {
      const answer = await fetch(`http://127.0.0.1:${run.manager.healthPort}/readyz/caches`);
      expect(await answer.text()).toContain("Memcached of manager.example.com/v1 is not served by the server");
    }, patiently);
    await install();
    await client.create(Memcached.of({ metadata: { namespace, name: "late" }, spec: { size: 1 } }));
    await waitFor(client, Deployment, { namespace, name: "late" }, exists);
    const answer = await fetch(`http://127.0.0.1:${run.manager.healthPort}/readyz`);
    expect(answer.status).toBe(200);
    expect(run.outcome()).toBeUndefined();
  });
});

async function install(): Promise<void> {
  await client.create(definition);
  await waitFor(client, CustomResourceDefinition, definition.metadata.name, conditionIs("Established"));
}

let namespaces = 0;
async function newNamespace(): Promise<string> {
  const name = `manager-${++namespaces}`;
  await client.create(Namespace.of({ metadata: { name } }));
  return name;
}

function restricted(user: ReferenceServer["admin"]): NonNullable<ManagerOptions["connection"]> {
  return { server: server.url, certificateAuthority: server.caCertificate, clientCertificate: user, proxyUrl: false };
}

/** One that looks at a single namespace, and is stopped when the test ends. */
async function startManager(
  setUp: (manager: Manager) => void,
  namespace: string,
  options: ManagerOptions = {},
): Promise<{ manager: Manager; lines: Line[]; outcome(): { error?: unknown } | undefined }> {
  const lines: Line[] = [];
  const manager = await Manager.create({
    connection: { ...restricted(server.admin), namespace },
    cache: { namespaces: [namespace], informer: { missingRetryMs: 500 } },
    log: recordingLogger(lines),
    metrics: false,
    health: false,
    handleSignals: false,
    ...options,
  });
  setUp(manager);
  let outcome: { error?: unknown } | undefined;
  manager.start().then(
    () => {
      outcome = {};
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  onTestFinished(() => manager.stop());
  return { manager, lines, outcome: () => outcome };
}

async function deploy(memcached: Memcached, { client, signal }: ReconcileContext): Promise<void> {
  const labels = { app: memcached.metadata.name };
  const { namespace, name } = memcached.metadata;
  const deployment = Deployment.of({
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    spec: {
      replicas: memcached.spec.size,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "memcached", image: "memcached:1.6" }] } },
    },
  });
  setControllerReference(memcached, deployment);
  await client.apply(deployment, { signal });
  if (memcached.status?.ready === true) return;
  await client.status.patch(Memcached, memcached.metadata, { merge: { status: { ready: true } } }, { signal });
}

function markersOf(lines: readonly Line[]): unknown[] {
  return lines.map(({ fields }) => fields.rbacMarker);
}
