import assert from "node:assert/strict";
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { configMap } from "../fixture/built-in.ts";
import { refused } from "../fixture/refused.ts";

/** Reading one object. */
export const getCases: ContractCase[] = contractCases("get", {
  "gives the object with its kind": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    const found = await client.get(ConfigMap, { namespace, name: "web" });
    assert.deepEqual(found, created);
    assert.equal(found.apiVersion, "v1");
    assert.equal(found.kind, "ConfigMap");
  },

  "gives cluster-scoped objects, labelled with their name": async ({ client, namespace }) => {
    const found = await client.get(Namespace, { name: namespace });
    assert.equal(found.metadata.namespace, undefined);
    assert.deepEqual(found.metadata.labels, { "kubernetes.io/metadata.name": namespace });
    assert.equal(found.status?.phase, "Active");
  },

  "refuses what is not there": async ({ client, namespace }) => {
    const status = await refused(client.get(ConfigMap, { namespace, name: "web" }), {
      code: 404,
      reason: "NotFound",
      message: 'configmaps "web" not found',
    });
    assert.deepEqual(status.details, { name: "web", kind: "configmaps" });
    assert.equal(await client.find(ConfigMap, { namespace, name: "web" }), undefined);
  },

  "reads what was just written": async ({ client, namespace }) => {
    let current = await client.create(configMap(namespace, "web"));
    for (const a of ["2", "3", "4", "5"]) {
      current = await client.update({ ...current, data: { a } });
      assert.deepEqual(await client.get(ConfigMap, current.metadata), current);
    }
  },

  "gives a state not older than a version": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    const updated = await client.update({ ...created, data: { a: "2" } });
    const { resourceVersion } = updated.metadata;
    assert.deepEqual(await client.get(ConfigMap, created.metadata, { resourceVersion: resourceVersion! }), updated);
  },

  "gives some state for version 0": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    // Once the state is known to be there, any state the server has includes it.
    await client.get(ConfigMap, metadata, { resourceVersion: metadata.resourceVersion! });
    assert.equal((await client.get(ConfigMap, metadata, { resourceVersion: "0" })).metadata.uid, metadata.uid);
  },

  "refuses a version that is not reached in time": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    const resourceVersion = "999999999";
    const status = await refused(client.get(ConfigMap, metadata, { resourceVersion }), {
      code: 504,
      reason: "Timeout",
      message: /^Timeout: Too large resource version: 999999999, current: \d+$/,
    });
    assert.equal(status.details?.retryAfterSeconds, 1);
    assert.deepEqual(status.details?.causes, [
      { reason: "ResourceVersionTooLarge", message: "Too large resource version" },
    ]);
  },

  "refuses a version that is not a number": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    await refused(client.get(ConfigMap, metadata, { resourceVersion: "new" }), {
      code: 500,
      message: 'resourceVersion: Invalid value: "new": strconv.ParseUint: parsing "new": invalid syntax',
    });
  },
});
