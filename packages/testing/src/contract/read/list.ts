import assert from "node:assert/strict";
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { ask, askRefused } from "../fixture/answer.ts";
import { configMap } from "../fixture/built-in.ts";
import { refused } from "../fixture/refused.ts";

const namesOf = (items: readonly ConfigMap[]) => items.map(({ metadata }) => metadata.name);

/** Reading many objects at a version. */
export const listCases: ContractCase[] = contractCases("list", {
  "gives all objects of a namespace by name, with their kind": async ({ client, namespace }) => {
    for (const name of ["c", "a", "b"]) await client.create(configMap(namespace, name));
    const { kind, apiVersion, items } = await client.list(ConfigMap, { namespace });
    assert.deepEqual([apiVersion, kind], ["v1", "ConfigMapList"]);
    assert.deepEqual(namesOf(items), ["a", "b", "c"]);
    assert.ok(items.every((item) => ConfigMap.is(item)));
    assert.deepEqual(items[0], await client.get(ConfigMap, { namespace, name: "a" }));
  },

  "sends an empty list, not none": async ({ client, namespace }) => {
    const answer = await ask(client, "GET", `/api/v1/namespaces/${namespace}/configmaps`);
    assert.deepEqual(answer.json<{ items: unknown }>().items, []);
  },

  "is empty for a namespace that does not exist": async ({ client, namespace }) => {
    assert.deepEqual((await client.list(ConfigMap, { namespace: `${namespace}-not` })).items, []);
  },

  "without a namespace gives the objects of all": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web", { labels: { contract: namespace } }));
    const { items } = await client.list(ConfigMap, { labelSelector: `contract=${namespace}` });
    assert.deepEqual(
      items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`),
      [`${namespace}/web`],
    );
  },

  "is at a version that includes the last write": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    const { metadata, items } = await client.list(ConfigMap, { namespace });
    assert.deepEqual(namesOf(items), ["web"]);
    assert.ok(BigInt(metadata.resourceVersion!) >= BigInt(created.metadata.resourceVersion!));
  },

  "of another kind is at a version that includes the last write": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    const { metadata } = await client.list(Secret, { namespace });
    assert.ok(BigInt(metadata.resourceVersion!) >= BigInt(created.metadata.resourceVersion!));
  },

  "at an exact version gives what there was": async ({ client, namespace }) => {
    const first = await client.create(configMap(namespace, "a"));
    const second = await client.create(configMap(namespace, "b"));
    await client.delete(first);
    await client.update({ ...second, data: { b: "2" } });
    const at = { namespace, resourceVersionMatch: "Exact", resourceVersion: second.metadata.resourceVersion! } as const;
    const { items, metadata } = await client.list(ConfigMap, at);
    assert.deepEqual(items, [first, second]);
    assert.equal(metadata.resourceVersion, second.metadata.resourceVersion);
  },

  "not older than a version gives that or something newer": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    const resourceVersion = metadata.resourceVersion!;
    for (const options of [{ resourceVersion }, { resourceVersion, resourceVersionMatch: "NotOlderThan" as const }]) {
      const list = await client.list(ConfigMap, { namespace, ...options });
      assert.deepEqual(namesOf(list.items), ["web"]);
      assert.ok(BigInt(list.metadata.resourceVersion!) >= BigInt(resourceVersion));
    }
  },

  "at version 0 gives some state": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    await client.list(ConfigMap, { namespace, resourceVersion: metadata.resourceVersion! });
    const { items } = await client.list(ConfigMap, { namespace, resourceVersion: "0" });
    assert.deepEqual(namesOf(items), ["web"]);
  },

  "refuses a version that is not reached in time": async ({ client, namespace }) => {
    const status = await refused(client.list(ConfigMap, { namespace, resourceVersion: "999999999" }), {
      code: 504,
      reason: "Timeout",
      message: /^Timeout: Too large resource version: 999999999, current: \d+$/,
    });
    assert.equal(status.details?.causes?.[0]?.reason, "ResourceVersionTooLarge");
  },

  "refuses a version that is not a number": async ({ client, namespace }) => {
    await refused(client.list(ConfigMap, { namespace, resourceVersion: "new" }), {
      code: 400,
      reason: "BadRequest",
      message:
        'invalid resource version: resourceVersion: Invalid value: "new": strconv.ParseUint: parsing "new": invalid syntax',
    });
  },

  "refuses a match without a version": async ({ client, namespace }) => {
    await refused(client.list(ConfigMap, { namespace, resourceVersionMatch: "Exact" }), {
      code: 422,
      reason: "Invalid",
      message:
        'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: ' +
        "resourceVersionMatch is forbidden unless resourceVersion is provided",
    });
  },

  "refuses exactly version 0": async ({ client, namespace }) => {
    await refused(client.list(ConfigMap, { namespace, resourceVersion: "0", resourceVersionMatch: "Exact" }), {
      code: 422,
      reason: "Invalid",
      message:
        'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: ' +
        'resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    });
  },

  "refuses a match that is none": async ({ client, namespace }) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps?resourceVersion=1&resourceVersionMatch=Newest`;
    await askRefused(
      client,
      "GET",
      path,
      {},
      {
        code: 422,
        reason: "Invalid",
        message:
          'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Unsupported value: "Newest": ' +
          'supported values: "Exact", "NotOlderThan", ""',
      },
    );
  },
});
