import assert from "node:assert/strict";
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { askRefused } from "../fixture/answer.ts";
import { configMap, containersOf, deployment } from "../fixture/built-in.ts";
import { refused } from "../fixture/refused.ts";

const rejectedPatch = {
  code: 422,
  reason: "Invalid",
  message: "the server rejected our request due to an error in our request",
};

/** Merge patches and JSON patches, and what holds for all types. */
export const patchCases: ContractCase[] = contractCases("patch", {
  "merge: sets members and removes those that are null": async ({ client, namespace }) => {
    const key = { namespace, name: "web" };
    await client.create(configMap(namespace, "web", { data: { a: "1", b: "2" }, labels: { app: "web" } }));
    const patched = await client.patch(ConfigMap, key, { merge: { data: { a: null, c: "3" } } });
    assert.deepEqual(patched.data, { b: "2", c: "3" });
    assert.deepEqual(patched.metadata.labels, { app: "web" });
    assert.deepEqual(await client.get(ConfigMap, key), patched);
  },

  "merge: replaces lists as a whole": async ({ client, namespace }) => {
    await client.create(deployment(namespace, "web"));
    const merge = { spec: { template: { spec: { containers: [{ name: "side", image: "side:1" }] } } } };
    const patched = await client.patch(Deployment, { namespace, name: "web" }, { merge });
    assert.deepEqual(containersOf(patched), ["side side:1"]);
  },

  "merge: makes no new version when nothing changes": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    const patched = await client.patch(ConfigMap, created.metadata, { merge: { data: { a: "1", absent: null } } });
    assert.equal(patched.metadata.resourceVersion, created.metadata.resourceVersion);
  },

  "merge: refuses a version that is not the newest": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    await client.patch(ConfigMap, created.metadata, { merge: { data: { a: "2" } } });
    const { resourceVersion } = created.metadata;
    const merge = { metadata: { resourceVersion }, data: { a: "3" } };
    await refused(client.patch(ConfigMap, created.metadata, { merge }), {
      code: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on configmaps "web": the object has been modified; ' +
        "please apply your changes to the latest version and try again",
    });
  },

  "merge: without a version, all those that write at once succeed": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web", { data: {} }));
    const keys = ["a", "b", "c", "d"];
    await Promise.all(keys.map((key) => client.patch(ConfigMap, metadata, { merge: { data: { [key]: "1" } } })));
    assert.deepEqual((await client.get(ConfigMap, metadata)).data, { a: "1", b: "1", c: "1", d: "1" });
  },

  "merge: refuses another uid": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    await refused(client.patch(ConfigMap, created.metadata, { merge: { metadata: { uid: "other" } } }), {
      code: 422,
      reason: "Invalid",
      message: 'ConfigMap "web" is invalid: metadata.uid: Invalid value: "other": field is immutable',
    });
  },

  "merge: refuses another name": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    await refused(client.patch(ConfigMap, created.metadata, { merge: { metadata: { name: "other" } } }), {
      code: 400,
      reason: "BadRequest",
      message: "the name of the object (other) does not match the name on the URL (web)",
    });
  },

  "merge: checks the result": async ({ client, namespace }) => {
    const created = await client.create(deployment(namespace, "web"));
    await refused(client.patch(Deployment, created.metadata, { merge: { spec: { replicas: -1 } } }), {
      code: 422,
      reason: "Invalid",
      message: 'Deployment.apps "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    });
  },

  "merge: refuses a list": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const question = { body: "[]", headers: { "content-type": "application/merge-patch+json" } };
    await askRefused(client, "PATCH", `/api/v1/namespaces/${namespace}/configmaps/web`, question, {
      code: 400,
      reason: "BadRequest",
      message: "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}",
    });
  },

  "merge: does not create an object that is not there": async ({ client, namespace }) => {
    await refused(client.patch(ConfigMap, { namespace, name: "web" }, { merge: { data: { a: "1" } } }), {
      code: 404,
      reason: "NotFound",
      message: 'configmaps "web" not found',
    });
  },

  "json: does its steps in order": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web", { data: { a: "1", "b.c": "2" } }));
    const patched = await client.patch(ConfigMap, metadata, {
      json: [
        { op: "test", path: "/data/a", value: "1" },
        { op: "replace", path: "/data/a", value: "2" },
        { op: "copy", from: "/data/a", path: "/data/copied" },
        { op: "move", from: "/data/b.c", path: "/data/moved" },
        { op: "add", path: "/metadata/annotations", value: {} },
        { op: "add", path: "/metadata/annotations/example.com~1note", value: "escaped" },
        { op: "remove", path: "/data/a" },
      ],
    });
    assert.deepEqual(patched.data, { copied: "2", moved: "2" });
    assert.deepEqual(patched.metadata.annotations, { "example.com/note": "escaped" });
  },

  "json: inserts into lists and appends to them": async ({ client, namespace }) => {
    const { metadata } = await client.create(deployment(namespace, "web"));
    const containers = "/spec/template/spec/containers";
    const patched = await client.patch(Deployment, metadata, {
      json: [
        { op: "add", path: `${containers}/-`, value: { name: "last", image: "last:1" } },
        { op: "add", path: `${containers}/0`, value: { name: "first", image: "first:1" } },
      ],
    });
    assert.deepEqual(containersOf(patched), ["first first:1", "main main:1", "last last:1"]);
  },

  "json: changes nothing when a test fails": async ({ client, namespace }) => {
    const created = await client.create(configMap(namespace, "web"));
    const patch = client.patch(ConfigMap, created.metadata, {
      json: [
        { op: "add", path: "/data/b", value: "2" },
        { op: "test", path: "/data/a", value: "not this" },
      ],
    });
    await refused(patch, rejectedPatch);
    assert.deepEqual(await client.get(ConfigMap, created.metadata), created);
  },

  "json: refuses to remove what is not there": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    const json = [{ op: "remove", path: "/data/absent" } as const];
    await refused(client.patch(ConfigMap, metadata, { json }), rejectedPatch);
  },

  "json: refuses what is not a list of steps": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const question = { body: { op: "remove" }, headers: { "content-type": "application/json-patch+json" } };
    await askRefused(client, "PATCH", `/api/v1/namespaces/${namespace}/configmaps/web`, question, {
      code: 400,
      reason: "BadRequest",
      message: "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
    });
  },

  "any: refuses text that is not JSON": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const question = { body: "{nope", headers: { "content-type": "application/merge-patch+json" } };
    await askRefused(client, "PATCH", `/api/v1/namespaces/${namespace}/configmaps/web`, question, {
      code: 400,
      reason: "BadRequest",
      message: "error decoding patch: invalid character 'n' looking for beginning of object key string",
    });
  },

  "any: refuses a type that is none": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    await askRefused(
      client,
      "PATCH",
      `/api/v1/namespaces/${namespace}/configmaps/web`,
      { body: {} },
      {
        code: 415,
        reason: "UnsupportedMediaType",
        message: "415: Unsupported Media Type",
      },
    );
  },

  "any: refuses force when it is not apply": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const question = { body: {}, headers: { "content-type": "application/merge-patch+json" } };
    await askRefused(client, "PATCH", `/api/v1/namespaces/${namespace}/configmaps/web?force=true`, question, {
      code: 422,
      reason: "Invalid",
      message: 'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    });
  },
});
