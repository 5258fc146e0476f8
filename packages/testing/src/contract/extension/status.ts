import assert from "node:assert/strict";
import { Deployment } from "@kubewright/api/apps/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { ask } from "../fixture/answer.ts";
import { deployment } from "../fixture/built-in.ts";
import { refused } from "../fixture/refused.ts";
import { Gadget, serveGadgets, serveWidgets, Widget, widget } from "../fixture/widget.ts";

/** The status subresource: two writers of one object who cannot overwrite each other. */
export const statusCases: ContractCase[] = contractCases("status", {
  "is not set by create": async ({ client, namespace }) => {
    await serveWidgets(client);
    const created = await client.create({ ...widget(namespace, "web"), status: { ready: 1 } });
    assert.equal(created.status, undefined);
  },

  "is not changed by update or patch of the object": async ({ client, namespace }) => {
    await serveWidgets(client);
    const { metadata } = await client.create(widget(namespace, "web"));
    const ready = await client.status.patch(Widget, metadata, { merge: { status: { ready: 1 } } });
    const updated = await client.update({ ...ready, spec: { size: 2 }, status: { ready: 9 } });
    assert.deepEqual(updated.status, { ready: 1 });
    assert.equal(updated.spec.size, 2);
    const patched = await client.patch(Widget, metadata, { merge: { status: { ready: 9 } } });
    assert.deepEqual(patched.status, { ready: 1 });
    assert.equal(patched.metadata.resourceVersion, updated.metadata.resourceVersion);
  },

  "update changes nothing else": async ({ client, namespace }) => {
    await serveWidgets(client);
    const created = await client.create(widget(namespace, "web"));
    const updated = await client.status.update({
      ...created,
      metadata: { ...created.metadata, labels: { a: "b" }, finalizers: ["example.com/x"] },
      spec: { size: 9 },
      status: { ready: 1 },
    });
    assert.deepEqual(updated.status, { ready: 1 });
    assert.deepEqual(updated.spec, created.spec);
    assert.equal(updated.metadata.labels, undefined);
    assert.equal(updated.metadata.finalizers, undefined);
    assert.equal(updated.metadata.generation, 1);
    assert.notEqual(updated.metadata.resourceVersion, created.metadata.resourceVersion);
  },

  "refuses a version that is not the newest": async ({ client, namespace }) => {
    await serveWidgets(client);
    const created = await client.create(widget(namespace, "web"));
    await client.patch(Widget, created.metadata, { merge: { spec: { size: 2 } } });
    await refused(client.status.update({ ...created, status: { ready: 1 } }), {
      code: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on widgets.contract.example.com "web": the object has been modified; ' +
        "please apply your changes to the latest version and try again",
    });
  },

  "makes no new version when nothing changes": async ({ client, namespace }) => {
    await serveWidgets(client);
    const { metadata } = await client.create(widget(namespace, "web"));
    const first = await client.status.patch(Widget, metadata, { merge: { status: { ready: 1 } } });
    const second = await client.status.patch(Widget, metadata, { merge: { status: { ready: 1 } } });
    assert.equal(second.metadata.resourceVersion, first.metadata.resourceVersion);
  },

  "patches in JSON steps": async ({ client, namespace }) => {
    await serveWidgets(client);
    const { metadata } = await client.create(widget(namespace, "web"));
    const patched = await client.status.patch(Widget, metadata, {
      json: [
        { op: "add", path: "/status", value: { ready: 1 } },
        { op: "replace", path: "/spec/size", value: 9 },
      ],
    });
    assert.deepEqual(patched.status, { ready: 1 });
    assert.equal(patched.spec.size, 1);
  },

  "is checked against the schema": async ({ client, namespace }) => {
    await serveWidgets(client);
    const { metadata } = await client.create(widget(namespace, "web"));
    await refused(client.status.patch(Widget, metadata, { merge: { status: { ready: "yes" as never } } }), {
      code: 422,
      reason: "Invalid",
      message:
        /^Widget.contract.example.com "web" is invalid: \[status.ready: Invalid value: "string": ready in body must be of type integer: "string", /,
    });
  },

  "has owners of its own": async ({ client, namespace }) => {
    await serveWidgets(client);
    const fieldManager = "controller";
    const created = await client.apply(widget(namespace, "web"), { fieldManager });
    const status = Widget.of({ metadata: { namespace, name: "web" }, spec: created.spec, status: { ready: 1 } });
    const { spec: _, ...applied } = status;
    const after = await client.status.apply(applied as Widget, { fieldManager });
    assert.deepEqual(after.status, { ready: 1 });
    assert.deepEqual(
      after.metadata.managedFields?.map(({ manager, operation, subresource, fieldsV1 }) => ({
        manager,
        operation,
        subresource,
        fieldsV1,
      })),
      [
        { manager: "controller", operation: "Apply", subresource: undefined, fieldsV1: { "f:spec": { "f:size": {} } } },
        {
          manager: "controller",
          operation: "Apply",
          subresource: "status",
          fieldsV1: { "f:status": { "f:ready": {} } },
        },
      ],
    );
    assert.deepEqual((await client.apply(widget(namespace, "web"), { fieldManager })).status, { ready: 1 });
  },

  "of a Deployment is separate as well": async ({ client, namespace }) => {
    const created = await client.create({ ...deployment(namespace, "web"), status: { replicas: 5 } });
    assert.equal(created.status?.replicas ?? 0, 0);
    const merge = { spec: { replicas: 7 }, status: { replicas: 3, observedGeneration: 1 } };
    const patched = await client.status.patch(Deployment, created.metadata, { merge });
    assert.equal(patched.status?.replicas, 3);
    assert.equal(patched.spec?.replicas, 1);
    assert.equal(patched.metadata.generation, 1);
  },

  "without the subresource is a field like any other": async ({ client, namespace }) => {
    await serveGadgets(client);
    const { metadata } = await client.create(Gadget.of({ metadata: { namespace, name: "web" }, status: { ready: 1 } }));
    assert.deepEqual((await client.get(Gadget, metadata)).status, { ready: 1 });
    const patched = await client.patch(Gadget, metadata, { merge: { status: { ready: 2 } } });
    assert.equal(patched.metadata.generation, 2);
    const path = `/apis/contract.example.com/v1/namespaces/${namespace}/gadgets/web/status`;
    assert.equal((await ask(client, "GET", path)).status, 404);
  },
});
