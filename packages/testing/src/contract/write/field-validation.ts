import assert from "node:assert/strict";
import { ConfigMap } from "@kubewright/api/core/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { ask, askRefused } from "../fixture/answer.ts";
import { configMap } from "../fixture/built-in.ts";
import { refused } from "../fixture/refused.ts";
import { serveWidgets, type Widget, widget } from "../fixture/widget.ts";

const unknownField =
  'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "extra"';

const withExtra = (namespace: string): ConfigMap => ({ ...configMap(namespace, "web"), extra: 1 }) as ConfigMap;

/** What a server does with fields that a kind does not have, or that come twice. */
export const fieldValidationCases: ContractCase[] = contractCases("field validation", {
  "Strict refuses an unknown field": async ({ client, namespace }) => {
    await refused(client.create(withExtra(namespace), { fieldValidation: "Strict" }), {
      code: 400,
      reason: "BadRequest",
      message: unknownField,
    });
    assert.equal(await client.find(ConfigMap, { namespace, name: "web" }), undefined);
  },

  "Strict refuses a field that comes twice": async ({ client, namespace }) => {
    const body = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"web","name":"web"},"extra":1}';
    const path = `/api/v1/namespaces/${namespace}/configmaps?fieldValidation=Strict`;
    await askRefused(
      client,
      "POST",
      path,
      { body },
      {
        code: 400,
        reason: "BadRequest",
        message:
          'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: ' +
          'duplicate field "metadata.name", unknown field "extra"',
      },
    );
  },

  "Strict refuses a patch with an unknown field": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web"));
    await refused(client.patch(ConfigMap, metadata, { merge: { extra: 1 } as object }, { fieldValidation: "Strict" }), {
      code: 422,
      reason: "Invalid",
      message: /strict decoding error: unknown field "extra"$/,
    });
  },

  "Strict refuses an unknown field of a custom resource": async ({ client, namespace }) => {
    await serveWidgets(client);
    const wanted = { ...widget(namespace, "web"), spec: { size: 1, extra: 1 } } as Widget;
    await refused(client.create(wanted, { fieldValidation: "Strict" }), {
      code: 400,
      reason: "BadRequest",
      message:
        'Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.extra"',
    });
  },

  "Warn drops an unknown field and says so": async ({ client, namespace }) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps?fieldValidation=Warn`;
    const answer = await ask(client, "POST", path, { body: withExtra(namespace) });
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.warnings, ['unknown field "extra"']);
    assert.equal("extra" in (await client.get(ConfigMap, { namespace, name: "web" })), false);
  },

  "Warn is what happens without a word": async ({ client, namespace }) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const answer = await ask(client, "POST", path, { body: withExtra(namespace) });
    assert.deepEqual(answer.warnings, ['unknown field "extra"']);
  },

  "Warn says so of a custom resource, whose unknown field it drops": async ({ client, namespace }) => {
    await serveWidgets(client);
    const body = { ...widget(namespace, "web"), spec: { size: 1, extra: 1 } };
    const path = `/apis/${body.apiVersion}/namespaces/${namespace}/widgets`;
    const answer = await ask(client, "POST", path, { body });
    assert.deepEqual(answer.warnings, ['unknown field "spec.extra"']);
    assert.deepEqual(answer.json<Widget>().spec, { size: 1, mode: "fast" });
  },

  "Ignore drops an unknown field in silence": async ({ client, namespace }) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps?fieldValidation=Ignore`;
    const answer = await ask(client, "POST", path, { body: withExtra(namespace) });
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.warnings, []);
    assert.equal("extra" in answer.json<object>(), false);
  },

  "knows three values": async ({ client, namespace }) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps?fieldValidation=Maybe`;
    await askRefused(
      client,
      "POST",
      path,
      { body: configMap(namespace, "web") },
      {
        code: 422,
        reason: "Invalid",
        message:
          'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Maybe": ' +
          'supported values: "", "Ignore", "Strict", "Warn"',
      },
    );
  },
});
