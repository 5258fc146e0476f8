import assert from "node:assert/strict";
import { ConfigMap } from "@kubewright/api/core/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { configMap } from "../fixture/built-in.ts";
import { changes, watchLimit } from "../fixture/changes.ts";
import { Gadget, serveGadgets, serveWidgets, Widget, widget } from "../fixture/widget.ts";

/** Beyond 2^53, where a JavaScript number would be rounded. */
const big = 9_007_199_254_740_993n;

/** What is stored is what was sent. */
export const fidelityCases: ContractCase[] = contractCases("fidelity", {
  "keeps integers beyond 2^53 that the schema names": async ({ client, namespace }) => {
    await serveWidgets(client);
    const created = await client.create(widget(namespace, "web", { big }));
    assert.equal(created.spec.big, big);
    assert.equal((await client.get(Widget, created.metadata)).spec.big, big);
    const updated = await client.update({ ...created, spec: { ...created.spec, big: big + 1n } });
    assert.equal(updated.spec.big, big + 1n);
    const patched = await client.patch(Widget, created.metadata, { merge: { spec: { big: -big } } });
    assert.equal(patched.spec.big, -big);
  },

  "keeps integers beyond 2^53 in lists and watches": async ({ client, namespace }) => {
    await serveGadgets(client);
    const limits = { most: 9_223_372_036_854_775_807n, least: -9_223_372_036_854_775_808n };
    const gadget = await client.create(Gadget.of({ metadata: { namespace, name: "web" }, limits }));
    const { items, metadata } = await client.list(Gadget, { namespace });
    assert.deepEqual(items[0]!.limits, limits);
    await client.patch(Gadget, gadget.metadata, { merge: { more: big } });
    const watch = client.watch(Gadget, { namespace, resourceVersion: metadata.resourceVersion!, ...watchLimit });
    const [event] = await changes(watch, 1);
    assert.equal(event!.object.more, big);
    assert.deepEqual(event!.object.limits, limits);
  },

  "keeps fields that no schema names": async ({ client, namespace }) => {
    await serveGadgets(client);
    const fields = {
      text: "x",
      number: 1,
      fraction: 2.5,
      tiny: 1e-9,
      negative: -3,
      yes: true,
      no: false,
      empty: "",
      list: [1, "two", { three: [] }, [[4]]],
      nothing: [],
      bare: {},
      nested: { "key with spaces": { "a/b": { "": "empty key" } } },
    };
    const created = await client.create(Gadget.of({ metadata: { namespace, name: "web" }, spec: fields, ...fields }));
    const { apiVersion: _a, kind: _k, metadata, ...stored } = await client.get(Gadget, created.metadata);
    assert.deepEqual(stored, { spec: fields, ...fields });
    const updated = await client.update<Gadget>({ ...created, text: "y" });
    assert.deepEqual(updated.spec, fields);
    assert.equal(metadata.generation, 1);
    assert.equal(updated.metadata.generation, 2);
  },

  "keeps text of any script, and characters that JSON or HTML escapes": async ({ client, namespace }) => {
    const data = {
      scripts: "héllo wörld, Привет, 你好, שלום, 🚀👩‍👩‍👧",
      escapes: 'quote " backslash \\ slash / tab \t line \n return \r bell \u0007 nul-free',
      html: "<script>&amp;</script>\u2028\u2029",
      long: "line\n".repeat(10_000),
    };
    const created = await client.create(configMap(namespace, "web", { data }));
    assert.deepEqual(created.data, data);
    assert.deepEqual((await client.get(ConfigMap, created.metadata)).data, data);
  },

  "keeps binary data": async ({ client, namespace }) => {
    const binaryData = { bytes: "AAECAwT/" };
    const created = await client.create(ConfigMap.of({ metadata: { namespace, name: "web" }, binaryData }));
    assert.deepEqual((await client.get(ConfigMap, created.metadata)).binaryData, binaryData);
  },

  "keeps an object of nearly a megabyte": async ({ client, namespace }) => {
    const data = { large: "x".repeat(900_000) };
    const created = await client.create(configMap(namespace, "web", { data }));
    assert.equal((await client.get(ConfigMap, created.metadata)).data?.large, data.large);
  },

  "stores quantities of custom resources as they are written": async ({ client, namespace }) => {
    await serveGadgets(client);
    const gadget = Gadget.of({ metadata: { namespace, name: "web" }, resources: { cpu: "1000m", memory: "1024Mi" } });
    assert.deepEqual((await client.create(gadget)).resources, { cpu: "1000m", memory: "1024Mi" });
  },
});
