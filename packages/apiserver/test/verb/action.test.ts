import { statusErrorOf } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { RequestContext } from "../../src/resource/request-context.ts";
import type { Resource } from "../../src/resource/resource.ts";
import type { ServerActions } from "../../src/resource/server-state.ts";
import { type ActionResult, performAction } from "../../src/verb/action/perform-action.ts";
import { createObject } from "../../src/verb/create.ts";
import { builtinResource, Fixture, view } from "./fixture.ts";
import { refusal } from "./refusal.ts";

function action(name: string, group: string, kind: string) {
  const { codec, type } = builtinResource({ group, resource: "x", kind });
  return {
    type: "action",
    name,
    verbs: ["create"],
    kind: { group, version: "v1", kind },
    codec,
    valueType: type,
  } as const;
}

const streams = ["log", "exec", "attach", "portforward", "proxy"].map((name) => ({
  type: "action" as const,
  name,
  verbs: ["get"],
  kind: { group: "", version: "v1", kind: "Pod" },
}));
const plainPods = builtinResource({
  resource: "pods",
  kind: "Pod",
  strategy: { returnsDeletedObject: true, gracePeriodOf: () => 30 },
});
const pods: Resource = {
  ...plainPods,
  subresources: new Map(
    [
      view(plainPods, "status"),
      action("eviction", "policy", "Eviction"),
      action("binding", "", "Binding"),
      ...streams,
    ].map((subresource) => [subresource.name, subresource]),
  ),
};
const plainBudgets = builtinResource({
  group: "policy",
  resource: "poddisruptionbudgets",
  kind: "PodDisruptionBudget",
});
const budgets: Resource = { ...plainBudgets, subresources: new Map([["status", view(plainBudgets, "status")]]) };
const bindings = builtinResource({ resource: "bindings", kind: "Binding" });
const accounts: Resource = {
  ...builtinResource({ resource: "serviceaccounts", kind: "ServiceAccount" }),
  subresources: new Map([["token", action("token", "authentication.k8s.io", "TokenRequest")]]),
};
const nodes = builtinResource({ resource: "nodes", kind: "Node", isNamespaced: false });

function newFixture(actions: ServerActions = {}): Fixture {
  return new Fixture([pods, budgets, bindings, accounts, nodes], { actions });
}

async function make(fixture: Fixture, resource: Resource, body: { metadata: object } & Record<string, unknown>) {
  const namespace = resource.isNamespaced ? "default" : "";
  await createObject(fixture.state, { resource, namespace, name: "", body }, fixture.context());
}

interface Sent extends Partial<RequestContext> {
  readonly body?: unknown;
  readonly query?: string;
  readonly resource?: Resource;
}

function perform(fixture: Fixture, name: string, subresource: string, sent: Sent = {}): Promise<ActionResult> {
  const { body, query = "", resource = pods, ...context } = sent;
  const request = { resource, namespace: "default", name, subresource, body, parameters: new URLSearchParams(query) };
  return performAction(fixture.state, request, fixture.context(context));
}

const containers = [{ name: "c", image: "i" }];

describe("pods/binding", () => {
  test("gives the pod its node, and what the binding says", async () => {
    const fixture = newFixture();
    await make(fixture, pods, { metadata: { name: "p", labels: { a: "b" } }, spec: { containers } });
    const metadata = { name: "p", labels: { l: "m" }, annotations: { q: "1" } };
    const body = { metadata, target: { kind: "Node", name: "n" } };
    await perform(fixture, "p", "binding", { body, isDryRun: true });
    expect(fixture.history()).toEqual(["ADDED p"]);
    expect(await perform(fixture, "p", "binding", { body })).toEqual({
      code: 201,
      object: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 },
    });
    expect(fixture.store.get("pods", "default", "p")!.object).toMatchObject({
      metadata: { labels: { a: "b", l: "m" }, annotations: { q: "1" } },
      spec: { nodeName: "n" },
      status: {
        conditions: [
          { type: "PodScheduled", status: "True", lastProbeTime: null, lastTransitionTime: "2026-01-01T00:00:00Z" },
        ],
      },
    });
    expect(await refusal(perform(fixture, "p", "binding", { body }))).toEqual([
      409,
      'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n"',
    ]);
  });

  test.each<[body: object, code: number, message: string]>([
    [{ metadata: { name: "q" }, target: { name: "n" } }, 400, "name in URL does not match name in Binding object"],
    [
      { metadata: { name: "p" }, target: { kind: "Foo" } },
      500,
      '[target.kind: Unsupported value: "Foo": supported values: "Node", "<empty>", target.name: Required value]',
    ],
    [
      { metadata: { name: "p", resourceVersion: "1" }, target: { name: "n" } },
      409,
      'Operation cannot be fulfilled on pods "p": StorageError: invalid object, Code: 4, Key: /registry/pods/default/p, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ResourceVersion in precondition: 1, ResourceVersion in object meta: 2',
    ],
  ])("%j is refused with %d", async (body, code, message) => {
    const fixture = newFixture();
    await make(fixture, pods, { metadata: { name: "p" }, spec: { containers } });
    expect(await refusal(perform(fixture, "p", "binding", { body }))).toEqual([code, message]);
  });

  test("a Binding can also be created", async () => {
    const fixture = newFixture();
    await make(fixture, pods, { metadata: { name: "p" }, spec: { containers } });
    await make(fixture, bindings, { metadata: { name: "p" }, target: { name: "n" } });
    expect(fixture.store.get("pods", "default", "p")!.object.spec).toMatchObject({ nodeName: "n" });
    expect(fixture.store.count("bindings")).toBe(0);
  });
});

describe("pods/eviction", () => {
  const eviction = { body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "p" } } };
  const running = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };

  async function withBudget(status: object, podStatus: object = running, spec: object = {}): Promise<Fixture> {
    const fixture = newFixture();
    await make(fixture, pods, {
      metadata: { name: "p", labels: { app: "e" } },
      spec: { containers },
      status: podStatus,
    });
    const selector = { matchLabels: { app: "e" } };
    await make(fixture, budgets, { metadata: { name: "b" }, spec: { minAvailable: 1, selector, ...spec }, status });
    return fixture;
  }

  const causesOf = async (promise: Promise<unknown>) =>
    statusErrorOf(await promise.catch((error: unknown) => error))?.status.details;

  test("without a budget the pod is marked and deleted", async () => {
    const fixture = newFixture();
    await make(fixture, pods, { metadata: { name: "p" }, spec: { containers }, status: running });
    await perform(fixture, "p", "eviction", eviction);
    const { object } = fixture.store.get("pods", "default", "p")!;
    expect(object.metadata.deletionGracePeriodSeconds).toBe(30);
    expect(object.status).toMatchObject({
      conditions: [
        { type: "Ready" },
        { type: "DisruptionTarget", reason: "EvictionByEvictionAPI", message: "Eviction API: evicting" },
      ],
    });
  });

  test("takes one of the disruptions that the budget allows", async () => {
    const fixture = await withBudget({ currentHealthy: 2, desiredHealthy: 1, disruptionsAllowed: 1, expectedPods: 2 });
    await perform(fixture, "p", "eviction", { ...eviction, isDryRun: true });
    expect(fixture.history()).toEqual(["ADDED p", "ADDED b"]);
    const older = { ...eviction.body, apiVersion: "policy/v1beta1" };
    expect((await perform(fixture, "p", "eviction", { body: older })).code).toBe(201);
    const budget = fixture.store.get("policy/poddisruptionbudgets", "default", "b")!.object;
    expect(budget.status).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { p: "2026-01-01T00:00:00Z" },
      conditions: [{ type: "DisruptionAllowed", status: "False", reason: "InsufficientPods", message: "" }],
    });
    const owner = { manager: "kube-apiserver", subresource: "status" };
    expect(budget.metadata.managedFields).toContainEqual(expect.objectContaining(owner));
    expect(fixture.history().slice(2)).toEqual(["MODIFIED b", "MODIFIED p", "MODIFIED p"]);
  });

  test("is refused when the budget allows none", async () => {
    const none = await withBudget({ currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 1 });
    expect(await refusal(perform(none, "p", "eviction", eviction))).toEqual([
      429,
      "Cannot evict pod as it would violate the pod's disruption budget.",
    ]);
    expect(await causesOf(perform(none, "p", "eviction", eviction))).toEqual({
      causes: [
        { reason: "DisruptionBudget", message: "The disruption budget b needs 1 healthy pods and has 1 currently" },
      ],
    });
    const failed = {
      type: "DisruptionAllowed",
      status: "False",
      reason: "SyncFailed",
      message: "why",
      lastTransitionTime: null,
    };
    const stuck = await withBudget({
      currentHealthy: 2,
      desiredHealthy: 1,
      disruptionsAllowed: 0,
      expectedPods: 1,
      conditions: [failed],
    });
    expect((await causesOf(perform(stuck, "p", "eviction", eviction)))?.causes?.[0]?.message).toBe(
      "The disruption budget b does not allow evicting pods currently because it failed sync: why",
    );
  });

  test("pods that are not ready go if the budget is kept without them", async () => {
    const unready = { phase: "Running" };
    const kept = await withBudget(
      { currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 2 },
      unready,
    );
    expect((await perform(kept, "p", "eviction", eviction)).code).toBe(201);
    const broken = await withBudget(
      { currentHealthy: 0, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 1 },
      unready,
    );
    expect((await refusal(perform(broken, "p", "eviction", eviction)))[0]).toBe(429);
    const always = await withBudget(
      { currentHealthy: 0, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 1 },
      unready,
      { unhealthyPodEvictionPolicy: "AlwaysAllow" },
    );
    expect((await perform(always, "p", "eviction", eviction)).code).toBe(201);
    const pending = await withBudget(
      { currentHealthy: 0, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 1 },
      { phase: "Pending" },
    );
    expect((await perform(pending, "p", "eviction", eviction)).code).toBe(201);
  });

  test("a pod that is not running goes also when it changes meanwhile", async () => {
    const fixture = newFixture();
    await make(fixture, pods, { metadata: { name: "p" }, spec: { containers }, status: { phase: "Pending" } });
    const both = [perform(fixture, "p", "eviction", eviction), perform(fixture, "p", "eviction", eviction)];
    expect((await Promise.all(both)).map(({ code }) => code)).toEqual([201, 201]);
    const { resourceVersion } = fixture.store.get("pods", "default", "p")!.object.metadata;
    const body = { ...eviction.body, deleteOptions: { preconditions: { resourceVersion: "1" } } };
    expect(resourceVersion).not.toBe("1");
    expect((await refusal(perform(fixture, "p", "eviction", { body })))[0]).toBe(409);
  });

  test("several budgets, and another name, are refused", async () => {
    const fixture = await withBudget({ currentHealthy: 2, desiredHealthy: 1, disruptionsAllowed: 1, expectedPods: 2 });
    await make(fixture, budgets, { metadata: { name: "b2" }, spec: { selector: { matchLabels: { app: "e" } } } });
    expect(await refusal(perform(fixture, "p", "eviction", eviction))).toEqual([
      500,
      "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
    ]);
    expect(await refusal(perform(fixture, "q", "eviction", eviction))).toEqual([
      400,
      "name in URL does not match name in Eviction object",
    ]);
  });
});

describe("serviceaccounts/token", () => {
  test("is answered by who issues tokens", async () => {
    const fixture = newFixture({
      issueToken: (account, request) => ({ ...request, status: { token: `for ${account.metadata.name}` } }),
    });
    await make(fixture, accounts, { metadata: { name: "sa" } });
    const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { audiences: ["a"] } };
    const result = await perform(fixture, "sa", "token", { body, resource: accounts });
    expect(result).toMatchObject({ code: 201, object: { kind: "TokenRequest", status: { token: "for sa" } } });
    expect(await refusal(perform(fixture, "no", "token", { body, resource: accounts }))).toEqual([
      404,
      'serviceaccounts "no" not found',
    ]);
  });
});

describe("pods/log", () => {
  async function withPods(actions: ServerActions = {}): Promise<Fixture> {
    const fixture = newFixture(actions);
    await make(fixture, pods, { metadata: { name: "p" }, spec: { containers } });
    const initContainers = [{ name: "ini", image: "i" }];
    await make(fixture, pods, {
      metadata: { name: "q" },
      spec: { initContainers, containers: [...containers, { name: "d", image: "i" }], nodeName: "n" },
    });
    return fixture;
  }

  test.each<[name: string, query: string, code: number, message: string]>([
    ["q", "", 400, "a container name must be specified for pod q, choose one of: [ini c d]"],
    ["p", "container=zz", 400, "container zz is not valid for pod p"],
    ["x", "", 404, 'pods "x" not found'],
    ["q", "container=d", 404, 'pods "n" not found'],
    ["p", "tailLines=a", 400, 'strconv.ParseInt: parsing "a": invalid syntax'],
    [
      "p",
      "tailLines=-1&limitBytes=0&sinceSeconds=0&stream=X",
      422,
      'PodLogOptions "p" is invalid: [tailLines: Invalid value: -1: must be greater than or equal to 0, limitBytes: Invalid value: 0: must be greater than 0, sinceSeconds: Invalid value: 0: must be greater than 0, stream: Forbidden: may not be specified]',
    ],
    [
      "p",
      "sinceSeconds=5&sinceTime=2026-11-15T18:14:25Z",
      422,
      'PodLogOptions "p" is invalid: []: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    ],
  ])("of %s with %s is refused with %d", async (name, query, code, message) => {
    expect(await refusal(perform(await withPods(), name, "log", { query }))).toEqual([code, message]);
  });

  test("is nothing without a node, and otherwise what the hook gives", async () => {
    expect((await perform(await withPods(), "p", "log")).code).toBe(204);
    const podLogs: NonNullable<ServerActions["podLogs"]> = async function* ({ container, tailLines, pod }) {
      yield `${pod.metadata.name}/${container} ${tailLines}`;
    };
    const fixture = await withPods({ podLogs });
    expect((await perform(fixture, "p", "log")).code).toBe(204);
    await make(fixture, fixture.state.catalog.find("", "v1", "nodes")!, { metadata: { name: "n" } });
    const result = await perform(fixture, "q", "log", { query: "container=d&tailLines=3" });
    const pieces = [];
    for await (const piece of (result as { stream: AsyncIterable<string> }).stream) pieces.push(piece);
    expect(pieces).toEqual(["q/d 3"]);
  });
});

describe("connections", () => {
  test("are refused as without nodes", async () => {
    const fixture = newFixture();
    await make(fixture, pods, { metadata: { name: "p" }, spec: { containers } });
    for (const name of ["exec", "attach", "portforward"]) {
      expect(await refusal(perform(fixture, "p", name))).toEqual([400, "pod p does not have a host assigned"]);
    }
    expect(await refusal(perform(fixture, "p", "proxy"))).toEqual([400, "address not allowed"]);
    expect(await refusal(perform(fixture, "x", "exec"))).toEqual([404, 'pods "x" not found']);
  });

  test.each(["exec", "attach", "portforward"])(
    "%s is refused with what does the same, where the pod is of this machine",
    async (name) => {
      const logs = { podLogs: () => [] } as unknown as ServerActions;
      const refusalAt = async (podIP: string, actions: ServerActions): Promise<unknown> => {
        const fixture = newFixture(actions);
        const spec = { containers, nodeName: "n" };
        await make(fixture, nodes, { metadata: { name: "n" } });
        await make(fixture, pods, { metadata: { name: "p" }, spec, status: { podIP } });
        return await refusal(perform(fixture, "p", name));
      };
      const here = "error trying to reach service: this server has no connections to pods. Pod p runs as processes";
      expect(await refusalAt("127.1.2.3", logs)).toEqual([
        503,
        `${here} of the server's machine: its ports are at 127.1.2.3 there (events tell of mapped ones), "kubectl logs" shows what it prints, and a shell there takes the place of exec and cp`,
      ]);
      expect(await refusalAt("127.1.2.3", {})).toEqual([
        503,
        `${here} of the server's machine: its ports are at 127.1.2.3 there (events tell of mapped ones), and a shell there takes the place of exec and cp`,
      ]);
      expect(await refusalAt("10.1.2.3", logs)).toEqual([
        503,
        "error trying to reach service: this server has no connections to pods and services",
      ]);
    },
  );
});
