import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiServer, type InProcessTransport } from "../src/index.ts";

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
  readonly json: () => Record<string, unknown>;
}

describe("paths that are not for resources", () => {
  let server: ApiServer;
  let transport: InProcessTransport;
  beforeAll(async () => {
    server = await ApiServer.start();
    transport = server.transport();
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const response = await transport.send({ method: "POST", path, body: JSON.stringify(definition) });
    expect(response.status).toBe(201);
  });
  afterAll(() => server.close());

  async function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
    const response = await transport.send({ method, path, headers });
    const text = await response.body.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  }

  test.each([
    ["/healthz", "ok"],
    ["/livez", "ok"],
    ["/readyz", "ok"],
    ["/readyz/ping", "ok"],
    ["/livez/poststarthook/rbac/bootstrap-roles", "ok"],
  ])("%s says that all is well", async (path, text) => {
    expect(await ask(path)).toMatchObject({ status: 200, text });
  });

  test("health can be told in detail, without some checks", async () => {
    const { text } = await ask("/livez?verbose&exclude=etcd&exclude=nothing");
    expect(text).toContain("[+]ping ok\n");
    expect(text).toContain("[+]etcd excluded: ok\n");
    expect(text).toContain(
      'warn: some health checks cannot be excluded: no matches for "nothing"\nlivez check passed\n',
    );
  });

  test.each([
    ["/nothing"],
    ["/healthz/"],
    ["/readyz/nothing"],
    ["/apis/nothing"],
    ["/apis/nothing/v1"],
    ["/apis/example.com/v9"],
    ["/apis//v1"],
    ["//api/v1/pods"],
    ["/openid/v1"],
  ])("%s is a page that says so", async (path) => {
    const { status, headers, text } = await ask(path);
    expect(status).toBe(404);
    expect(text).toBe("404 page not found\n");
    expect(headers.get("content-type")).toEqual(["text/plain; charset=utf-8"]);
  });

  test.each([["/api/v9"], ["/apis/apps/v9"]])("%s is a Status: the group is known", async (path) => {
    expect((await ask(path)).json()).toMatchObject({
      code: 404,
      message: "the server could not find the requested resource",
    });
  });

  test.each([["/version"], ["/api"], ["/apis"], ["/apis/apps"], ["/apis/apps/v1"]])(
    "%s can only be read",
    async (path) => {
      expect((await ask(path, {}, "POST")).json()).toMatchObject({
        code: 405,
        message: "the server does not allow this method on the requested resource",
      });
    },
  );

  test("discovery knows custom resources at once", async () => {
    expect((await ask("/apis/example.com")).json()).toMatchObject({ preferredVersion: { version: "v1" } });
    expect((await ask("/apis/example.com/v1")).json()).toMatchObject({
      resources: [{ name: "widgets" }, { name: "widgets/status" }],
    });
    expect((await ask("/api/v1/")).json()).toMatchObject({ kind: "APIResourceList", groupVersion: "v1" });
  });

  test("discovery is one document for who asks for it, and nothing for who has it", async () => {
    const accept =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json";
    const first = await ask("/apis", { accept });
    expect(first.headers.get("content-type")).toEqual([
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
    ]);
    expect(first.text).toContain('"name":"example.com"');
    const [etag = ""] = first.headers.get("etag") ?? [];
    expect(await ask("/apis", { accept, "if-none-match": etag })).toMatchObject({ status: 304, text: "" });
    expect((await ask("/api", { accept })).json()).toMatchObject({ kind: "APIGroupDiscoveryList" });
    expect((await ask("/apis", { accept: "application/json" })).json()).toMatchObject({ kind: "APIGroupList" });
    const beta = "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList";
    expect((await ask("/apis", { accept: beta })).status).toBe(406);
  });

  test("OpenAPI documents are where the index says, and never change there", async () => {
    const { paths } = (await ask("/openapi/v3")).json() as { paths: Record<string, { serverRelativeURL: string }> };
    for (const path of ["api/v1", "apis/apps/v1", "apis/example.com/v1"]) {
      const { status, headers, json } = await ask(paths[path]!.serverRelativeURL);
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toEqual(["public, immutable"]);
      expect(Date.parse(headers.get("expires")?.[0] ?? "")).toBeGreaterThan(Date.now() + 364 * 86_400_000);
      expect(json()).toMatchObject({ openapi: "3.0.0" });
      const [etag = ""] = headers.get("etag") ?? [];
      expect(paths[path]!.serverRelativeURL).toBe(`/openapi/v3/${path}?hash=${etag.slice(1, -1)}`);
      expect((await ask(`/openapi/v3/${path}`, { "if-none-match": etag })).status).toBe(304);
      const moved = await ask(`/openapi/v3/${path}?hash=OLD`);
      expect(moved.status).toBe(301);
      expect(moved.headers.get("location")).toEqual([paths[path]!.serverRelativeURL]);
    }
    expect((await ask("/openapi/v3/apis/nothing/v1")).status).toBe(404);
  });

  test("OpenAPI has custom kinds in both versions", async () => {
    const name = "com.example.v1.Widget";
    const three = (await ask("/openapi/v3/apis/example.com/v1")).json() as {
      paths: object;
      components: { schemas: Record<string, unknown> };
    };
    expect(Object.keys(three.paths)).toEqual([
      "/apis/example.com/v1/namespaces/{namespace}/widgets",
      "/apis/example.com/v1/namespaces/{namespace}/widgets/{name}",
      "/apis/example.com/v1/namespaces/{namespace}/widgets/{name}/status",
      "/apis/example.com/v1/widgets",
    ]);
    expect(three.components.schemas[name]).toMatchObject({
      properties: { spec: { properties: { port: { anyOf: [{ type: "integer" }, { type: "string" }] } } } },
      "x-kubernetes-group-version-kind": [{ group: "example.com", version: "v1", kind: "Widget" }],
    });
    const two = (await ask("/openapi/v2")).json() as { definitions: Record<string, unknown> };
    expect(two.definitions[name]).toMatchObject({
      properties: {
        metadata: { $ref: "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" },
        spec: { properties: { port: { "x-kubernetes-int-or-string": true } } },
      },
    });
    const protobuf = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
    const message = await ask("/openapi/v2", { accept: protobuf });
    expect(message.headers.get("content-type")).toEqual(["application/com.github.proto-openapi.spec.v2.v1.0+protobuf"]);
    expect((await ask("/openapi/v2", { accept: "application/cbor" })).status).toBe(406);
    expect((await ask("/openapi/v2", { accept: "application/cbor,application/json" })).status).toBe(200);
  });

  test("who checks tokens of service accounts finds the key", async () => {
    expect((await ask("/.well-known/openid-configuration")).json()).toMatchObject({
      issuer: "https://kubernetes.default.svc.cluster.local",
      id_token_signing_alg_values_supported: ["ES256"],
    });
    const keys = await ask("/openid/v1/jwks");
    expect(keys.headers.get("content-type")).toEqual(["application/jwk-set+json"]);
    expect(keys.json()).toMatchObject({ keys: [{ kty: "EC", crv: "P-256", use: "sig" }] });
  });

  test("the root lists paths", async () => {
    const { paths } = (await ask("/")).json() as { paths: string[] };
    expect(paths).toEqual(expect.arrayContaining(["/api/v1", "/apis/apps/v1", "/apis/example.com", "/readyz/ping"]));
    expect(paths).toEqual([...paths].sort());
    expect((await ask("/metrics")).text).toContain('kubernetes_build_info{git_version="v1.36.3"');
  });
});

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: { spec: { type: "object", properties: { port: { "x-kubernetes-int-or-string": true } } } },
          },
        },
      },
    ],
  },
};
