import assert from "node:assert/strict";
import type { Method } from "@kubewright/client";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { ask, type Question } from "../fixture/answer.ts";
import { configMap } from "../fixture/built-in.ts";
import { forget } from "../fixture/forget.ts";
import { customKind, type Gadget, gadgetDefinition, serve, serveWidgets, widget } from "../fixture/widget.ts";

interface Sent {
  readonly apiVersion?: string;
  readonly kind?: string;
}

interface SentList extends Sent {
  readonly items: readonly Sent[];
}

interface SentEvent {
  readonly type: string;
  readonly object: Sent;
}

const kindOf = ({ apiVersion, kind }: Sent) => `${apiVersion} ${kind}`;
const eventOf = ({ type, object }: SentEvent) => `${type} ${kindOf(object)}`;

const configMapsOf = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;
const widgetsOf = (namespace: string) => `/apis/contract.example.com/v1/namespaces/${namespace}/widgets`;
const metadataOnly = { headers: { accept: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1" } };

/** What is sent as such: clients that are not ours find kinds and formats where they look for them. */
export const wireFormCases: ContractCase[] = contractCases("wire form", {
  "an object has its kind": async ({ client, namespace }) => {
    await serveWidgets(client);
    await client.create(configMap(namespace, "web"));
    await client.create(widget(namespace, "web"));
    const sent = async (path: string) => kindOf((await ask(client, "GET", path)).json<Sent>());
    assert.equal(await sent(`${configMapsOf(namespace)}/web`), "v1 ConfigMap");
    assert.equal(await sent(`${widgetsOf(namespace)}/web`), "contract.example.com/v1 Widget");
    assert.equal(await sent(`/api/v1/namespaces/${namespace}`), "v1 Namespace");
  },

  "an object has its kind in the answer to each way to write it": async ({ client, namespace }) => {
    const path = configMapsOf(namespace);
    const sent = async (method: Method, name: string, question: Question) =>
      kindOf((await ask(client, method, path + name, question)).json<Sent>());
    const body = configMap(namespace, "web");
    assert.equal(await sent("POST", "", { body }), "v1 ConfigMap");
    assert.equal(await sent("PUT", "/web", { body }), "v1 ConfigMap");
    const headers = { "content-type": "application/merge-patch+json" };
    assert.equal(await sent("PATCH", "/web", { headers, body: { data: { b: "2" } } }), "v1 ConfigMap");
    assert.equal(await sent("DELETE", "/web", {}), "v1 Status");
  },

  "a list has its kind, its built-in items have none": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const list = (await ask(client, "GET", configMapsOf(namespace))).json<SentList>();
    assert.equal(kindOf(list), "v1 ConfigMapList");
    assert.deepEqual(list.items.map(kindOf), ["undefined undefined"]);
  },

  "a list of custom resources has its kind, and its items have theirs": async ({ client, namespace }) => {
    await serveWidgets(client);
    await client.create(widget(namespace, "web"));
    const list = (await ask(client, "GET", widgetsOf(namespace))).json<SentList>();
    assert.equal(kindOf(list), "contract.example.com/v1 WidgetList");
    assert.deepEqual(list.items.map(kindOf), ["contract.example.com/v1 Widget"]);
  },

  "each event of a watch has the kind of its object, also a bookmark": async ({ client, namespace }) => {
    await serveWidgets(client);
    const query = "watch=1&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
    const sent = async (path: string, question: Question = {}) => {
      const answer = await ask(client, "GET", `${path}?${query}&timeoutSeconds=1`, question);
      // A bookmark may follow another.
      return [...new Set(answer.jsonLines<SentEvent>().map(eventOf))];
    };
    await client.create(configMap(namespace, "web"));
    await client.create(widget(namespace, "web"));
    const [plain, custom, partial] = await Promise.all([
      sent(configMapsOf(namespace)),
      sent(widgetsOf(namespace)),
      sent(configMapsOf(namespace), metadataOnly),
    ]);
    assert.deepEqual(plain, ["ADDED v1 ConfigMap", "BOOKMARK v1 ConfigMap"]);
    assert.deepEqual(custom, ["ADDED contract.example.com/v1 Widget", "BOOKMARK contract.example.com/v1 Widget"]);
    assert.deepEqual(partial, [
      "ADDED meta.k8s.io/v1 PartialObjectMetadata",
      "BOOKMARK meta.k8s.io/v1 PartialObjectMetadata",
    ]);
  },

  "each event of a watch has the kind of its object, whatever happened to it": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "before"));
    const created = await client.create(configMap(namespace, "web"));
    await client.delete(await client.update({ ...created, data: { a: "2" } }));
    const query = `watch=1&resourceVersion=${metadata.resourceVersion}&timeoutSeconds=1`;
    const answer = await ask(client, "GET", `${configMapsOf(namespace)}?${query}`);
    assert.deepEqual(answer.jsonLines<SentEvent>().map(eventOf), [
      "ADDED v1 ConfigMap",
      "MODIFIED v1 ConfigMap",
      "DELETED v1 ConfigMap",
    ]);
  },

  "the error of a watch is a Status": async ({ server, client, namespace }) => {
    const before = await client.create(configMap(namespace, "before"));
    const group = `${namespace}.example.com`;
    const definition = gadgetDefinition(group);
    await serve(client, definition);
    await client.create(customKind<Gadget>("gadgets", "Gadget", group).of({ metadata: { namespace, name: "web" } }));
    await forget(server, before.metadata.resourceVersion!);
    const query = `watch=1&resourceVersion=${before.metadata.resourceVersion}&timeoutSeconds=5`;
    const answer = await ask(client, "GET", `/apis/${group}/v1/namespaces/${namespace}/gadgets?${query}`);
    assert.deepEqual([answer.status, answer.jsonLines<SentEvent>().map(eventOf)], [200, ["ERROR v1 Status"]]);
    await client.delete(definition);
  },

  "all that is JSON says so": async ({ client, namespace }) => {
    const path = configMapsOf(namespace);
    const body = configMap(namespace, "web");
    const merge = { headers: { "content-type": "application/merge-patch+json" }, body: {} };
    const requests: [method: Method, path: string, status: number, question?: Question][] = [
      ["POST", path, 201, { body }],
      ["GET", path, 200],
      ["GET", `${path}?watch=1&timeoutSeconds=1`, 200],
      ["GET", `${path}/web`, 200],
      ["GET", `${path}/web`, 200, metadataOnly],
      ["PUT", `${path}/web`, 200, { body }],
      ["PATCH", `${path}/web`, 200, merge],
      ["DELETE", `${path}/web`, 200],
      ["GET", `${path}/web`, 404],
      ["GET", "/apis", 200],
      ["GET", "/api/v1", 200],
      ["GET", "/version", 200],
    ];
    for (const [method, target, status, question] of requests) {
      const answer = await ask(client, method, target, question);
      const claim = `${method} ${target}`;
      assert.deepEqual([claim, answer.status, answer.contentType], [claim, status, "application/json"]);
    }
  },
});
