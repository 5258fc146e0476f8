import assert from "node:assert/strict";
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { askRefused } from "../fixture/answer.ts";
import { configMap, deployment } from "../fixture/built-in.ts";
import { changes, told, watchLimit } from "../fixture/changes.ts";
import { refused } from "../fixture/refused.ts";

const dryRun = { dryRun: true };

/** Writes that only try. */
export const dryRunCases: ContractCase[] = contractCases("dry run", {
  "of create shows the object with its defaults and stores nothing": async ({ client, namespace }) => {
    const shown = await client.create(deployment(namespace, "web"), dryRun);
    assert.equal(shown.spec?.replicas, 1);
    assert.ok(shown.metadata.uid);
    assert.equal(shown.metadata.resourceVersion, undefined);
    assert.equal(await client.find(Deployment, shown.metadata), undefined);
  },

  "of update shows the change and stores nothing": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    const shown = await client.update({ ...created, data: { b: "2" } }, dryRun);
    assert.deepEqual(shown.data, { b: "2" });
    assert.deepEqual(await client.get(ConfigMap, created.metadata), created);
  },

  "of patch shows the change and stores nothing": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    const shown = await client.patch(ConfigMap, created.metadata, { merge: { data: { b: "2" } } }, dryRun);
    assert.deepEqual(shown.data, { a: "1", b: "2" });
    assert.deepEqual(await client.get(ConfigMap, created.metadata), created);
  },

  "of apply shows the object and stores nothing": async ({ client, namespace }) => {
    const shown = await client.apply(configMap(namespace, "web"), { ...dryRun, fieldManager: "one" });
    assert.deepEqual(shown.data, { a: "1" });
    assert.equal(await client.find(ConfigMap, shown.metadata), undefined);
  },

  "of delete removes nothing": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    await client.delete(created, dryRun);
    assert.deepEqual(await client.get(ConfigMap, created.metadata), created);
  },

  "of deleting all removes nothing": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    await client.deleteAllOf(ConfigMap, { namespace, ...dryRun });
    assert.deepEqual(await client.get(ConfigMap, created.metadata), created);
  },

  "is told by no watch": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    await client.patch(ConfigMap, metadata, { merge: { data: { b: "2" } } }, dryRun);
    await client.delete(ConfigMap, metadata, dryRun);
    await client.create(configMap(namespace, "other"));
    const { resourceVersion } = metadata;
    const watch = client.watch(ConfigMap, { namespace, resourceVersion: resourceVersion!, ...watchLimit });
    assert.deepEqual(told(await changes(watch, 1)), ["ADDED other"]);
  },

  "refuses what is invalid": async ({ client, namespace }) => {
    const wanted = deployment(namespace, "web");
    wanted.spec!.replicas = -1;
    await refused(client.create(wanted, dryRun), {
      code: 422,
      reason: "Invalid",
      message: 'Deployment.apps "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    });
  },

  "refuses a name that is taken": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    await refused(client.create(configMap(namespace, "web"), dryRun), {
      code: 409,
      reason: "AlreadyExists",
      message: 'configmaps "web" already exists',
    });
  },

  "refuses a version that is not the newest": async ({ client, namespace }) => {
    const old = await client.create(configMap(namespace, "web"));
    await client.update({ ...old, data: { a: "2" } });
    await refused(client.update({ ...old, data: { a: "3" } }, dryRun), {
      code: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on configmaps "web": the object has been modified; ' +
        "please apply your changes to the latest version and try again",
    });
  },

  "knows no value but All": async ({ client, namespace }) => {
    const body = configMap(namespace, "web");
    await askRefused(
      client,
      "POST",
      `/api/v1/namespaces/${namespace}/configmaps?dryRun=Some`,
      { body },
      {
        code: 422,
        reason: "Invalid",
        message:
          'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Some"]: supported values: "All"',
      },
    );
  },
});
