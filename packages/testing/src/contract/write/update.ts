import assert from "node:assert/strict";
import { isConflict } from "@kubewright/api";
import { Lease } from "@kubewright/api/coordination/v1";
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { ask, askRefused } from "../fixture/answer.ts";
import { configMap, deployment } from "../fixture/built-in.ts";
import { refused } from "../fixture/refused.ts";

const modified = (resource: string, name: string) =>
  `Operation cannot be fulfilled on ${resource} "${name}": the object has been modified; ` +
  "please apply your changes to the latest version and try again";

/** Replacing objects, and what versions and generations count. */
export const updateCases: ContractCase[] = contractCases("update", {
  "replaces the object: what is absent goes": async ({ client, namespace }) => {
    const created = await client.create(
      configMap(namespace, "web", { labels: { app: "web" }, data: { a: "1", b: "2" } }),
    );
    const { labels: _, ...metadata } = created.metadata;
    const updated = await client.update<ConfigMap>({ ...created, metadata, data: { b: "3" } });
    assert.deepEqual(updated.data, { b: "3" });
    assert.equal(updated.metadata.labels, undefined);
    assert.equal(updated.metadata.uid, created.metadata.uid);
    assert.deepEqual(await client.get(ConfigMap, created.metadata), updated);
  },

  "refuses a version that is not the newest": async ({ client, namespace }) => {
    const old = await client.create(configMap(namespace, "web"));
    const current = await client.update({ ...old, data: { a: "2" } });
    const status = await refused(client.update({ ...old, data: { a: "3" } }), {
      code: 409,
      reason: "Conflict",
      message: modified("configmaps", "web"),
    });
    assert.deepEqual(status.details, { name: "web", kind: "configmaps" });
    assert.deepEqual(await client.get(ConfigMap, old.metadata), current);
  },

  "lets exactly one of those win that write at once": async ({ client, namespace }) => {
    const base = await client.create(configMap(namespace, "web"));
    const writers = ["1", "2", "3", "4", "5"].map((writer) => client.update({ ...base, data: { writer } }));
    const outcomes = await Promise.allSettled(writers);
    const won = outcomes.filter((outcome) => outcome.status === "fulfilled");
    assert.equal(won.length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") assert.ok(isConflict(outcome.reason), String(outcome.reason));
    }
    assert.deepEqual((await client.get(ConfigMap, base.metadata)).data, won[0]!.value.data);
  },

  "needs no version for most built-in kinds": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    assert.deepEqual((await client.update(configMap(namespace, "web", { data: { b: "1" } }))).data, { b: "1" });
  },

  "needs a version for a Lease": async ({ client, namespace }) => {
    const lease = Lease.of({ metadata: { namespace, name: "web" }, spec: { holderIdentity: "a" } });
    await client.create(lease);
    await refused(client.update({ ...lease, spec: { holderIdentity: "b" } }), {
      code: 422,
      reason: "Invalid",
      message:
        'leases.coordination.k8s.io "web" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    });
  },

  "creates a Lease that is not there": async ({ client, namespace }) => {
    const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/web`;
    const body = Lease.of({ metadata: { namespace, name: "web" }, spec: { holderIdentity: "a" } });
    assert.equal((await ask(client, "PUT", path, { body })).status, 201);
    assert.equal((await client.get(Lease, { namespace, name: "web" })).spec?.holderIdentity, "a");
  },

  "does not create a ConfigMap that is not there": async ({ client, namespace }) => {
    await refused(client.update(configMap(namespace, "web")), {
      code: 404,
      reason: "NotFound",
      message: 'configmaps "web" not found',
    });
  },

  "makes no new version when nothing changes": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    assert.equal((await client.update(created)).metadata.resourceVersion, created.metadata.resourceVersion);
    const stored = await client.get(ConfigMap, created.metadata);
    assert.equal(stored.metadata.resourceVersion, created.metadata.resourceVersion);
  },

  "counts versions up over all kinds": async ({ client, namespace }) => {
    const map = await client.create(configMap(namespace, "web"));
    const secret = await client.create(Secret.of({ metadata: { namespace, name: "web" } }));
    const changed = await client.update({ ...map, data: { a: "2" } });
    const versions = [map, secret, changed].map(({ metadata }) => BigInt(metadata.resourceVersion!));
    assert.ok(versions[0]! < versions[1]! && versions[1]! < versions[2]!, versions.join(" < "));
  },

  "refuses another uid": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    const uid = "11111111-1111-1111-1111-111111111111";
    const { resourceVersion: _, ...metadata } = created.metadata;
    await refused(client.update({ ...created, metadata: { ...metadata, uid } }), {
      code: 409,
      reason: "Conflict",
      message: new RegExp(
        '^Operation cannot be fulfilled on configmaps "web": .*' +
          `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${created.metadata.uid}$`,
      ),
    });
  },

  "refuses a name in the body that is not that of the path": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const path = `/api/v1/namespaces/${namespace}/configmaps/web`;
    await askRefused(
      client,
      "PUT",
      path,
      { body: configMap(namespace, "other") },
      {
        code: 400,
        reason: "BadRequest",
        message: "the name of the object (other) does not match the name on the URL (web)",
      },
    );
  },

  "ignores a changed creation time and generation": async ({ client, namespace }) => {
    const created = await client.create(deployment(namespace, "web"));
    const metadata = { ...created.metadata, creationTimestamp: "2001-01-01T00:00:00Z", generation: 77 };
    const updated = await client.update({ ...created, metadata });
    assert.equal(updated.metadata.creationTimestamp, created.metadata.creationTimestamp);
    assert.equal(updated.metadata.generation, 1);
  },

  "counts the generation up with the spec, not with labels": async ({ client, namespace }) => {
    const created = await client.create(deployment(namespace, "web"));
    assert.equal(created.metadata.generation, 1);
    const labelled = await client.update({ ...created, metadata: { ...created.metadata, labels: { a: "b" } } });
    assert.equal(labelled.metadata.generation, 1);
    const scaled = await client.update({ ...labelled, spec: { ...labelled.spec!, replicas: 2 } });
    assert.equal(scaled.metadata.generation, 2);
    assert.equal((await client.update(scaled)).metadata.generation, 2);
  },

  "counts the generation of a Deployment up with its annotations": async ({ client, namespace }) => {
    const created = await client.create(deployment(namespace, "web"));
    const annotated = await client.update({ ...created, metadata: { ...created.metadata, annotations: { a: "b" } } });
    assert.equal(annotated.metadata.generation, 2);
  },

  "counts no generation of a ConfigMap": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    assert.equal(created.metadata.generation, undefined);
    assert.equal((await client.update({ ...created, data: {} })).metadata.generation, undefined);
  },

  "refuses to change what cannot change": async ({ client, namespace }) => {
    const created = await client.create(deployment(namespace, "web"));
    const template = created.spec!.template;
    const labels = { app: "other" };
    const spec = {
      ...created.spec!,
      selector: { matchLabels: labels },
      template: { ...template, metadata: { ...template.metadata, labels } },
    };
    await refused(client.update({ ...created, spec }), {
      code: 422,
      reason: "Invalid",
      message:
        'Deployment.apps "web" is invalid: spec.selector: Invalid value: {"matchLabels":{"app":"other"}}: field is immutable',
    });
  },

  "refuses to change an immutable ConfigMap": async ({ client, namespace }) => {
    const created = await client.create({ ...configMap(namespace, "web"), immutable: true });
    await refused(client.update({ ...created, data: { a: "2" } }), {
      code: 422,
      reason: "Invalid",
      message: 'ConfigMap "web" is invalid: data: Forbidden: field is immutable when `immutable` is set',
    });
  },
});
