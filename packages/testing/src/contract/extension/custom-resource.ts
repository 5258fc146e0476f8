import assert from "node:assert/strict";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { ask, askRefused, askUntil } from "../fixture/answer.ts";
import { changes, told, watchLimit } from "../fixture/changes.ts";
import { refused } from "../fixture/refused.ts";
import {
  customKind,
  type Gadget,
  gadgetDefinition,
  serve,
  serveWidgets,
  unserve,
  Widget,
  widget,
  widgetDefinition,
} from "../fixture/widget.ts";

/** What a server adds when errors kept it from trying the rules. */
const rulesSkipped =
  "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; " +
  "correct the existing errors to complete validation";

/** Kinds that users define. */
export const customResourceCases: ContractCase[] = contractCases("custom resource", {
  "is served once its definition is established, until the definition is deleted": async ({ client, namespace }) => {
    const group = `${namespace}.example.com`;
    const path = `/apis/${group}/v1/namespaces/${namespace}/gadgets`;
    assert.equal((await ask(client, "GET", path)).status, 404);
    const definition = gadgetDefinition(group);
    await serve(client, definition);
    const { status } = await client.get(CustomResourceDefinition, definition.metadata);
    assert.deepEqual(
      status?.conditions?.map(({ type, status, reason, message }) => `${type}=${status} ${reason}: ${message}`),
      [
        "NamesAccepted=True NoConflicts: no conflicts found",
        "Established=True InitialNamesAccepted: the initial names have been accepted",
      ],
    );
    assert.deepEqual(status?.storedVersions, ["v1"]);
    assert.equal(status?.acceptedNames?.singular, "gadget");
    assert.equal(status?.acceptedNames?.listKind, "GadgetList");

    const kind = customKind<Gadget>("gadgets", "Gadget", group);
    const created = await client.create(kind.of({ metadata: { namespace, name: "web" }, size: 1 }));
    assert.equal(created.metadata.generation, 1);

    await unserve(client, definition);
    assert.equal((await askUntil(client, path, 404)).text, "404 page not found\n");
  },

  "has a definition whose name must be that of its resource": async ({ client, namespace }) => {
    const definition = gadgetDefinition(`${namespace}.example.com`);
    const name = `other.${namespace}.example.com`;
    await refused(client.create({ ...definition, metadata: { name } }), {
      code: 422,
      reason: "Invalid",
      message:
        `CustomResourceDefinition.apiextensions.k8s.io "${name}" is invalid: metadata.name: Invalid value: "${name}": ` +
        'must be spec.names.plural+"."+spec.group',
    });
  },

  "keeps the fields of its schema, drops others, and fills in defaults": async ({ client, namespace }) => {
    await serveWidgets(client);
    const sent = { ...widget(namespace, "web"), spec: { size: 3, other: 1, free: { any: { thing: [1] } } }, top: 1 };
    const created = await client.create(sent as Widget);
    assert.deepEqual(created.spec, { size: 3, mode: "fast", free: { any: { thing: [1] } } });
    assert.equal("top" in created, false);
  },

  "takes null for a default as absent": async ({ client, namespace }) => {
    await serveWidgets(client);
    assert.equal((await client.create(widget(namespace, "web", { mode: null }))).spec.mode, "fast");
  },

  "is checked against its schema": async ({ client, namespace }) => {
    await serveWidgets(client);
    const status = await refused(client.create(widget(namespace, "web", { size: 15 })), {
      code: 422,
      reason: "Invalid",
      message:
        'Widget.contract.example.com "web" is invalid: spec.size: Invalid value: 15: ' +
        "spec.size in body should be less than or equal to 10",
    });
    assert.deepEqual(status.details, {
      name: "web",
      group: "contract.example.com",
      kind: "Widget",
      causes: [
        {
          reason: "FieldValueInvalid",
          message: "Invalid value: 15: spec.size in body should be less than or equal to 10",
          field: "spec.size",
        },
      ],
    });
  },

  "is told all that is wrong with it": async ({ client, namespace }) => {
    await serveWidgets(client);
    const wrong = { ...widget(namespace, "web"), spec: { size: "large", mode: "odd" } } as unknown as Widget;
    const status = await refused(client.create(wrong), {
      code: 422,
      reason: "Invalid",
      message: /^Widget.contract.example.com "web" is invalid: \[spec\..*, spec\..*, <nil>: .*\]$/,
    });
    // Fields are checked in no order.
    assert.deepEqual(status.details?.causes?.map(({ field, message }) => `${field}: ${message}`).sort(), [
      rulesSkipped,
      'spec.mode: Unsupported value: "odd": supported values: "fast", "slow"',
      'spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"',
    ]);
  },

  "needs its required fields": async ({ client, namespace }) => {
    await serveWidgets(client);
    const wrong = { ...widget(namespace, "web"), spec: {} } as unknown as Widget;
    await refused(client.create(wrong), {
      code: 422,
      reason: "Invalid",
      message: `Widget.contract.example.com "web" is invalid: [spec.size: Required value, ${rulesSkipped}]`,
    });
  },

  "is checked by the rules of its schema": async ({ client, namespace }) => {
    await serveWidgets(client);
    const { metadata } = await client.create(widget(namespace, "web", { even: 2 }));
    await refused(client.patch(Widget, metadata, { merge: { spec: { even: 3 } } }), {
      code: 422,
      reason: "Invalid",
      message: 'Widget.contract.example.com "web" is invalid: spec.even: Invalid value: 3: must be even',
    });
  },

  "has each key of a keyed list once": async ({ client, namespace }) => {
    await serveWidgets(client);
    await refused(client.create(widget(namespace, "web", { parts: [{ name: "a" }, { name: "a" }] })), {
      code: 422,
      reason: "Invalid",
      message: 'Widget.contract.example.com "web" is invalid: spec.parts[1]: Duplicate value: {"name":"a"}',
    });
  },

  "cannot be updated without a version": async ({ client, namespace }) => {
    await serveWidgets(client);
    await client.create(widget(namespace, "web"));
    await refused(client.update(widget(namespace, "web", { size: 2 })), {
      code: 422,
      reason: "Invalid",
      message:
        'widgets.contract.example.com "web" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    });
  },

  "counts its generation up with its spec, not with its metadata": async ({ client, namespace }) => {
    await serveWidgets(client);
    const created = await client.create(widget(namespace, "web"));
    assert.equal(created.metadata.generation, 1);
    const labelled = await client.patch(Widget, created.metadata, { merge: { metadata: { annotations: { a: "b" } } } });
    assert.equal(labelled.metadata.generation, 1);
    const resized = await client.patch(Widget, created.metadata, { merge: { spec: { size: 2 } } });
    assert.equal(resized.metadata.generation, 2);
    const same = await client.patch(Widget, created.metadata, { merge: { spec: { size: 2 } } });
    assert.equal(same.metadata.resourceVersion, resized.metadata.resourceVersion);
  },

  "does not take another kind or version": async ({ client, namespace }) => {
    await serveWidgets(client);
    const path = `/apis/contract.example.com/v1/namespaces/${namespace}/widgets`;
    await askRefused(
      client,
      "POST",
      path,
      { body: { ...widget(namespace, "web"), kind: "Other" } },
      {
        code: 422,
        reason: "Invalid",
        message: 'Other.contract.example.com "web" is invalid: kind: Invalid value: "Other": must be Widget',
      },
    );
    const apiVersion = "contract.example.com/v2";
    await askRefused(
      client,
      "POST",
      path,
      { body: { ...widget(namespace, "web"), apiVersion } },
      {
        code: 400,
        reason: "BadRequest",
        message:
          "the API version in the data (contract.example.com/v2) does not match the expected API version (contract.example.com/v1)",
      },
    );
  },

  "goes through its life like a built-in one": async ({ client, namespace }) => {
    await serveWidgets(client);
    const created = await client.create(widget(namespace, "web"));
    const updated = await client.update({ ...created, spec: { ...created.spec, size: 5 } });
    await refused(client.update({ ...created, spec: { ...created.spec, size: 6 } }), {
      code: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on widgets.contract.example.com "web": the object has been modified; ' +
        "please apply your changes to the latest version and try again",
    });
    await client.delete(updated);
    await refused(client.get(Widget, created.metadata), {
      code: 404,
      reason: "NotFound",
      message: 'widgets.contract.example.com "web" not found',
    });
    const resourceVersion = created.metadata.resourceVersion!;
    const events = await changes(client.watch(Widget, { namespace, resourceVersion, ...watchLimit }), 2);
    assert.deepEqual(told(events), ["MODIFIED web", "DELETED web"]);
    assert.equal(events[1]!.object.spec.size, 5);
  },

  "can have its schema changed, and is then checked by the new one": async ({ client, namespace }) => {
    const group = `${namespace}.example.com`;
    const definition = widgetDefinition(group);
    await serve(client, definition);
    const kind = customKind<Widget>("widgets", "Widget", group);
    const wanted = kind.of({ metadata: { namespace, name: "web" }, spec: { size: 20 } });
    await assert.rejects(client.create(wanted), /should be less than or equal to 10/);
    const maximum = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/maximum";
    await client.patch(CustomResourceDefinition, definition.metadata, {
      json: [{ op: "replace", path: maximum, value: 30 }],
    });
    // The request handlers learn of the new schema a little later.
    let outcome: Widget | undefined;
    for (let attempt = 0; attempt < 1_000 && outcome === undefined; attempt++) {
      outcome = await client.create(wanted).catch(() => undefined);
    }
    assert.equal(outcome?.spec.size, 20);
    await client.delete(definition);
  },
});
