import { ManualClock } from "@kubewright/api";
import { type ApiRequest, ServerDiscovery } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { type Reply, type Script, ScriptedServer, statusReply } from "./scripted-server.ts";

const POD = { group: "", version: "v1", kind: "Pod" };
const DEPLOYMENT = { group: "apps", version: "v1", kind: "Deployment" };
const WIDGET = { group: "example.com", version: "v1", kind: "Widget" };

interface AggregatedResourceFixture {
  resource: string;
  responseKind: { group: string; version: string; kind: string } | null;
  [field: string]: unknown;
}

function resource(name: string, kind: string, more: object = {}): AggregatedResourceFixture {
  return {
    resource: name,
    responseKind: { group: "", version: "", kind },
    scope: "Namespaced",
    singularResource: kind.toLowerCase(),
    verbs: ["get", "list"],
    ...more,
  };
}

function aggregated(...groups: { name?: string; versions: object[] }[]): object {
  const items = groups.map(({ name, versions }) => ({ metadata: { ...(name !== undefined && { name }) }, versions }));
  return { kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", metadata: {}, items };
}

const CORE = aggregated({
  versions: [
    {
      version: "v1",
      freshness: "Current",
      resources: [
        resource("pods", "Pod", {
          shortNames: ["po"],
          categories: ["all"],
          subresources: [{ subresource: "log" }, { subresource: "status" }],
        }),
        resource("nodes", "Node", { scope: "Cluster", shortNames: ["no"] }),
        resource("events", "Event", { shortNames: ["ev"] }),
      ],
    },
  ],
});

const NAMED = aggregated(
  {
    name: "apps",
    versions: [{ version: "v1", resources: [resource("deployments", "Deployment", { shortNames: ["deploy"] })] }],
  },
  { name: "events.k8s.io", versions: [{ version: "v1", resources: [resource("events", "Event")] }] },
  {
    name: "autoscaling",
    versions: [
      { version: "v2", resources: [resource("horizontalpodautoscalers", "HorizontalPodAutoscaler")] },
      { version: "v1", resources: [resource("horizontalpodautoscalers", "HorizontalPodAutoscaler")] },
    ],
  },
);

const modern: Script = ({ path }) => ({ json: path === "/api" ? CORE : NAMED });

function discover(script: Script) {
  const server = new ScriptedServer(script);
  const clock = new ManualClock();
  const discovery = new ServerDiscovery({ send: (request) => server.send(request), clock });
  return { server, clock, discovery };
}

describe("aggregated discovery", () => {
  test("is asked for with both roots, and falls back to plain JSON", async () => {
    const { server, discovery } = discover(modern);
    await discovery.resources();
    expect(server.lines.sort()).toEqual(["GET /api", "GET /apis"]);
    expect(server.last.headers?.accept).toMatch(
      /^application\/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,.*,application\/json$/,
    );
  });

  test("gives resource, scope, verbs, names and subresources of a kind", async () => {
    const { discovery } = discover(modern);
    expect(await discovery.resourceFor(POD)).toEqual({
      ...POD,
      resource: "pods",
      scope: "Namespaced",
      verbs: ["get", "list"],
      singular: "pod",
      shortNames: ["po"],
      categories: ["all"],
      subresources: ["log", "status"],
    });
    expect((await discovery.resourceFor({ ...POD, kind: "Node" })).scope).toBe("Cluster");
  });

  test("prefers the version that the server names first", async () => {
    const { discovery } = discover(modern);
    const hpa = { group: "autoscaling", resource: "horizontalpodautoscalers" };
    expect(await discovery.kindFor(hpa)).toMatchObject({ version: "v2" });
    expect(await discovery.kindFor({ ...hpa, version: "v1" })).toMatchObject({ version: "v1" });
  });

  test.each([
    { name: "deployments", found: "apps/deployments" },
    { name: "deployment", found: "apps/deployments" },
    { name: "deploy", found: "apps/deployments" },
    { name: "Deployment", found: "apps/deployments" },
    { name: "deployments.apps", found: "apps/deployments" },
    { name: "deploy.v1.apps", found: "apps/deployments" },
    { name: "events", found: "/events" },
    { name: "events.events.k8s.io", found: "events.k8s.io/events" },
    { name: "pods.v1.", found: "/pods" },
  ])("finds $name", async ({ name, found }) => {
    const { discovery } = discover(modern);
    const { group, resource } = await discovery.resourceNamed(name);
    expect(`${group}/${resource}`).toBe(found);
  });

  test("skips a resource of which only subresources are served", async () => {
    const only = { resource: "ghosts", responseKind: null, subresources: [{ subresource: "scale" }] };
    const { discovery } = discover(({ path }) => ({
      json: path === "/api" ? CORE : aggregated({ name: "g.io", versions: [{ version: "v1", resources: [only] }] }),
    }));
    expect((await discovery.resources()).map(({ kind }) => kind)).toEqual(["Pod", "Node", "Event"]);
  });

  test("survives a server without a core group", async () => {
    const { discovery } = discover(({ path }) =>
      path === "/api" ? { status: 404, text: "404 page not found" } : { json: NAMED },
    );
    expect(await discovery.resourceFor(DEPLOYMENT)).toMatchObject({ resource: "deployments" });
  });

  test("throws what the server says when discovery is refused", async () => {
    const { discovery } = discover(() => statusReply(403, "Forbidden", 'forbidden: User "x" cannot get path "/api"'));
    await expect(discovery.resources()).rejects.toThrow("cannot get path");
  });

  test("keeps the resources of a group that became stale, and the other groups", async () => {
    const metrics = (freshness: string, resources: object[]) =>
      aggregated(
        { name: "metrics.k8s.io", versions: [{ version: "v1beta1", freshness, resources }] },
        { name: "apps", versions: [{ version: "v1", resources: [resource("deployments", "Deployment")] }] },
      );
    let named = metrics("Current", [resource("pods", "PodMetrics")]);
    const { discovery } = discover(({ path }) => ({ json: path === "/api" ? CORE : named }));
    const podMetrics = { group: "metrics.k8s.io", version: "v1beta1", kind: "PodMetrics" };
    await discovery.resourceFor(podMetrics);
    named = metrics("Stale", []);
    discovery.invalidate();
    expect(await discovery.resourceFor(podMetrics)).toMatchObject({ resource: "pods" });
    expect(await discovery.resourceFor(DEPLOYMENT)).toMatchObject({ resource: "deployments" });
  });

  test("says that a group is stale when a kind of it is looked for", async () => {
    const stale = aggregated({ name: "metrics.k8s.io", versions: [{ version: "v1beta1", freshness: "Stale" }] });
    const { discovery } = discover(({ path }) => ({ json: path === "/api" ? CORE : stale }));
    const wanted = { group: "metrics.k8s.io", version: "v1beta1", kind: "PodMetrics" };
    await expect(discovery.resourceFor(wanted)).rejects.toThrow(
      "metrics.k8s.io/v1beta1 is incomplete: the server that",
    );
  });
});

describe("legacy discovery", () => {
  const documents: Record<string, Reply> = {
    "/api": { json: { kind: "APIVersions", versions: ["v1"] } },
    "/api/v1": {
      json: {
        kind: "APIResourceList",
        resources: [
          { name: "pods", singularName: "pod", namespaced: true, kind: "Pod", verbs: ["get"], shortNames: ["po"] },
          { name: "pods/log", singularName: "", namespaced: true, kind: "Pod", verbs: ["get"] },
          { name: "nodes", singularName: "", namespaced: false, kind: "Node", verbs: ["get"] },
        ],
      },
    },
    "/apis": {
      json: {
        kind: "APIGroupList",
        groups: [
          {
            name: "autoscaling",
            versions: [{ version: "v1" }, { version: "v2" }],
            preferredVersion: { version: "v2" },
          },
          { name: "metrics.k8s.io", versions: [{ version: "v1beta1" }], preferredVersion: { version: "v1beta1" } },
        ],
      },
    },
    "/apis/autoscaling/v1": { json: hpaResources() },
    "/apis/autoscaling/v2": { json: hpaResources() },
    "/apis/metrics.k8s.io/v1beta1": { status: 503, text: "service unavailable\n" },
  };

  function hpaResources(): object {
    return { resources: [{ name: "hpas", singularName: "hpa", namespaced: true, kind: "HPA", verbs: ["get"] }] };
  }

  const legacy: Script = ({ path }) => documents[path]!;

  test("reads one document per group and version", async () => {
    const { server, discovery } = discover(legacy);
    expect(await discovery.resourceFor(POD)).toEqual({
      ...POD,
      resource: "pods",
      scope: "Namespaced",
      verbs: ["get"],
      singular: "pod",
      shortNames: ["po"],
      categories: [],
      subresources: ["log"],
    });
    expect(await discovery.resourceFor({ ...POD, kind: "Node" })).toMatchObject({ scope: "Cluster", singular: "node" });
    expect(server.lines).toHaveLength(6);
  });

  test("prefers the version that the group prefers", async () => {
    const { discovery } = discover(legacy);
    expect(await discovery.kindFor({ group: "autoscaling", resource: "hpas" })).toMatchObject({ version: "v2" });
  });

  test("leaves out a group that fails, says why when it is asked for, and asks again", async () => {
    let metrics = documents["/apis/metrics.k8s.io/v1beta1"]!;
    const { discovery } = discover((request) => (request.path.includes("metrics") ? metrics : legacy(request)));
    const podMetrics = { group: "metrics.k8s.io", version: "v1beta1", kind: "PodMetrics" };
    await expect(discovery.resourceFor(podMetrics)).rejects.toThrow(
      "discovery of metrics.k8s.io/v1beta1 is incomplete",
    );
    metrics = { json: { resources: [{ name: "pods", namespaced: true, kind: "PodMetrics", verbs: ["get"] }] } };
    expect(await discovery.resourceFor(podMetrics)).toMatchObject({ resource: "pods" });
  });
});

describe("the cache of discovery", () => {
  const loads = (server: ScriptedServer) => server.lines.filter((line) => line === "GET /apis").length;

  test("asks once for callers that ask at the same time, and not again", async () => {
    const { server, discovery } = discover(modern);
    await Promise.all([discovery.resourceFor(POD), discovery.resourceFor(DEPLOYMENT), discovery.resources()]);
    await discovery.resourceNamed("po");
    expect(server.lines).toHaveLength(2);
  });

  test("asks again for a kind that it does not know, and finds it", async () => {
    let named = NAMED;
    const { discovery, server } = discover(({ path }) => ({ json: path === "/api" ? CORE : named }));
    await discovery.resourceFor(POD);
    named = aggregated({
      name: "example.com",
      versions: [{ version: "v1", resources: [resource("widgets", "Widget")] }],
    });
    expect(await discovery.resourceFor(WIDGET)).toMatchObject({ resource: "widgets" });
    expect(loads(server)).toBe(2);
  });

  test("does not ask twice when the first answer already lacks the kind", async () => {
    const { server, discovery } = discover(modern);
    await expect(discovery.resourceFor(WIDGET)).rejects.toMatchObject({ code: "UNKNOWN_KIND" });
    expect(loads(server)).toBe(1);
  });

  test("stops asking for a kind that stays missing, until some time has passed", async () => {
    const { server, clock, discovery } = discover(modern);
    const miss = () => discovery.resourceFor(WIDGET).catch((error: Error) => error.message);
    for (let call = 0; call < 50; call++) await miss();
    expect(loads(server)).toBe(6);
    clock.advance(15_000);
    await miss();
    expect(loads(server)).toBe(7);
  });

  test.each([
    {
      name: "a custom kind",
      kind: WIDGET,
      message: "the server does not serve example.com/v1 Widget: is its CustomResourceDefinition installed?",
    },
    {
      name: "another version",
      kind: { ...DEPLOYMENT, version: "v1beta1" },
      message: "the server does not serve apps/v1beta1 Deployment: it serves Deployment in apps/v1",
    },
    {
      name: "a misspelt kind",
      kind: { ...POD, kind: "Pdo" },
      message: "the server does not serve v1 Pdo: check the spelling of kind and version",
    },
  ])("says what to do about $name", async ({ kind, message }) => {
    const { discovery } = discover(modern);
    await expect(discovery.resourceFor(kind)).rejects.toThrow(message);
  });

  test("asks whether anything changed with the server's ETag", async () => {
    const tagged = (request: ApiRequest): Reply => {
      if (request.headers?.["if-none-match"] === '"1"') return { status: 304, text: "" };
      return { json: request.path === "/api" ? CORE : NAMED, headers: { etag: '"1"' } };
    };
    const { server, discovery } = discover(tagged);
    await discovery.resourceFor(POD);
    discovery.invalidate();
    expect(await discovery.resourceFor(DEPLOYMENT)).toMatchObject({ resource: "deployments" });
    expect(server.requests.map(({ headers }) => headers?.["if-none-match"])).toEqual([
      undefined,
      undefined,
      '"1"',
      '"1"',
    ]);
  });

  test("does not keep an answer that was under way when it was told to forget", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let named = NAMED;
    const { discovery } = discover(async ({ path }) => {
      const json = path === "/api" ? CORE : named;
      if (named === NAMED) await held;
      return { json };
    });
    const early = discovery.resourceFor(POD);
    discovery.invalidate();
    named = aggregated({
      name: "example.com",
      versions: [{ version: "v1", resources: [resource("widgets", "Widget")] }],
    });
    release();
    await early;
    expect(await discovery.resourceFor(WIDGET)).toMatchObject({ resource: "widgets" });
  });

  test("asks again after a failure", async () => {
    let isUp = false;
    const { discovery } = discover((request) =>
      isUp ? modern(request) : statusReply(500, "InternalError", "etcd is down"),
    );
    await expect(discovery.resourceFor(POD)).rejects.toThrow("etcd is down");
    isUp = true;
    expect(await discovery.resourceFor(POD)).toMatchObject({ resource: "pods" });
  });
});
