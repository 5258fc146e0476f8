import assert from "node:assert/strict";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { ask, askRefused } from "../fixture/answer.ts";
import { configMap } from "../fixture/built-in.ts";
import { refused } from "../fixture/refused.ts";

const badRequest = (message: string | RegExp) => ({ code: 400, reason: "BadRequest", message });
const notAllowed = {
  code: 405,
  reason: "MethodNotAllowed",
  message: "the server does not allow this method on the requested resource",
};

const pathOf = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;

/** Requests that cannot be right. */
export const badRequestCases: ContractCase[] = contractCases("bad request", {
  "that is not JSON": async ({ client, namespace }) => {
    const message =
      "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; " +
      "json parse error: invalid character 'n' looking for beginning of object key string ({nope)";
    await askRefused(client, "POST", pathOf(namespace), { body: "{nope" }, badRequest(message));
  },

  "that is empty": async ({ client, namespace }) => {
    const message =
      "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; " +
      "json parse error: unexpected end of JSON input (<empty>)";
    await askRefused(client, "POST", pathOf(namespace), { body: "" }, badRequest(message));
  },

  "with a value of another type": async ({ client, namespace }) => {
    const body = { ...configMap(namespace, "web"), data: { a: 5 } };
    const message =
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: ' +
      "json: cannot unmarshal number into Go struct field ConfigMap.data of type string";
    await askRefused(client, "POST", pathOf(namespace), { body }, badRequest(message));
  },

  "with another kind than that of the path": async ({ client, namespace }) => {
    const body = { apiVersion: "v1", kind: "Secret", metadata: { name: "web" } };
    const message = /^Secret in version "v1" cannot be handled as a ConfigMap: /;
    await askRefused(client, "POST", pathOf(namespace), { body }, badRequest(message));
  },

  "with a version that does not exist": async ({ client, namespace }) => {
    const body = { ...configMap(namespace, "web"), apiVersion: "v2" };
    const message =
      /^ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v2"/;
    await askRefused(client, "POST", pathOf(namespace), { body }, badRequest(message));
  },

  "in a format that is none": async ({ client, namespace }) => {
    const question = { body: "<html>", headers: { "content-type": "text/html" } };
    await askRefused(client, "POST", pathOf(namespace), question, {
      code: 415,
      reason: "UnsupportedMediaType",
      message:
        "the body of the request was in an unknown format - accepted media types include: " +
        "application/json, application/yaml, application/vnd.kubernetes.protobuf",
    });
  },

  "in YAML is a good one": async ({ client, namespace }) => {
    const body = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\ndata:\n  a: '1'\n";
    const answer = await ask(client, "POST", pathOf(namespace), {
      body,
      headers: { "content-type": "application/yaml" },
    });
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.json<{ data: unknown }>().data, { a: "1" });
  },

  "of more than three megabytes": async ({ client, namespace }) => {
    const data = { large: "x".repeat(3 * 1024 * 1024) };
    await refused(client.create(configMap(namespace, "web", { data })), {
      code: 413,
      reason: "RequestEntityTooLarge",
      message: "Request entity too large: limit is 3145728",
    });
  },

  "with a ConfigMap of more than one megabyte": async ({ client, namespace }) => {
    const data = { large: "x".repeat(1024 * 1024 + 1) };
    await refused(client.create(configMap(namespace, "web", { data })), {
      code: 422,
      reason: "Invalid",
      message: 'ConfigMap "web" is invalid: []: Too long: may not be more than 1048576 bytes',
    });
  },

  "for a resource that does not exist": async ({ client, namespace }) => {
    await askRefused(
      client,
      "GET",
      `/api/v1/namespaces/${namespace}/nothings`,
      {},
      {
        code: 404,
        reason: "NotFound",
        message: "the server could not find the requested resource",
      },
    );
  },

  "for a group that does not exist": async ({ client }) => {
    const answer = await ask(client, "GET", "/apis/nothing.example.com/v1/nothings");
    assert.deepEqual([answer.status, answer.text], [404, "404 page not found\n"]);
  },

  "to do with a collection what it cannot": async ({ client, namespace }) => {
    await askRefused(client, "PUT", pathOf(namespace), { body: configMap(namespace, "web") }, notAllowed);
    await askRefused(client, "POST", `${pathOf(namespace)}/web`, { body: configMap(namespace, "web") }, notAllowed);
  },

  "with a field manager of more than 128 characters": async ({ client, namespace }) => {
    const fieldManager = "x".repeat(129);
    await refused(client.create(configMap(namespace, "web"), { fieldManager }), {
      code: 422,
      reason: "Invalid",
      message: 'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes',
    });
  },
});
