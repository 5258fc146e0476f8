import assert from "node:assert/strict";
import type { KubeObject } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { ask, askRefused } from "../fixture/answer.ts";
import { configMap, deployment } from "../fixture/built-in.ts";
import { refused } from "../fixture/refused.ts";
import { serveWidgets, Widget, widget } from "../fixture/widget.ts";

const one = { fieldManager: "one" };
const two = { fieldManager: "two" };
const applyPatch = { "content-type": "application/apply-patch+yaml" };

/** The fields that a manager set by applying. */
function appliedBy({ metadata }: KubeObject, manager: string): unknown {
  return metadata.managedFields?.find((entry) => entry.manager === manager && entry.operation === "Apply")?.fieldsV1;
}

/** Server-side apply: fields have owners. */
export const applyCases: ContractCase[] = contractCases("apply", {
  "creates what is not there, and answers 201": async ({ client, namespace }) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps/web?fieldManager=one`;
    const question = { body: configMap(namespace, "web"), headers: applyPatch };
    assert.equal((await ask(client, "PATCH", path, question)).status, 201);
    assert.equal((await ask(client, "PATCH", path, question)).status, 200);
    assert.deepEqual((await client.get(ConfigMap, { namespace, name: "web" })).data, { a: "1" });
  },

  "makes no new version when nothing changes": async ({ client, namespace }) => {
    const first = await client.apply(configMap(namespace, "web"), one);
    const second = await client.apply(configMap(namespace, "web"), one);
    assert.deepEqual(second, first);
  },

  "records the applier as the owner of what it applied": async ({ client, namespace }) => {
    const applied = await client.apply(configMap(namespace, "web", { labels: { app: "web" } }), one);
    assert.deepEqual(appliedBy(applied, "one"), {
      "f:data": { "f:a": {} },
      "f:metadata": { "f:labels": { "f:app": {} } },
    });
  },

  "leaves fields that it does not name": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web", { data: { a: "1", b: "2" } }));
    const applied = await client.apply(configMap(namespace, "web", { data: { c: "3" } }), one);
    assert.deepEqual(applied.data, { a: "1", b: "2", c: "3" });
  },

  "removes fields that were applied before and no longer are": async ({ client, namespace }) => {
    await client.apply(configMap(namespace, "web", { data: { a: "1", b: "2" } }), one);
    const applied = await client.apply(configMap(namespace, "web", { data: { b: "2" } }), one);
    assert.deepEqual(applied.data, { b: "2" });
  },

  "refuses a field that another applier owns, and names both": async ({ client, namespace }) => {
    const before = await client.apply(configMap(namespace, "web"), one);
    const status = await refused(client.apply(configMap(namespace, "web", { data: { a: "2" } }), two), {
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "one": .data.a',
    });
    assert.deepEqual(status.details?.causes, [
      { reason: "FieldManagerConflict", message: 'conflict with "one"', field: ".data.a" },
    ]);
    assert.deepEqual(await client.get(ConfigMap, before.metadata), before);
  },

  "lists all conflicts": async ({ client, namespace }) => {
    await client.apply(configMap(namespace, "web", { data: { a: "1", b: "1" } }), one);
    await refused(client.apply(configMap(namespace, "web", { data: { a: "2", b: "2" } }), two), {
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 2 conflicts: conflicts with "one":\n- .data.a\n- .data.b',
    });
  },

  "refuses a field that someone set without applying, and names the version": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"), { fieldManager: "editor" });
    await refused(client.apply(configMap(namespace, "web", { data: { a: "2" } }), one), {
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "editor" using v1: .data.a',
    });
  },

  "takes fields over when forced": async ({ client, namespace }) => {
    await client.apply(configMap(namespace, "web", { data: { a: "1", b: "1" } }), one);
    const forced = await client.apply(configMap(namespace, "web", { data: { a: "2" } }), { ...two, force: true });
    assert.deepEqual(forced.data, { a: "2", b: "1" });
    assert.deepEqual(appliedBy(forced, "one"), { "f:data": { "f:b": {} } });
    assert.deepEqual(appliedBy(forced, "two"), { "f:data": { "f:a": {} } });
  },

  "shares a field among those who want the same value": async ({ client, namespace }) => {
    await client.apply(configMap(namespace, "web"), one);
    const shared = await client.apply(configMap(namespace, "web"), two);
    assert.deepEqual(appliedBy(shared, "one"), { "f:data": { "f:a": {} } });
    assert.deepEqual(appliedBy(shared, "two"), { "f:data": { "f:a": {} } });
  },

  "removes a shared field only when its last owner gives it up": async ({ client, namespace }) => {
    await client.apply(configMap(namespace, "web"), one);
    await client.apply(configMap(namespace, "web"), two);
    const kept = await client.apply(configMap(namespace, "web", { data: {} }), one);
    assert.deepEqual(kept.data, { a: "1" });
    const gone = await client.apply(configMap(namespace, "web", { data: {} }), two);
    assert.equal(gone.data?.a, undefined);
  },

  "keeps a field that it gives up when someone else updated it": async ({ client, namespace }) => {
    const { metadata } = await client.apply(configMap(namespace, "web", { data: { a: "1", b: "1" } }), one);
    await client.patch(ConfigMap, metadata, { merge: { data: { a: "2" } } }, { fieldManager: "editor" });
    const applied = await client.apply(configMap(namespace, "web", { data: { b: "1" } }), one);
    assert.deepEqual(applied.data, { a: "2", b: "1" });
  },

  "merges list items by their key, each with its owner": async ({ client, namespace }) => {
    const key = { namespace, name: "web" };
    const bare = { apiVersion: "apps/v1", kind: "Deployment", metadata: key };
    const side = { ...bare, spec: { template: { spec: { containers: [{ name: "side", image: "side:1" }] } } } };
    const names = ({ spec }: Deployment) => spec.template.spec!.containers.map(({ name }) => name).sort();
    await client.apply(deployment(namespace, "web"), one);
    await client.apply(side, two);
    assert.deepEqual(names(await client.get(Deployment, key)), ["main", "side"]);
    await client.apply(bare, two);
    assert.deepEqual(names(await client.get(Deployment, key)), ["main"]);
  },

  "names the key of a list item in a conflict": async ({ client, namespace }) => {
    await client.apply(deployment(namespace, "web"), one);
    const wanted = deployment(namespace, "web");
    wanted.spec!.template.spec!.containers[0]!.image = "main:2";
    await refused(client.apply(wanted, two), {
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "one": .spec.template.spec.containers[name="main"].image',
    });
  },

  "merges keyed lists of custom resources too": async ({ client, namespace }) => {
    await serveWidgets(client);
    await client.apply(widget(namespace, "web", { parts: [{ name: "x", value: "1" }] }), one);
    const both = await client.apply(widget(namespace, "web", { parts: [{ name: "y", value: "2" }] }), two);
    assert.deepEqual(both.spec.parts, [
      { name: "x", value: "1" },
      { name: "y", value: "2" },
    ]);
    await refused(client.apply(widget(namespace, "web", { parts: [{ name: "x", value: "9" }] }), two), {
      code: 409,
      reason: "Conflict",
      message: 'Apply failed with 1 conflict: conflict with "one": .spec.parts[name="x"].value',
    });
    const rest = await client.apply(widget(namespace, "web"), one);
    assert.deepEqual(rest.spec.parts, [{ name: "y", value: "2" }]);
    assert.deepEqual((await client.get(Widget, rest.metadata)).spec, rest.spec);
  },

  "refuses a version that is not the newest": async ({ client, namespace }) => {
    const old = await client.apply(configMap(namespace, "web"), one);
    await client.apply(configMap(namespace, "web", { data: { a: "2" } }), one);
    const { resourceVersion } = old.metadata;
    await refused(client.apply(configMap(namespace, "web", { resourceVersion: resourceVersion! }), one), {
      code: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on configmaps "web": the object has been modified; ' +
        "please apply your changes to the latest version and try again",
    });
  },

  "refuses to create with a uid": async ({ client, namespace }) => {
    const uid = "11111111-1111-1111-1111-111111111111";
    await refused(client.apply(configMap(namespace, "web", { uid }), one), {
      code: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on configmaps "web": uid mismatch: ' +
        `the provided object specified uid ${uid}, and no existing object was found`,
    });
  },

  "refuses managed fields in the body": async ({ client, namespace }) => {
    const body = configMap(namespace, "web", { managedFields: [{ manager: "x" }] });
    const path = `/api/v1/namespaces/${namespace}/configmaps/web?fieldManager=one`;
    await askRefused(
      client,
      "PATCH",
      path,
      { body, headers: applyPatch },
      {
        code: 400,
        reason: "BadRequest",
        message: "metadata.managedFields must be nil",
      },
    );
  },

  "refuses to work without a field manager": async ({ client, namespace }) => {
    const question = { body: configMap(namespace, "web"), headers: applyPatch };
    await askRefused(client, "PATCH", `/api/v1/namespaces/${namespace}/configmaps/web`, question, {
      code: 422,
      reason: "Invalid",
      message: 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    });
  },

  "refuses another kind than that of the path": async ({ client, namespace }) => {
    const body = { apiVersion: "v1", kind: "Secret", metadata: { name: "web" } };
    const path = `/api/v1/namespaces/${namespace}/configmaps/web?fieldManager=one`;
    await askRefused(
      client,
      "PATCH",
      path,
      { body, headers: applyPatch },
      {
        code: 400,
        reason: "BadRequest",
        message: "invalid object type: /v1, Kind=Secret",
      },
    );
  },

  "refuses a field that the schema does not have": async ({ client, namespace }) => {
    await refused(client.apply({ ...configMap(namespace, "web"), extra: 1 } as ConfigMap, one), {
      code: 500,
      message: `failed to create typed patch object (${namespace}/web; /v1, Kind=ConfigMap): .extra: field not declared in schema`,
    });
  },

  "refuses two list items with one key": async ({ client, namespace }) => {
    const wanted = deployment(namespace, "web");
    const { containers } = wanted.spec!.template.spec!;
    containers.push(containers[0]!);
    await refused(client.apply(wanted, one), {
      code: 500,
      message:
        `failed to create typed patch object (${namespace}/web; apps/v1, Kind=Deployment): ` +
        '.spec.template.spec.containers: duplicate entries for key [name="main"]',
    });
  },
});
