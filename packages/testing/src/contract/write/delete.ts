import assert from "node:assert/strict";
import type { Kind, KubeObject, ObjectMeta } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { Job } from "@kubewright/api/batch/v1";
import { ConfigMap, Namespace, Pod } from "@kubewright/api/core/v1";
import type { Client } from "@kubewright/client";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { ask, askRefused } from "../fixture/answer.ts";
import { configMap, deployment, pod } from "../fixture/built-in.ts";
import { changes, told, watchLimit } from "../fixture/changes.ts";
import { refused } from "../fixture/refused.ts";

const finalizers = ["example.com/cleanup"];

/** Deleting: at once, with finalizers, with conditions, many together. */
export const deleteCases: ContractCase[] = contractCases("delete", {
  "removes an object that nothing keeps": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    await client.delete(created);
    assert.equal(await client.find(ConfigMap, created.metadata), undefined);
  },

  "answers with a Status that says what went": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    const answer = await ask(client, "DELETE", `/api/v1/namespaces/${namespace}/configmaps/web`);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json(), {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Success",
      details: { name: "web", kind: "configmaps", uid: metadata.uid },
    });
  },

  "refuses what is not there": async ({ client, namespace }) => {
    await refused(client.delete(ConfigMap, { namespace, name: "web" }), {
      code: 404,
      reason: "NotFound",
      message: 'configmaps "web" not found',
    });
  },

  "keeps an object until its finalizers are gone": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web", { finalizers }));
    await client.delete(created);
    const leaving = await client.get(ConfigMap, created.metadata);
    assert.match(leaving.metadata.deletionTimestamp ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.equal(leaving.metadata.deletionGracePeriodSeconds, 0);
    assert.deepEqual(leaving.metadata.finalizers, finalizers);
    const last = await client.patch(ConfigMap, created.metadata, { merge: { metadata: { finalizers: null } } });
    assert.equal(last.metadata.uid, created.metadata.uid);
    assert.equal(await client.find(ConfigMap, created.metadata), undefined);
  },

  "tells of an object with finalizers: first changed, then deleted": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web", { finalizers }));
    await client.delete(ConfigMap, metadata);
    await client.patch(ConfigMap, metadata, { merge: { metadata: { finalizers: null } } });
    const { resourceVersion } = metadata;
    const watch = client.watch(ConfigMap, { namespace, resourceVersion: resourceVersion!, ...watchLimit });
    const events = await changes(watch, 2);
    assert.deepEqual(told(events), ["MODIFIED web", "DELETED web"]);
    assert.ok(events[0]!.object.metadata.deletionTimestamp);
  },

  "does nothing when asked a second time": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web", { finalizers }));
    await client.delete(created);
    const first = await client.get(ConfigMap, created.metadata);
    await client.delete(created);
    assert.deepEqual(await client.get(ConfigMap, created.metadata), first);
  },

  "counts the generation up when an object begins to leave": async ({ client, namespace }) => {
    const created = await client.create(deployment(namespace, "web", { finalizers }));
    await client.delete(created);
    assert.equal((await client.get(Deployment, created.metadata)).metadata.generation, 2);
  },

  "lets no finalizer be added to what is leaving": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web", { finalizers }));
    await client.delete(ConfigMap, metadata);
    const merge = { metadata: { finalizers: [...finalizers, "example.com/late"] } };
    await refused(client.patch(ConfigMap, metadata, { merge }), {
      code: 422,
      reason: "Invalid",
      message:
        'ConfigMap "web" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being ' +
        'deleted, found new finalizers []string{"example.com/late"}',
    });
  },

  "cannot be taken back": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web", { finalizers }));
    await client.delete(ConfigMap, metadata);
    const patched = await client.patch(ConfigMap, metadata, { merge: { metadata: { deletionTimestamp: null } } });
    assert.ok(patched.metadata.deletionTimestamp);
  },

  "keeps the name of what is leaving taken": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web", { finalizers }));
    await client.delete(created);
    await refused(client.create(configMap(namespace, "web")), {
      code: 409,
      reason: "AlreadyExists",
      message: 'object is being deleted: configmaps "web" already exists',
    });
  },

  "gives a name free for another object": async ({ client, namespace }) => {
    const first = await client.create(configMap(namespace, "web"));
    await client.delete(first);
    const second = await client.create(configMap(namespace, "web"));
    assert.notEqual(second.metadata.uid, first.metadata.uid);
  },

  "refuses when the uid is another": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    const uid = "11111111-1111-1111-1111-111111111111";
    await refused(client.delete(ConfigMap, metadata, { preconditions: { uid } }), {
      code: 409,
      reason: "Conflict",
      message:
        `Operation cannot be fulfilled on ConfigMap "web": the UID in the precondition (${uid}) does not match the UID in ` +
        `record (${metadata.uid}). The object might have been deleted and then recreated`,
    });
  },

  "refuses when the version is another": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    await refused(client.delete(ConfigMap, metadata, { preconditions: { resourceVersion: "1" } }), {
      code: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on ConfigMap "web": the ResourceVersion in the precondition (1) does not match the ' +
        `ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    });
    assert.ok(await client.find(ConfigMap, metadata));
  },

  "goes through when uid and version are right": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    const preconditions = { uid: metadata.uid!, resourceVersion: metadata.resourceVersion! };
    await client.delete(ConfigMap, metadata, { preconditions });
    assert.equal(await client.find(ConfigMap, metadata), undefined);
  },

  "in the foreground leaves the object to the garbage collector": async ({ client, namespace }) => {
    const created = await client.create(deployment(namespace, "web"));
    const { uid } = created.metadata;
    await client.delete(created, { propagationPolicy: "Foreground", preconditions: { uid: uid! } });
    await assertLeftTo("foregroundDeletion", client, Deployment, created.metadata);
  },

  "with orphans leaves the object to the garbage collector": async ({ client, namespace }) => {
    const created = await client.create(deployment(namespace, "web"));
    await client.delete(created, { propagationPolicy: "Orphan" });
    await assertLeftTo("orphan", client, Deployment, created.metadata);
  },

  "in the background removes the object at once": async ({ client, namespace }) => {
    const created = await client.create(deployment(namespace, "web"));
    await client.delete(created, { propagationPolicy: "Background" });
    assert.equal(await client.find(Deployment, created.metadata), undefined);
  },

  "of a Job keeps its pods unless told otherwise, and warns": async ({ client, namespace }) => {
    const containers = [{ name: "main", image: "main:1" }];
    const spec = { template: { spec: { restartPolicy: "Never" as const, containers } } };
    const { metadata } = await client.create(Job.of({ metadata: { namespace, name: "web" }, spec }));
    const answer = await ask(client, "DELETE", `/apis/batch/v1/namespaces/${namespace}/jobs/web`);
    assert.deepEqual(answer.warnings, [
      "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or " +
        "set propagationPolicy=Orphan to suppress this warning",
    ]);
    await assertLeftTo("orphan", client, Job, metadata);
  },

  "refuses a policy that is none": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const path = `/api/v1/namespaces/${namespace}/configmaps/web`;
    await askRefused(
      client,
      "DELETE",
      path,
      { body: { propagationPolicy: "Maybe" } },
      {
        code: 422,
        reason: "Invalid",
        message:
          'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Maybe": ' +
          'supported values: "Foreground", "Background", "Orphan", "nil"',
      },
    );
  },

  "gives a running pod its grace period, which can only get shorter": async ({ client, namespace }) => {
    const created = await client.create(pod(namespace, "web"));
    const grace = async (gracePeriodSeconds: number) => {
      await client.delete(created, { gracePeriodSeconds });
      return (await client.find(Pod, created.metadata))?.metadata.deletionGracePeriodSeconds;
    };
    assert.equal(await grace(20), 20);
    assert.equal(await grace(50), 20);
    assert.equal(await grace(5), 5);
    assert.equal(await grace(0), undefined);
    assert.equal(await client.find(Pod, created.metadata), undefined);
  },

  "removes a pod that runs nowhere at once": async ({ client, namespace }) => {
    const created = await client.create(pod(namespace, "web", { nodeName: "" }));
    await client.delete(created);
    assert.equal(await client.find(Pod, created.metadata), undefined);
  },

  "of all that match a selector leaves the others": async ({ client, namespace }) => {
    for (const [name, tier] of Object.entries({ a: "front", b: "back", c: "front" })) {
      await client.create(configMap(namespace, name, { labels: { tier } }));
    }
    await client.deleteAllOf(ConfigMap, { namespace, labelSelector: "tier=front" });
    const { items } = await client.list(ConfigMap, { namespace });
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ["b"],
    );
    await client.deleteAllOf(ConfigMap, { namespace, fieldSelector: { "metadata.name": "b" } });
    assert.deepEqual((await client.list(ConfigMap, { namespace })).items, []);
  },

  "of all keeps those with finalizers": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "a"));
    await client.create(configMap(namespace, "b", { finalizers }));
    await client.deleteAllOf(ConfigMap, { namespace });
    const { items } = await client.list(ConfigMap, { namespace });
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ["b"],
    );
    assert.ok(items[0]!.metadata.deletionTimestamp);
  },

  "of the namespace default is refused": async ({ client }) => {
    await refused(client.delete(Namespace, { name: "default" }), {
      code: 403,
      reason: "Forbidden",
      message: 'namespaces "default" is forbidden: this namespace may not be deleted',
    });
  },

  "of a namespace lets nothing new into it": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "kept", { finalizers }));
    await client.delete(Namespace, { name: namespace });
    assert.equal((await client.get(Namespace, { name: namespace })).status?.phase, "Terminating");
    const status = await refused(client.create(configMap(namespace, "web")), {
      code: 403,
      reason: "Forbidden",
      message: `configmaps "web" is forbidden: unable to create new content in namespace ${namespace} because it is being terminated`,
    });
    assert.deepEqual(status.details?.causes, [
      {
        reason: "NamespaceTerminating",
        message: `namespace ${namespace} is being terminated`,
        field: "metadata.namespace",
      },
    ]);
  },
});

/** Asserts that an object is marked for the garbage collector, which may be quick and have collected it already. */
async function assertLeftTo<T extends KubeObject>(
  finalizer: string,
  client: Client,
  kind: Kind<T>,
  { namespace, resourceVersion }: ObjectMeta,
): Promise<void> {
  const watch = client.watch(kind, { namespace: namespace!, resourceVersion: resourceVersion!, ...watchLimit });
  const [event] = await changes(watch, 1);
  assert.equal(event!.type, "MODIFIED");
  assert.deepEqual(event!.object.metadata.finalizers, [finalizer]);
  assert.ok(event!.object.metadata.deletionTimestamp);
}
