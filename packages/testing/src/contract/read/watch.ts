import assert from "node:assert/strict";
import { ConfigMap, Namespace, Secret } from "@kubewright/api/core/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { ask, askRefused } from "../fixture/answer.ts";
import { configMap } from "../fixture/built-in.ts";
import { changes, told, watchLimit } from "../fixture/changes.ts";
import { forget } from "../fixture/forget.ts";
import { refused } from "../fixture/refused.ts";
import { customKind, type Gadget, gadgetDefinition, serve, serveWidgets, Widget, widget } from "../fixture/widget.ts";

/** Everything that a watch tells until it ends. */
async function toEnd<T>(watch: AsyncIterable<T>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of watch) events.push(event);
  return events;
}

const versionsOf = (events: readonly { object: { metadata: { resourceVersion?: string } } }[]) =>
  events.map(({ object }) => BigInt(object.metadata.resourceVersion!));

/** Being told of changes. */
export const watchCases: ContractCase[] = contractCases("watch", {
  "tells each change after a version once, in order": async ({ client, namespace }) => {
    const before = await client.create(configMap(namespace, "before"));
    const added = await client.create(configMap(namespace, "web"));
    const modified = await client.update({ ...added, data: { a: "2" } });
    await client.delete(modified);
    await client.create(configMap(namespace, "after"));
    const resourceVersion = before.metadata.resourceVersion!;
    const events = await changes(client.watch(ConfigMap, { namespace, resourceVersion, ...watchLimit }), 4);
    assert.deepEqual(told(events), ["ADDED web", "MODIFIED web", "DELETED web", "ADDED after"]);
    assert.deepEqual(events[0]!.object, added);
    assert.deepEqual(events[1]!.object, modified);
    const versions = versionsOf(events);
    assert.deepEqual(
      versions,
      [...versions].sort((a, b) => (a < b ? -1 : 1)),
    );
    assert.equal(new Set(versions).size, 4);
  },

  "tells of a deleted object as it was last, at the version of the deletion": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web", { data: { last: "words" } }));
    await client.delete(created);
    const resourceVersion = created.metadata.resourceVersion!;
    const [event] = await changes(client.watch(ConfigMap, { namespace, resourceVersion, ...watchLimit }), 1);
    assert.equal(event!.type, "DELETED");
    assert.deepEqual(event!.object.data, { last: "words" });
    assert.equal(event!.object.metadata.uid, created.metadata.uid);
    assert.ok(versionsOf([event!])[0]! > BigInt(resourceVersion));
  },

  "tells of what happens while it is open": async ({ client, namespace }) => {
    const { metadata } = await client.list(ConfigMap, { namespace });
    const watch = client.watch(ConfigMap, { namespace, resourceVersion: metadata.resourceVersion!, ...watchLimit });
    const seen: string[] = [];
    await client.create(configMap(namespace, "a"));
    for await (const event of watch) {
      if (event.type === "BOOKMARK") continue;
      seen.push(...told([event]));
      if (seen.length === 3) break;
      await client.create(configMap(namespace, seen.length === 1 ? "b" : "c"));
    }
    assert.deepEqual(seen, ["ADDED a", "ADDED b", "ADDED c"]);
  },

  "goes on from a list without gap or repetition": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "listed"));
    const { items, metadata } = await client.list(ConfigMap, { namespace });
    assert.equal(items.length, 1);
    await client.create(configMap(namespace, "later"));
    const watch = client.watch(ConfigMap, { namespace, resourceVersion: metadata.resourceVersion!, ...watchLimit });
    assert.deepEqual(told(await changes(watch, 1)), ["ADDED later"]);
  },

  "goes on from the version of the last event": async ({ client, namespace }) => {
    const start = await client.create(configMap(namespace, "start"));
    for (const name of ["a", "b"]) await client.create(configMap(namespace, name));
    const resourceVersion = start.metadata.resourceVersion!;
    const [first] = await changes(client.watch(ConfigMap, { namespace, resourceVersion, ...watchLimit }), 1);
    assert.deepEqual(told([first!]), ["ADDED a"]);
    const next = first!.object.metadata.resourceVersion!;
    const rest = await changes(client.watch(ConfigMap, { namespace, resourceVersion: next, ...watchLimit }), 1);
    assert.deepEqual(told(rest), ["ADDED b"]);
  },

  "without a version first tells of what exists": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "a"));
    await client.create(configMap(namespace, "b"));
    const events = await changes(client.watch(ConfigMap, { namespace, ...watchLimit }), 2);
    assert.deepEqual(told(events).sort(), ["ADDED a", "ADDED b"]);
  },

  "with initial events tells of what exists, then says that this was all, then goes on": async ({
    client,
    namespace,
  }) => {
    for (const name of ["a", "b"]) await client.create(configMap(namespace, name));
    const seen: string[] = [];
    for await (const event of client.watch(ConfigMap, { namespace, sendInitialEvents: true, ...watchLimit })) {
      if (event.type === "BOOKMARK") {
        // Others tell only how far the watch has come.
        if (!event.isInitialEventsEnd) continue;
        assert.match(event.resourceVersion, /^[1-9][0-9]*$/);
        await client.create(configMap(namespace, "c"));
      }
      seen.push(...told([event]));
      if (seen.at(-1) === "ADDED c") break;
    }
    assert.deepEqual(seen, ["ADDED a", "ADDED b", "BOOKMARK", "ADDED c"]);
  },

  "with initial events of nothing says at once that this was all": async ({ client, namespace }) => {
    for await (const event of client.watch(ConfigMap, { namespace, sendInitialEvents: true, ...watchLimit })) {
      assert.ok(event.type === "BOOKMARK" && event.isInitialEventsEnd);
      return;
    }
    assert.fail("the watch ended without a bookmark");
  },

  "with initial events is at a version that includes the last write": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    for await (const event of client.watch(ConfigMap, { namespace, sendInitialEvents: true, ...watchLimit })) {
      if (event.type !== "BOOKMARK") continue;
      assert.ok(BigInt(event.resourceVersion) >= BigInt(metadata.resourceVersion!));
      const watch = client.watch(ConfigMap, { namespace, resourceVersion: event.resourceVersion, ...watchLimit });
      await client.create(configMap(namespace, "next"));
      assert.deepEqual(told(await changes(watch, 1)), ["ADDED next"]);
      return;
    }
    assert.fail("the watch ended without a bookmark");
  },

  "initial events need a match": async ({ client, namespace }) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps?watch=1&sendInitialEvents=true&allowWatchBookmarks=true`;
    await askRefused(
      client,
      "GET",
      path,
      {},
      {
        code: 422,
        reason: "Invalid",
        message:
          'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: ' +
          "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
      },
    );
  },

  "says before its time is over how far it has come, though nothing of it changed": async ({ client, namespace }) => {
    const other = await client.create(Namespace.of({ metadata: { name: `${namespace}-other` } }));
    const { metadata } = await client.list(ConfigMap, { namespace });
    const elsewhere = await client.create(configMap(other.metadata.name, "elsewhere"));
    const options = { namespace, resourceVersion: metadata.resourceVersion!, timeoutSeconds: 4 };
    // A server sends bookmarks as well as it can; one that is busy may leave one out.
    for (let attempt = 0; attempt < 3; attempt++) {
      for await (const event of client.watch(ConfigMap, options)) {
        assert.ok(event.type === "BOOKMARK" && !event.isInitialEventsEnd, told([event]).join());
        if (BigInt(event.resourceVersion) >= BigInt(elsewhere.metadata.resourceVersion!)) return;
      }
    }
    assert.fail("three watches ended without a bookmark");
  },

  "sends no bookmark that was not asked for": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const path = `/api/v1/namespaces/${namespace}/configmaps?watch=1&timeoutSeconds=1`;
    const { text } = await ask(client, "GET", path);
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).type);
    assert.deepEqual(lines, ["ADDED"]);
  },

  "tells no change that changes nothing": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    await client.update(created);
    await client.patch(ConfigMap, created.metadata, { merge: { data: { a: "1" } } });
    await client.create(configMap(namespace, "last"));
    const resourceVersion = created.metadata.resourceVersion!;
    const events = await changes(client.watch(ConfigMap, { namespace, resourceVersion, ...watchLimit }), 1);
    assert.deepEqual(told(events), ["ADDED last"]);
  },

  "tells of other namespaces and kinds nothing": async ({ client, namespace }) => {
    const other = await client.create(Namespace.of({ metadata: { name: `${namespace}-other` } }));
    await client.create(configMap(other.metadata.name, "elsewhere"));
    await client.create(Secret.of({ metadata: { namespace, name: "secret" } }));
    await client.create(configMap(namespace, "here"));
    const resourceVersion = other.metadata.resourceVersion!;
    const events = await changes(client.watch(ConfigMap, { namespace, resourceVersion, ...watchLimit }), 1);
    assert.deepEqual(told(events), ["ADDED here"]);
  },

  "of all namespaces tells of each": async ({ client, namespace }) => {
    const other = await client.create(Namespace.of({ metadata: { name: `${namespace}-other` } }));
    const labels = { contract: namespace };
    await client.create(configMap(namespace, "a", { labels }));
    await client.create(configMap(other.metadata.name, "b", { labels }));
    const resourceVersion = other.metadata.resourceVersion!;
    const labelSelector = { matchLabels: labels };
    const events = await changes(client.watch(ConfigMap, { labelSelector, resourceVersion, ...watchLimit }), 2);
    assert.deepEqual(told(events), ["ADDED a", "ADDED b"]);
  },

  "tells of an object that comes to match as added, and of one that ceases to as deleted": async ({
    client,
    namespace,
  }) => {
    const created = await client.create(configMap(namespace, "web", { labels: { x: "1" } }));
    const relabel = (x: string) =>
      client.patch(ConfigMap, created.metadata, { merge: { metadata: { labels: { x } } } });
    await relabel("2");
    await client.patch(ConfigMap, created.metadata, { merge: { data: { b: "2" } } });
    const last = await relabel("3");
    await relabel("2");
    await client.delete(created);
    const options = { namespace, labelSelector: "x=2", resourceVersion: created.metadata.resourceVersion! };
    const events = await changes(client.watch(ConfigMap, { ...options, ...watchLimit }), 5);
    assert.deepEqual(told(events), ["ADDED web", "MODIFIED web", "DELETED web", "ADDED web", "DELETED web"]);
    const { object } = events[2]!;
    assert.deepEqual(object.metadata.labels, { x: "2" });
    assert.equal(object.metadata.resourceVersion, last.metadata.resourceVersion);
  },

  "of one name tells of that object alone": async ({ client, namespace }) => {
    const first = await client.create(configMap(namespace, "a"));
    const second = await client.create(configMap(namespace, "b"));
    for (const { metadata } of [first, second]) {
      await client.patch(ConfigMap, metadata, { merge: { data: { a: "2" } } });
    }
    const options = { namespace, fieldSelector: "metadata.name=b", resourceVersion: first.metadata.resourceVersion! };
    const events = await changes(client.watch(ConfigMap, { ...options, ...watchLimit }), 2);
    assert.deepEqual(told(events), ["ADDED b", "MODIFIED b"]);
  },

  "tells the same to two at once": async ({ client, namespace }) => {
    const { metadata } = await client.list(ConfigMap, { namespace });
    const options = { namespace, resourceVersion: metadata.resourceVersion!, ...watchLimit };
    const both = Promise.all([
      changes(client.watch(ConfigMap, options), 3),
      changes(client.watch(ConfigMap, options), 3),
    ]);
    for (const name of ["a", "b", "c"]) await client.create(configMap(namespace, name));
    const [first, second] = await both;
    assert.deepEqual(first, second);
    assert.deepEqual(told(first), ["ADDED a", "ADDED b", "ADDED c"]);
  },

  "of custom resources tells of their status too": async ({ client, namespace }) => {
    await serveWidgets(client);
    const { metadata } = await client.create(widget(namespace, "web"));
    await client.status.patch(Widget, metadata, { merge: { status: { ready: 1 } } });
    const resourceVersion = metadata.resourceVersion!;
    const [event] = await changes(client.watch(Widget, { namespace, resourceVersion, ...watchLimit }), 1);
    assert.deepEqual(told([event!]), ["MODIFIED web"]);
    assert.deepEqual(event!.object.status, { ready: 1 });
  },

  "ends without an error when its time is over": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const events = await toEnd(client.watch(ConfigMap, { namespace, timeoutSeconds: 1 }));
    assert.deepEqual(told(events.filter(({ type }) => type !== "BOOKMARK")), ["ADDED web"]);
  },

  "ends with the reason of the caller who aborts it": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const controller = new AbortController();
    const reason = new Error("enough");
    const seen: string[] = [];
    const watch = async () => {
      for await (const event of client.watch(ConfigMap, { namespace, signal: controller.signal, ...watchLimit })) {
        seen.push(...told([event]));
        controller.abort(reason);
      }
    };
    await assert.rejects(watch(), reason);
    assert.deepEqual(seen, ["ADDED web"]);
  },

  "from a version that the server no longer has fails with 410": async ({ server, client, namespace }) => {
    const before = await client.create(configMap(namespace, "before"));
    const group = `${namespace}.example.com`;
    const definition = gadgetDefinition(group);
    await serve(client, definition);
    const kind = customKind<Gadget>("gadgets", "Gadget", group);
    const resourceVersion = before.metadata.resourceVersion!;
    await forget(server, resourceVersion);
    await refused(toEnd(client.watch(kind, { namespace, resourceVersion, ...watchLimit })), {
      code: 410,
      reason: "Expired",
      message: new RegExp(`^too old resource version: ${resourceVersion} \\(\\d+\\)$`),
    });
    await client.delete(definition);
  },

  "from a version yet to come waits in silence": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    const resourceVersion = String(BigInt(metadata.resourceVersion!) + 1_000_000n);
    const events = await toEnd(client.watch(ConfigMap, { namespace, resourceVersion, timeoutSeconds: 1 }));
    assert.deepEqual(events, []);
  },

  "refuses a field that cannot be selected by": async ({ client, namespace }) => {
    await refused(toEnd(client.watch(ConfigMap, { namespace, fieldSelector: { "data.a": "1" } })), {
      code: 400,
      reason: "BadRequest",
      message: '"data.a" is not a known field selector: only "metadata.name", "metadata.namespace"',
    });
  },
});
