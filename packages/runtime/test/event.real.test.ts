import { hasCause, type KubeObject } from "@kubewright/api";
import { ConfigMap, Event as CoreEvent, Namespace } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events/v1";
import { ClusterRole } from "@kubewright/api/rbac/v1";
import { ApiClient, type ClientCertificate, HttpsTransport } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EventBroadcaster, type EventBroadcasterOptions } from "../src/observability/event/event-broadcaster.ts";
import type { Logger } from "../src/observability/log/logger.ts";
import { Metrics } from "../src/observability/metric/metrics.ts";

let server: ReferenceServer;
let client: ApiClient;
beforeAll(async () => {
  server = await startReferenceServer();
  client = connect();
});
afterAll(async () => {
  await client?.close();
  await server?.[Symbol.asyncDispose]();
});

function connect(user?: ClientCertificate): ApiClient {
  return new ApiClient({ transport: new HttpsTransport(server.connection(user)) });
}

interface Line {
  readonly message: string;
  readonly err?: unknown;
  readonly permission?: string;
}

/** A broadcaster, with what it logs above debug, and at debug. */
function broadcast(options: Partial<EventBroadcasterOptions> = {}): {
  broadcaster: EventBroadcaster;
  metrics: Metrics;
  loud: Line[];
  quiet: Line[];
} {
  const [loud, quiet]: [Line[], Line[]] = [[], []];
  const metrics = new Metrics();
  const write = (lines: Line[]) => (fields: object, message: string) => void lines.push({ ...fields, message });
  const log: Logger = {
    debug: write(quiet),
    info: write(loud),
    warn: write(loud),
    error: write(loud),
    child: () => log,
  };
  const broadcaster = new EventBroadcaster({ client, log, metrics: metrics.events(), ...options });
  return { broadcaster, metrics, loud, quiet };
}

/** As `kubectl get events` asks: in the core group, by the object. */
async function coreEvents({ metadata }: KubeObject): Promise<CoreEvent[]> {
  const { items } = await client.list(CoreEvent, {
    fieldSelector: { "involvedObject.name": metadata.name },
    ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
  });
  return items;
}

let objects = 0;
async function createConfigMap(namespace = "default"): Promise<ConfigMap> {
  return await client.create(ConfigMap.of({ metadata: { name: `object-${++objects}`, namespace } }));
}

describe("the server takes events", () => {
  test.each<[string, () => KubeObject]>([
    ["of a cluster-scoped object", () => Namespace.of({ metadata: { name: "default" } })],
    [
      "of an object whose name no event can have",
      () => ClusterRole.of({ metadata: { name: "system:node" }, rules: [] }),
    ],
    [
      "of an object with the longest name",
      () => ConfigMap.of({ metadata: { name: `${"x".repeat(200)}.${"y".repeat(52)}`, namespace: "default" } }),
    ],
  ])("%s", async (_, object) => {
    const { broadcaster, loud } = broadcast();
    const regarding = object();
    broadcaster.recorder("example.com/controller").warning(regarding, { reason: "Tested", note: "all is well" });
    await broadcaster.stop();
    expect(loud).toEqual([]);
    expect(await coreEvents(regarding)).toMatchObject([
      { reason: "Tested", message: "all is well", type: "Warning", reportingComponent: "example.com/controller" },
    ]);
  });

  test("with texts of any length and alphabet", async () => {
    const { broadcaster, loud } = broadcast({ process: { hostname: "h".repeat(300) } });
    const object = await createConfigMap();
    const long = { reason: "Ä".repeat(100), action: "😀".repeat(100), note: `a${"😀".repeat(1000)}` };
    broadcaster.recorder("c").normal(object, { ...long, related: object, annotations: { a: "b" }, fieldPath: "data" });
    await broadcaster.stop();
    expect(loud).toEqual([]);
    const [event] = (await client.list(Event, { namespace: "default" })).items.filter(
      ({ regarding }) => regarding?.name === object.metadata.name,
    );
    expect(event).toMatchObject({
      reason: "Ä".repeat(64),
      action: "😀".repeat(32),
      note: `a${"😀".repeat(255)}`,
      reportingInstance: `c-${"h".repeat(126)}`,
      regarding: { uid: object.metadata.uid, resourceVersion: object.metadata.resourceVersion, fieldPath: "data" },
      related: { kind: "ConfigMap" },
      metadata: { annotations: { a: "b" } },
    });
    expect(event!.eventTime).toMatch(/\.\d{6}Z$/);
  });
});

describe("a series", () => {
  test("is visible in both groups, and keeps its count up to date", async () => {
    const { broadcaster, loud } = broadcast();
    const object = await createConfigMap();
    const recorder = broadcaster.recorder("controller");
    for (let i = 0; i < 5; i++) recorder.normal(object, { reason: "Repeated", note: "again" });
    await broadcaster.stop();
    expect(loud).toEqual([]);
    const [event] = await coreEvents(object);
    const series = { count: 5, lastObservedTime: expect.stringMatching(/\.\d{6}Z$/) };
    expect(event).toMatchObject({ series });
    expect(await client.get(Event, event!.metadata as { name: string; namespace: string })).toMatchObject({ series });
  });

  test("of combined events is taken, though a note can never change", async () => {
    const { broadcaster, loud } = broadcast();
    const object = await createConfigMap();
    const recorder = broadcaster.recorder("controller");
    for (let i = 1; i <= 12; i++) recorder.normal(object, { reason: "Similar", note: `try ${i}` });
    await broadcaster.stop();
    expect(loud).toEqual([]);
    const events = await coreEvents(object);
    expect(events).toHaveLength(10);
    expect(events.find(({ series }) => series !== undefined)).toMatchObject({
      message: "(combined from similar events): try 10",
      series: { count: 3 },
    });
  });

  test("whose event is gone is created again", async () => {
    const { broadcaster, metrics, loud } = broadcast();
    const object = await createConfigMap();
    const recorder = broadcaster.recorder("controller");
    recorder.normal(object, { reason: "Repeated", note: "again" });
    const sent = async () => await metrics.registry.getSingleMetricAsString("kubewright_events_sent_total");
    await expect.poll(sent, { timeout: 20_000 }).toMatch(/ 1$/);
    await client.delete((await coreEvents(object))[0]!);
    recorder.normal(object, { reason: "Repeated", note: "again" });
    await broadcaster.stop();
    expect(loud).toEqual([]);
    expect(await coreEvents(object)).toMatchObject([{ series: { count: 2 } }]);
  });
});

describe("events that cannot be", () => {
  test("because their namespace is being terminated are dropped in silence", async () => {
    await client.create(Namespace.of({ metadata: { name: "ending" } }));
    const object = await createConfigMap("ending");
    await client.delete(Namespace, "ending");
    const { broadcaster, loud, quiet } = broadcast();
    broadcaster.recorder("controller").normal(object, { reason: "Late", note: "too late" });
    await broadcaster.stop();
    expect(loud).toEqual([]);
    const refusal = quiet.find(({ message }) => message === "event refused");
    expect(hasCause(refusal?.err, "NamespaceTerminating")).toBe(true);
  });

  test("because their namespace is gone are dropped in silence", async () => {
    const { broadcaster, loud } = broadcast();
    const gone = ConfigMap.of({ metadata: { name: "a", namespace: "gone" } });
    broadcaster.recorder("controller").normal(gone, { reason: "Late", note: "too late" });
    await broadcaster.stop();
    expect(loud).toEqual([]);
  });

  test("for want of a permission are told once, with what would grant it", async () => {
    await using nobody = connect(server.addUser({ name: "nobody" }));
    const { broadcaster, loud } = broadcast({ client: nobody });
    const object = await createConfigMap();
    const recorder = broadcaster.recorder("controller");
    for (const reason of ["A", "B"]) recorder.normal(object, { reason, note: "" });
    await broadcaster.stop();
    expect(loud).toMatchObject([
      {
        message: "events refused, a permission is missing",
        rbacMarker: "// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch",
      },
    ]);
  });
});

test("events outlive a server that is away for a while, in order", async () => {
  const { broadcaster, loud } = broadcast();
  const object = await createConfigMap();
  const recorder = broadcaster.recorder("controller");
  await server.stop("kube-apiserver");
  for (const reason of ["A", "B", "C"]) recorder.normal(object, { reason, note: "" });
  recorder.normal(object, { reason: "A", note: "" });
  await server.start("kube-apiserver");
  await broadcaster.stop({ timeoutMs: 40_000 });
  expect(loud).toEqual([]);
  const events = await coreEvents(object);
  const byVersion = (event: CoreEvent) => Number(event.metadata.resourceVersion);
  events.sort((a, b) => byVersion(a) - byVersion(b));
  expect(events.map(({ reason, series }) => [reason, series?.count])).toEqual([
    ["B", undefined],
    ["C", undefined],
    ["A", 2],
  ]);
});
