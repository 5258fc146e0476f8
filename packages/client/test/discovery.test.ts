import { ManualClock } from "@kubewright/api";
import { type ApiRequest, type CallOptions, type Discovery, ServerDiscovery } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { deferred } from "./deferred.ts";
import { type Reply, type Script, ScriptedServer, statusReply } from "./scripted-server.ts";

const podKind = { group: "", version: "v1", kind: "Pod" };
const deploymentKind = { group: "apps", version: "v1", kind: "Deployment" };
const widgetKind = { group: "example.com", version: "v1", kind: "Widget" };

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

const core = aggregated({
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

const namedGroups = aggregated(
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

const modern: Script = ({ path }) => ({ json: path === "/api" ? core : namedGroups });

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
    expect(await discovery.resourceFor(podKind)).toEqual({
      ...podKind,
      resource: "pods",
      scope: "Namespaced",
      verbs: ["get", "list"],
      singular: "pod",
      shortNames: ["po"],
      categories: ["all"],
      subresources: ["log", "status"],
    });
    expect((await discovery.resourceFor({ ...podKind, kind: "Node" })).scope).toBe("Cluster");
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
      json: path === "/api" ? core : aggregated({ name: "g.io", versions: [{ version: "v1", resources: [only] }] }),
    }));
    expect((await discovery.resources()).map(({ kind }) => kind)).toEqual(["Pod", "Node", "Event"]);
  });

  test("survives a server without a core group", async () => {
    const { discovery } = discover(({ path }) =>
      path === "/api" ? { status: 404, text: "404 page not found" } : { json: namedGroups },
    );
    expect(await discovery.resourceFor(deploymentKind)).toMatchObject({ resource: "deployments" });
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
    const { discovery } = discover(({ path }) => ({ json: path === "/api" ? core : named }));
    const podMetrics = { group: "metrics.k8s.io", version: "v1beta1", kind: "PodMetrics" };
    await discovery.resourceFor(podMetrics);
    named = metrics("Stale", []);
    discovery.invalidate();
    expect(await discovery.resourceFor(podMetrics)).toMatchObject({ resource: "pods" });
    expect(await discovery.resourceFor(deploymentKind)).toMatchObject({ resource: "deployments" });
  });

  test("says that a group is stale when a kind of it is looked for", async () => {
    const stale = aggregated({ name: "metrics.k8s.io", versions: [{ version: "v1beta1", freshness: "Stale" }] });
    const { discovery } = discover(({ path }) => ({ json: path === "/api" ? core : stale }));
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
    expect(await discovery.resourceFor(podKind)).toEqual({
      ...podKind,
      resource: "pods",
      scope: "Namespaced",
      verbs: ["get"],
      singular: "pod",
      shortNames: ["po"],
      categories: [],
      subresources: ["log"],
    });
    expect(await discovery.resourceFor({ ...podKind, kind: "Node" })).toMatchObject({
      scope: "Cluster",
      singular: "node",
    });
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
    await Promise.all([discovery.resourceFor(podKind), discovery.resourceFor(deploymentKind), discovery.resources()]);
    await discovery.resourceNamed("po");
    expect(server.lines).toHaveLength(2);
  });

  test("asks again for a kind that it does not know, and finds it", async () => {
    let named = namedGroups;
    const { discovery, server } = discover(({ path }) => ({ json: path === "/api" ? core : named }));
    await discovery.resourceFor(podKind);
    named = aggregated({
      name: "example.com",
      versions: [{ version: "v1", resources: [resource("widgets", "Widget")] }],
    });
    expect(await discovery.resourceFor(widgetKind)).toMatchObject({ resource: "widgets" });
    expect(loads(server)).toBe(2);
  });

  test("does not ask twice when the first answer already lacks the kind", async () => {
    const { server, discovery } = discover(modern);
    await expect(discovery.resourceFor(widgetKind)).rejects.toMatchObject({ code: "UNKNOWN_KIND" });
    expect(loads(server)).toBe(1);
  });

  test("finds every kind of many that are installed one after the other and used at once", async () => {
    const groups: Parameters<typeof aggregated>[0][] = [];
    const { discovery } = discover(({ path }) => ({ json: path === "/api" ? core : aggregated(...groups) }));
    await discovery.resources();
    for (const name of "abcdefghij") {
      groups.push({ name: `${name}.io`, versions: [{ version: "v1", resources: [resource("things", "Thing")] }] });
      const found = await discovery.resourceFor({ group: `${name}.io`, version: "v1", kind: "Thing" });
      expect(found.group).toBe(`${name}.io`);
    }
  });

  test("does not take an answer for the last word that was asked for before the search began", async () => {
    const before = deferred();
    let named = namedGroups;
    const { discovery, server } = discover(async ({ path }) => {
      const json = path === "/api" ? core : named;
      if (loads(server) === 1) await before.promise;
      return { json };
    });
    const earlier = discovery.resources();
    named = aggregated({
      name: "example.com",
      versions: [{ version: "v1", resources: [resource("widgets", "Widget")] }],
    });
    const search = discovery.resourceFor(widgetKind);
    before.resolve();
    await earlier;
    expect(await search).toMatchObject({ resource: "widgets" });
  });

  test("stops asking for a kind that stays missing, until some time has passed", async () => {
    const { server, clock, discovery } = discover(modern);
    const miss = () => discovery.resourceFor(widgetKind).catch((error: Error) => error.message);
    for (let call = 0; call < 50; call++) await miss();
    expect(loads(server)).toBe(6);
    clock.advance(15_000);
    await miss();
    expect(loads(server)).toBe(7);
  });

  test.each([
    {
      name: "a custom kind",
      kind: widgetKind,
      message: "the server does not serve example.com/v1 Widget: is its CustomResourceDefinition installed?",
    },
    {
      name: "another version",
      kind: { ...deploymentKind, version: "v1beta1" },
      message: "the server does not serve apps/v1beta1 Deployment: it serves Deployment in apps/v1",
    },
    {
      name: "a kind in lower case",
      kind: { ...deploymentKind, kind: "deployment" },
      message: "the server does not serve apps/v1 deployment: did you mean the kind Deployment of apps/v1?",
    },
    {
      name: "a resource in the place of a kind",
      kind: { ...podKind, kind: "pods" },
      message: "the server does not serve v1 pods: did you mean the kind Pod of v1?",
    },
    {
      name: "a misspelt kind",
      kind: { ...podKind, kind: "Pdo" },
      message: "the server does not serve v1 Pdo: check the spelling of kind and version",
    },
  ])("says what to do about $name", async ({ kind, message }) => {
    const { discovery } = discover(modern);
    await expect(discovery.resourceFor(kind)).rejects.toThrow(message);
  });

  test("asks whether anything changed with the server's ETag", async () => {
    const tagged = (request: ApiRequest): Reply => {
      if (request.headers?.["if-none-match"] === '"1"') return { status: 304, text: "" };
      return { json: request.path === "/api" ? core : namedGroups, headers: { etag: '"1"' } };
    };
    const { server, discovery } = discover(tagged);
    await discovery.resourceFor(podKind);
    discovery.invalidate();
    expect(await discovery.resourceFor(deploymentKind)).toMatchObject({ resource: "deployments" });
    expect(server.requests.map(({ headers }) => headers?.["if-none-match"])).toEqual([
      undefined,
      undefined,
      '"1"',
      '"1"',
    ]);
  });

  test("does not keep an answer that was under way when it was told to forget", async () => {
    const held = deferred();
    let named = namedGroups;
    const { discovery } = discover(async ({ path }) => {
      const json = path === "/api" ? core : named;
      if (named === namedGroups) await held.promise;
      return { json };
    });
    const early = discovery.resourceFor(podKind);
    discovery.invalidate();
    named = aggregated({
      name: "example.com",
      versions: [{ version: "v1", resources: [resource("widgets", "Widget")] }],
    });
    held.resolve();
    await early;
    expect(await discovery.resourceFor(widgetKind)).toMatchObject({ resource: "widgets" });
  });

  const questions: { name: string; ask: (discovery: Discovery, options: CallOptions) => Promise<unknown> }[] = [
    { name: "resourceFor", ask: (discovery, options) => discovery.resourceFor(podKind, options) },
    { name: "kindFor", ask: (discovery, options) => discovery.kindFor({ group: "", resource: "pods" }, options) },
    { name: "resourceNamed", ask: (discovery, options) => discovery.resourceNamed("pods", options) },
    { name: "resources", ask: (discovery, options) => discovery.resources(options) },
  ];

  test.each(questions)("ends the wait of one caller of $name, and goes on for others", async ({ ask }) => {
    const held = deferred();
    const { server, clock, discovery } = discover(async (request) => {
      await held.promise;
      return modern(request);
    });
    const controller = new AbortController();
    const aborted = expect(ask(discovery, { signal: controller.signal })).rejects.toThrow("enough");
    const late = expect(ask(discovery, { timeoutMs: 100 })).rejects.toMatchObject({ code: "TIMEOUT" });
    const patient = ask(discovery, { timeoutMs: 101 });
    controller.abort(new Error("enough"));
    clock.advance(100);
    await aborted;
    await late;
    held.resolve();
    await patient;
    expect(server.lines).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  test("asks nothing for a caller whose signal has aborted", async () => {
    const { server, discovery } = discover(modern);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(discovery.resourceFor(podKind, { signal })).rejects.toThrow("enough");
    expect(server.requests).toEqual([]);
  });

  test("asks again after a failure", async () => {
    let isUp = false;
    const { discovery } = discover((request) =>
      isUp ? modern(request) : statusReply(500, "InternalError", "etcd is down"),
    );
    await expect(discovery.resourceFor(podKind)).rejects.toThrow("etcd is down");
    isUp = true;
    expect(await discovery.resourceFor(podKind)).toMatchObject({ resource: "pods" });
  });
});
