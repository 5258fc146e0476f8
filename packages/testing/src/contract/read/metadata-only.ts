import assert from "node:assert/strict";
import { metadataOf } from "@kubewright/api";
import { ConfigMap } from "@kubewright/api/core/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { ask, askRefused } from "../fixture/answer.ts";
import { configMap } from "../fixture/built-in.ts";
import { changes, told, watchLimit } from "../fixture/changes.ts";
import { serveWidgets, Widget, widget } from "../fixture/widget.ts";

const as = (type: string) => ({ accept: `application/json;as=${type};g=meta.k8s.io;v=v1` });

/** Objects in other forms: only their metadata, or as the rows of a table. */
export const metadataOnlyCases: ContractCase[] = contractCases("metadata only", {
  "gets the metadata of an object": async ({ client, namespace }) => {
    const { apiVersion, kind, metadata } = await client.create(configMap(namespace, "web", { labels: { a: "b" } }));
    assert.deepEqual(await client.get(metadataOf(ConfigMap), metadata), { apiVersion, kind, metadata });
    const answer = await ask(client, "GET", `/api/v1/namespaces/${namespace}/configmaps/web`, {
      headers: as("PartialObjectMetadata"),
    });
    assert.deepEqual(answer.json(), { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata });
  },

  "lists the metadata of objects": async ({ client, namespace }) => {
    for (const name of ["a", "b"]) await client.create(configMap(namespace, name));
    const { items, metadata } = await client.list(metadataOf(ConfigMap), { namespace });
    assert.deepEqual(
      items.map((item) => item.metadata.name),
      ["a", "b"],
    );
    assert.ok(items.every((item) => !("data" in item)));
    assert.ok(metadata.resourceVersion);
    const answer = await ask(client, "GET", `/api/v1/namespaces/${namespace}/configmaps`, {
      headers: as("PartialObjectMetadataList"),
    });
    const list = answer.json<{ kind: string; items: object[] }>();
    assert.equal(list.kind, "PartialObjectMetadataList");
    assert.deepEqual(
      list.items.map((item) => Object.keys(item).sort()),
      [
        ["apiVersion", "kind", "metadata"],
        ["apiVersion", "kind", "metadata"],
      ],
    );
  },

  "lists in pages": async ({ client, namespace }) => {
    for (const name of ["a", "b", "c"]) await client.create(configMap(namespace, name));
    const names: string[] = [];
    for await (const { items } of client.listPages(metadataOf(ConfigMap), { namespace, limit: 2 })) {
      names.push(items.map(({ metadata }) => metadata.name).join());
    }
    assert.deepEqual(names, ["a,b", "c"]);
  },

  "watches the metadata of objects, bookmarks included": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const seen: string[] = [];
    for await (const event of client.watch(metadataOf(ConfigMap), {
      namespace,
      sendInitialEvents: true,
      ...watchLimit,
    })) {
      seen.push(...told([event]));
      if (event.type === "BOOKMARK") break;
      assert.deepEqual(Object.keys(event.object).sort(), ["apiVersion", "kind", "metadata"]);
    }
    assert.deepEqual(seen, ["ADDED web", "BOOKMARK"]);
  },

  "works for custom resources": async ({ client, namespace }) => {
    await serveWidgets(client);
    const { apiVersion, kind, metadata } = await client.create(widget(namespace, "web"));
    assert.deepEqual(await client.get(metadataOf(Widget), metadata), { apiVersion, kind, metadata });
    const patched = await client.patch(metadataOf(Widget), metadata, { merge: { metadata: { labels: { a: "b" } } } });
    assert.deepEqual(patched.metadata.labels, { a: "b" });
    const resourceVersion = metadata.resourceVersion!;
    const watch = client.watch(metadataOf(Widget), { namespace, resourceVersion, ...watchLimit });
    const [event] = await changes(watch, 1);
    assert.deepEqual(event!.object, { apiVersion, kind, metadata: patched.metadata });
  },

  "a table has the columns that the definition of a kind names": async ({ client, namespace }) => {
    await serveWidgets(client);
    const { apiVersion } = await client.create(widget(namespace, "web", { size: 7 }));
    const path = `/apis/${apiVersion}/namespaces/${namespace}/widgets?includeObject=None`;
    const table = (await ask(client, "GET", path, { headers: as("Table") })).json<{
      kind: string;
      columnDefinitions: { name: string }[];
      rows: { cells: unknown[] }[];
    }>();
    assert.equal(table.kind, "Table");
    assert.deepEqual(
      table.columnDefinitions.map(({ name }) => name),
      ["Name", "Size"],
    );
    assert.deepEqual(
      table.rows.map(({ cells }) => cells),
      [["web", 7]],
    );
  },

  "a form that the server does not have is refused": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const question = { headers: { accept: "text/html" } };
    await askRefused(client, "GET", `/api/v1/namespaces/${namespace}/configmaps/web`, question, {
      code: 406,
      reason: "NotAcceptable",
      message: /^406: Not Acceptable/,
    });
  },
});
