import { defineKind, type KubeObject, ManualClock } from "@kubewright/api";
import {
  ApiClient,
  ClientError,
  conditionIs,
  createOrPatch,
  createOrUpdate,
  deleted,
  exists,
  retryOnConflict,
  waitFor,
} from "@kubewright/client";
import { describe, expect, test } from "vitest";
import {
  connectionLost,
  type Reply,
  type Script,
  ScriptedServer,
  ScriptedStream,
  statusReply,
} from "./scripted-server.ts";
import { turn } from "./turn.ts";

interface ConfigMap extends KubeObject {
  data?: Record<string, string>;
  status?: object;
}
const ConfigMap = defineKind<ConfigMap>({
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  scope: "Namespaced",
});

const discovery = {
  kind: "APIGroupDiscoveryList",
  items: [
    {
      metadata: {},
      versions: [
        {
          version: "v1",
          resources: [{ resource: "configmaps", responseKind: { kind: "ConfigMap" }, scope: "Namespaced" }],
        },
      ],
    },
  ],
};

function connect(script: Script) {
  const server = new ScriptedServer((request) => {
    if (request.path === "/api") return { json: discovery };
    return request.path === "/apis" ? { json: { kind: "APIGroupDiscoveryList", items: [] } } : script(request);
  });
  const lines = () => server.lines.filter((line) => !/\/apis?$/.test(line)).map((line) => line.replace(/\?.*/, ""));
  return { server, lines, client: new ApiClient({ transport: server }) };
}

function config(data: Record<string, string>, resourceVersion?: string): ConfigMap {
  const metadata = { name: "c", namespace: "default", ...(resourceVersion !== undefined && { resourceVersion }) };
  return ConfigMap.of({ metadata, data });
}

const missing = statusReply(404, "NotFound", 'configmaps "c" not found', { name: "c", kind: "configmaps" });
const conflict = statusReply(409, "Conflict", "the object has been modified", { name: "c", kind: "configmaps" });
const alreadyExists = statusReply(409, "AlreadyExists", 'configmaps "c" already exists', { name: "c" });

/** One reply for each request, in order. */
function replies(...all: Reply[]): Script {
  const left = [...all];
  return () => left.shift()!;
}

describe("createOrUpdate", () => {
  const set = (object: ConfigMap) => {
    object.data = { ...object.data, wanted: "yes" };
  };

  test("creates what is not there", async () => {
    const { lines, client } = connect(({ body }) => (body === undefined ? missing : { json: JSON.parse(body) }));
    expect(await createOrUpdate(client, config({ own: "1" }), set)).toEqual({
      outcome: "created",
      object: config({ own: "1", wanted: "yes" }),
    });
    expect(lines()).toEqual([
      "GET /api/v1/namespaces/default/configmaps/c",
      "POST /api/v1/namespaces/default/configmaps",
    ]);
  });

  test("updates what differs, at the version it read", async () => {
    const { server, client } = connect(({ body }) => ({ json: body ? JSON.parse(body) : config({ old: "1" }, "7") }));
    expect(await createOrUpdate(client, config({}), set, { fieldManager: "me" })).toEqual({
      outcome: "updated",
      object: config({ old: "1", wanted: "yes" }, "7"),
    });
    expect(server.lines.at(-1)).toBe("PUT /api/v1/namespaces/default/configmaps/c?fieldManager=me");
  });

  test("writes nothing when nothing changed", async () => {
    const existing = config({ wanted: "yes" }, "7");
    const { lines, client } = connect(() => ({ json: existing }));
    expect(await createOrUpdate(client, config({}), set)).toEqual({ outcome: "unchanged", object: existing });
    expect(lines()).toEqual(["GET /api/v1/namespaces/default/configmaps/c"]);
  });

  test.each([
    { name: "a text that would be the same quantity", before: { capacity: "10" }, after: { capacity: "10.0" } },
    { name: "an empty map", before: {}, after: undefined },
  ])("takes $name for a change", async ({ before, after }) => {
    const { server, client } = connect(({ body }) => ({ json: body ? JSON.parse(body) : config(before, "7") }));
    const result = await createOrUpdate(client, config({}), (object) => {
      if (after === undefined) delete object.data;
      else object.data = after;
    });
    expect(result.outcome).toBe("updated");
    expect(JSON.parse(server.last.body!).data).toEqual(after);
  });

  test("takes undefined for absent, and null for a value", async () => {
    const setting = (value: unknown) => (object: ConfigMap) => void Object.assign(object, { immutable: value });
    const { client } = connect(({ body }) => ({ json: body ? JSON.parse(body) : config({}, "7") }));
    expect((await createOrUpdate(client, config({}), setting(undefined))).outcome).toBe("unchanged");
    expect((await createOrUpdate(client, config({}), setting(null))).outcome).toBe("updated");
  });

  test("compares what would be sent", async () => {
    const stored = { ...config({}, "7"), renewed: "2026-01-01T00:00:00.000Z" };
    const { client } = connect(() => ({ json: stored }));
    const renew = (object: ConfigMap) => void Object.assign(object, { renewed: new Date(Date.UTC(2026, 0, 1)) });
    expect(await createOrUpdate(client, config({}), renew)).toEqual({ outcome: "unchanged", object: stored });
  });

  test.each([
    { name: "createOrUpdate", flow: createOrUpdate, sent: { ...config({ a: "1" }, "7"), status: { phase: "Old" } } },
    { name: "createOrPatch", flow: createOrPatch, sent: { data: { a: "1" } } },
  ])("leaves the status as the server has it, with $name", async ({ flow, sent }) => {
    const existing = { ...config({}, "7"), status: { phase: "Old" } };
    const { server, client } = connect(() => ({ json: existing }));
    const setStatus = (object: ConfigMap) => {
      object.status = { phase: "New" };
    };
    expect(await flow(client, config({}), setStatus)).toEqual({ outcome: "unchanged", object: existing });
    const both = (object: ConfigMap) => {
      setStatus(object);
      object.data = { a: "1" };
    };
    expect((await flow(client, config({}), both)).outcome).toBe("updated");
    expect(JSON.parse(server.last.body!)).toEqual(sent);
  });

  test("creates without a status", async () => {
    const { server, client } = connect(({ body }) => (body === undefined ? missing : { json: JSON.parse(body) }));
    await createOrUpdate(client, { ...config({}), status: { phase: "New" } }, () => {});
    expect(JSON.parse(server.last.body!)).toEqual(config({}));
  });

  test("begins again when someone else created or changed it first", async () => {
    const stored = config({ theirs: "1" }, "8");
    const { client } = connect(
      replies(missing, alreadyExists, { json: config({}, "7") }, conflict, { json: stored }, { json: config({}, "9") }),
    );
    const seen: unknown[] = [];
    const result = await createOrUpdate(client, config({}), (object) => {
      seen.push(object.metadata.resourceVersion);
      set(object);
    });
    expect(result.outcome).toBe("updated");
    expect(seen).toEqual([undefined, "7", "8"]);
  });

  test("gives up when others are always faster", async () => {
    const { client } = connect(({ method }) => (method === "GET" ? { json: config({}, "7") } : conflict));
    await expect(createOrUpdate(client, config({}), set)).rejects.toThrow("the object has been modified");
  });

  test("throws other refusals at once", async () => {
    const { lines, client } = connect(({ method }) =>
      method === "GET" ? missing : statusReply(403, "Forbidden", "no"),
    );
    await expect(createOrUpdate(client, config({}), set)).rejects.toThrow("no");
    expect(lines()).toHaveLength(2);
  });

  test.each([
    { name: "createOrUpdate", flow: createOrUpdate },
    { name: "createOrPatch", flow: createOrPatch },
  ])("refuses a function given to $name that renames the object", async ({ name, flow }) => {
    const { client } = connect(() => missing);
    const rename = (object: ConfigMap) => {
      object.metadata.name = "d";
    };
    await expect(flow(client, config({}), rename)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: `the function given to ${name} changed the name or namespace of ConfigMap c: it may not`,
    });
  });

  test("leaves the object it was given alone", async () => {
    const { client } = connect(({ body }) => (body === undefined ? missing : { json: JSON.parse(body) }));
    const given = config({});
    await createOrUpdate(client, given, set);
    expect(given).toEqual(config({}));
  });
});

describe("retryOnConflict", () => {
  const failing = async (client: ApiClient) => await client.update(config({}));

  test("runs the action again until it works", async () => {
    const { client } = connect(replies(conflict, conflict, { json: config({ done: "1" }) }));
    const clock = new ManualClock();
    const result = retryOnConflict(() => failing(client), { clock, random: () => 0 });
    while ((await settled(result)) === undefined) clock.advanceToNext();
    expect((await result).data).toEqual({ done: "1" });
    expect(clock.monotonic()).toBe(20);
  });

  test("throws the last conflict after five attempts", async () => {
    const { lines, client } = connect(() => conflict);
    const clock = new ManualClock();
    const result = retryOnConflict(() => failing(client), { clock });
    result.catch(() => {});
    while ((await settled(result)) === undefined) clock.advanceToNext();
    await expect(result).rejects.toThrow("the object has been modified");
    expect(lines()).toHaveLength(5);
  });

  test("waits longer by the factor and by chance", async () => {
    const { client } = connect(replies(conflict, conflict, conflict, { json: {} }));
    const clock = new ManualClock();
    const options = { clock, delayMs: 100, factor: 2, jitter: 0.5, random: () => 0.5 };
    const result = retryOnConflict(() => failing(client), options);
    while ((await settled(result)) === undefined) clock.advanceToNext();
    expect(clock.monotonic()).toBe(125 + 250 + 500);
  });

  test("throws anything else at once", async () => {
    const { lines, client } = connect(() => missing);
    await expect(retryOnConflict(() => failing(client))).rejects.toThrow("not found");
    expect(lines()).toHaveLength(1);
  });

  test("ends its wait when the signal aborts", async () => {
    const { client } = connect(() => conflict);
    const clock = new ManualClock();
    const controller = new AbortController();
    const result = retryOnConflict(() => failing(client), { clock, signal: controller.signal });
    result.catch(() => {});
    while (clock.pending === 0) await turn();
    controller.abort(new Error("enough"));
    await expect(result).rejects.toThrow("enough");
    expect(clock.pending).toBe(0);
  });
});

describe("waitFor", () => {
  const list = (items: object[], resourceVersion = "5"): Reply => ({ json: { metadata: { resourceVersion }, items } });
  const event = (type: string, object: object): object => ({ type, object });
  const isWatch = (path: string) => path.includes("watch=true");

  test("gives the object at once when it already is as wanted", async () => {
    const { server, client } = connect(() => list([config({ ready: "yes" })]));
    expect(await waitFor(client, ConfigMap, "c", exists)).toEqual(config({ ready: "yes" }));
    expect(server.lines).toEqual(["GET /api/v1/namespaces/default/configmaps?fieldSelector=metadata.name%3Dc"]);
  });

  test("watches from the list on until the predicate holds, then closes the watch", async () => {
    const stream = new ScriptedStream();
    const { server, client } = connect(({ path }) => (isWatch(path) ? { stream } : list([])));
    const clock = new ManualClock();
    const result = waitFor(client, ConfigMap, "other/c", (object) => object?.data?.ready === "yes", { clock });
    await stream.starved();
    stream.events(event("ADDED", config({})), event("MODIFIED", config({ ready: "yes" }, "7")));
    expect(await result).toEqual(config({ ready: "yes" }, "7"));
    expect(server.lines[1]).toContain("/namespaces/other/configmaps?fieldSelector=metadata.name%3Dc&watch=true");
    expect(server.lines[1]).toContain("resourceVersion=5");
    expect(stream.isCancelled).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test("waits for an object to go", async () => {
    const stream = new ScriptedStream().events(event("DELETED", config({}, "8")));
    const { client } = connect(({ path }) => (isWatch(path) ? { stream } : list([config({})])));
    expect(await waitFor(client, ConfigMap, "c", deleted)).toBeUndefined();
  });

  test("goes on where a watch ended", async () => {
    const first = new ScriptedStream().events(event("ADDED", config({}, "7"))).end();
    const second = new ScriptedStream().events(event("MODIFIED", config({ ready: "yes" }, "9")));
    const { server, client } = connect(replies(list([]), { stream: first }, { stream: second }));
    const clock = new ManualClock();
    const result = waitFor(client, ConfigMap, "c", (object) => object?.data?.ready === "yes", { clock });
    while ((await settled(result)) === undefined) clock.advance(1);
    expect(server.lines.at(-1)).toContain("resourceVersion=7");
  });

  test.each([
    { name: "an expired version", reply: { stream: new ScriptedStream().events(event("ERROR", expired())) } },
    { name: "a refused watch of an expired version", reply: { status: 410, json: expired() } },
    { name: "a broken connection", reply: { stream: new ScriptedStream().fail(connectionLost()) } },
    { name: "an event that is cut off", reply: { stream: new ScriptedStream().push('{"type":"ADD').end() } },
    { name: "a server that starts", reply: statusReply(503, "ServiceUnavailable", "apiserver not ready") },
    { name: "too many requests", reply: statusReply(429, "TooManyRequests", "slow down") },
  ])("lists again after $name", async ({ reply }) => {
    const { lines, client } = connect(replies(list([]), reply, list([config({})])));
    const clock = new ManualClock();
    const result = waitFor(client, ConfigMap, "c", exists, { clock });
    while ((await settled(result)) === undefined) clock.advance(1);
    expect(await result).toEqual(config({}));
    expect(lines()).toHaveLength(3);
  });

  test.each([
    {
      name: "a refusal",
      reply: statusReply(403, "Forbidden", "configmaps is forbidden"),
      error: { message: "configmaps is forbidden" },
    },
    {
      name: "a page",
      reply: { text: "<html>Sign in</html>", headers: { "content-type": "text/html" } },
      error: { code: "UNEXPECTED_RESPONSE" },
    },
    { name: "an answer that is not JSON", reply: { text: "hello" }, error: { code: "UNEXPECTED_RESPONSE" } },
  ])("throws $name, which waiting cannot mend", async ({ reply, error }) => {
    const { client } = connect(() => reply);
    await expect(waitFor(client, ConfigMap, "c", exists)).rejects.toMatchObject(error);
    const { client: watching } = connect(({ path }) => (isWatch(path) ? reply : list([])));
    await expect(waitFor(watching, ConfigMap, "c", exists)).rejects.toMatchObject(error);
  });

  test("throws at once when the client is closed", async () => {
    const { client, server } = connect(() => list([]));
    await client.close();
    const clock = new ManualClock();
    await expect(waitFor(client, ConfigMap, "c", exists, { clock })).rejects.toMatchObject({ code: "CLOSED" });
    expect(server.requests).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test("throws when the client is closed meanwhile", async () => {
    const stream = new ScriptedStream();
    const { client } = connect(({ path }) => (isWatch(path) ? { stream } : list([])));
    const result = waitFor(client, ConfigMap, "c", exists, { clock: new ManualClock() });
    result.catch(() => {});
    await stream.starved();
    await client.close();
    stream.fail(new ClientError("CLOSED", "the client was closed"));
    await expect(result).rejects.toMatchObject({ code: "CLOSED" });
  });

  test("bounds discovery, too", async () => {
    const server = new ScriptedServer(() => new Promise(() => {}));
    const clock = new ManualClock();
    const Widget = defineKind<ConfigMap>({ group: "example.com", version: "v1", kind: "Widget" });
    const client = new ApiClient({ transport: server, clock });
    const result = waitFor(client, Widget, "w", exists, { clock, timeoutMs: 100 });
    result.catch(() => {});
    await turn();
    clock.advance(100);
    await expect(result).rejects.toMatchObject({
      code: "TIMEOUT",
      message: "Widget w is not as waited for after 100 ms: the server has not told its state",
    });
    expect(clock.pending).toBe(0);
  });

  test("needs no more than list, watch, discovery and the namespace", async () => {
    const { client } = connect(() => list([config({})]));
    const part = {
      list: client.list.bind(client),
      watch: client.watch.bind(client),
      discovery: client.discovery,
      namespace: "default",
    };
    expect(await waitFor(part, ConfigMap, "c", exists)).toEqual(config({}));
  });

  test.each([
    { name: "absence", items: [], message: "it does not exist" },
    { name: "no conditions", items: [config({})], message: "it exists and has no conditions" },
    {
      name: "conditions",
      items: [
        {
          ...config({}),
          status: { conditions: [{ type: "Available", status: "False", reason: "NoPods", message: "0 of 3" }] },
        },
      ],
      message: "it has Available=False (NoPods: 0 of 3)",
    },
    {
      name: "a deletion that hangs",
      items: [
        {
          ...config({}),
          metadata: { name: "c", deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["example.com/x"] },
        },
      ],
      message: "it is being deleted and waits for its finalizers example.com/x",
    },
  ])("tells $name when the time is up", async ({ items, message }) => {
    const stream = new ScriptedStream();
    const { client } = connect(({ path }) => (isWatch(path) ? { stream } : list(items)));
    const clock = new ManualClock();
    const result = waitFor(client, ConfigMap, "c", () => false, { clock, timeoutMs: 1_000 });
    result.catch(() => {});
    await stream.starved();
    clock.advance(1_000);
    const error = await result.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({
      code: "TIMEOUT",
      message: `ConfigMap c is not as waited for after 1000 ms: ${message}`,
    });
    expect(stream.isCancelled).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test("ends with the signal's reason", async () => {
    const stream = new ScriptedStream();
    const { client } = connect(({ path }) => (isWatch(path) ? { stream } : list([])));
    const controller = new AbortController();
    const clock = new ManualClock();
    const result = waitFor(client, ConfigMap, "c", exists, { clock, signal: controller.signal });
    result.catch(() => {});
    await stream.starved();
    controller.abort(new Error("enough"));
    await expect(result).rejects.toThrow("enough");
    expect(clock.pending).toBe(0);
  });

  test("does not ask in a tight loop when watches end at once", async () => {
    const { lines, client } = connect(({ path }) =>
      isWatch(path) ? { stream: new ScriptedStream().end() } : list([]),
    );
    const clock = new ManualClock();
    const result = waitFor(client, ConfigMap, "c", exists, { clock, timeoutMs: 10_000 });
    result.catch(() => {});
    while ((await settled(result)) === undefined) clock.advanceToNext();
    expect(lines().length).toBeLessThan(12);
  });

  function expired(): object {
    return { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Expired", message: "too old", code: 410 };
  }
});

describe("conditionIs", () => {
  const withStatus = (status: object, generation?: number) => ({
    ...config({}),
    metadata: { name: "c", ...(generation !== undefined && { generation }) },
    status,
  });
  const available = (more: object = {}) => ({ conditions: [{ type: "Available", status: "True", ...more }] });

  test.each([
    { name: "an absent object", object: undefined, holds: false },
    { name: "no status", object: config({}), holds: false },
    { name: "the condition", object: withStatus(available()), holds: true },
    { name: "another status", object: withStatus(available({ status: "False" })), holds: false },
    { name: "another condition", object: withStatus(available({ type: "Ready" })), holds: false },
    { name: "the generation", object: withStatus({ ...available(), observedGeneration: 2 }, 2), holds: true },
    { name: "an older generation", object: withStatus({ ...available(), observedGeneration: 1 }, 2), holds: false },
    {
      name: "an older generation of its own",
      object: withStatus(available({ observedGeneration: 1 }), 2),
      holds: false,
    },
  ])("is $holds for $name", ({ object, holds }) => {
    expect(conditionIs("Available", "True")(object)).toBe(holds);
  });
});

/** "done" when the promise is settled after a turn. */
async function settled(promise: Promise<unknown>): Promise<"done" | undefined> {
  let state: "done" | undefined;
  const done = () => {
    state = "done";
  };
  promise.then(done, done);
  await turn();
  return state;
}
