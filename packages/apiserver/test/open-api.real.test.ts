import { HttpsTransport, type Transport } from "@kubewright/client";
import { eventually, type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiServer } from "../src/index.ts";

const schema = {
  description: "a rich thing",
  type: "object",
  required: ["spec"],
  properties: {
    metadata: { type: "object", properties: { name: { type: "string", maxLength: 20 } } },
    spec: {
      type: "object",
      required: ["color", "count"],
      properties: {
        color: { type: "string", default: "red", pattern: "^r", title: "Color", example: "red" },
        port: { "x-kubernetes-int-or-string": true },
        limited: { "x-kubernetes-int-or-string": true, anyOf: [{ minimum: 2 }, { maximum: 9 }] },
        either: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
        count: { type: "integer", format: "int64", nullable: true, minimum: 1, exclusiveMinimum: true },
        open: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: { type: "string" } } },
        anything: { "x-kubernetes-preserve-unknown-fields": true },
        object: {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
        },
        template: { type: "object", "x-kubernetes-embedded-resource": true, properties: { spec: { type: "object" } } },
        list: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["key"],
          items: { type: "object", required: ["key"], properties: { key: { type: "string" }, v: { type: "number" } } },
        },
        texts: { type: "array", nullable: true, items: { type: "string" } },
        map: { type: "object", additionalProperties: { type: "string", nullable: true } },
        loose: { type: "object", additionalProperties: true },
        one: {
          type: "object",
          properties: { a: { type: "string" }, b: { type: "string" } },
          oneOf: [{ required: ["a"] }, { required: ["b"] }],
          not: { required: ["a", "b"] },
        },
      },
    },
  },
};

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "riches.rich.example.io" },
  spec: {
    group: "rich.example.io",
    scope: "Namespaced",
    names: { plural: "riches", singular: "rich", kind: "Rich", listKind: "RichPile" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        selectableFields: [{ jsonPath: ".spec.color" }],
        subresources: {
          status: {},
          scale: { specReplicasPath: ".spec.count", statusReplicasPath: ".status.count" },
        },
        schema: { openAPIV3Schema: schema },
      },
      {
        name: "v1alpha1",
        served: true,
        storage: false,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

describe("OpenAPI of custom resources", () => {
  let reference: ReferenceServer;
  let server: ApiServer;
  let transports: { theirs: Transport; ours: Transport };
  beforeAll(async () => {
    reference = await startReferenceServer();
    server = await ApiServer.start();
    transports = { theirs: new HttpsTransport(reference.connection()), ours: server.transport() };
    for (const transport of Object.values(transports)) {
      const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
      const headers = { "content-type": "application/json" };
      const { status } = await transport.send({ method: "POST", path, headers, body: JSON.stringify(definition) });
      expect(status).toBe(201);
    }
  });
  afterAll(async () => {
    await transports?.theirs.close();
    await server?.close();
    await reference?.[Symbol.asyncDispose]();
  });

  /** The reference publishes a little later. */
  function read(transport: Transport, path: string): Promise<Document> {
    return eventually(async () => {
      const response = await transport.send({ method: "GET", path, headers: { accept: "application/json" } });
      const text = await response.body.text();
      expect(text).toContain("io.example.rich.v1");
      return JSON.parse(text) as Document;
    });
  }

  test.each(["v1", "v1alpha1"])("is what the reference publishes, in version 3: %s", async (version) => {
    const path = `/openapi/v3/apis/rich.example.io/${version}`;
    const [theirs, ours] = await Promise.all([read(transports.theirs, path), read(transports.ours, path)]);
    // The reference lists here all groups it was ever compiled with.
    for (const { components } of [theirs, ours]) delete components.schemas[deleteOptions]?.[kinds];
    expect(ours).toEqual(theirs);
  });

  test("is what the reference publishes, in version 2, as far as schemas go", async () => {
    const [theirs, ours] = await Promise.all([
      read(transports.theirs, "/openapi/v2"),
      read(transports.ours, "/openapi/v2"),
    ]);
    expect(ours.definitions).toEqual(theirs.definitions);
  });
});

const deleteOptions = "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions";
const kinds = "x-kubernetes-group-version-kind";

interface Document {
  readonly components: { readonly schemas: Record<string, Record<string, unknown>> };
  readonly definitions: Record<string, unknown>;
}
