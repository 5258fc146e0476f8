import { isNotFound, type Kind, type KubeObject } from "@kubewright/api";
import { Node } from "@kubewright/api/core/v1";
import type { Patch } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { connect, Deployment, echo, notFound, web } from "./client-rig.ts";

describe("writes", () => {
  const options = { dryRun: true, fieldManager: "me", fieldValidation: "Strict" as const };
  const query = "?dryRun=All&fieldManager=me&fieldValidation=Strict";
  const path = "/apis/apps/v1/namespaces/default/deployments";

  test("create posts to the namespace of the object, or of the client", async () => {
    const { server, client } = connect(echo, { namespace: "shop" });
    await client.create(web(), options);
    expect(server.lines.at(-1)).toBe(`POST ${path}${query}`);
    const made = await client.create(Deployment.of({ metadata: { name: "web" } }));
    expect(server.lines.at(-1)).toBe("POST /apis/apps/v1/namespaces/shop/deployments");
    expect(made.metadata.name).toBe("web");
  });

  test("create takes an object whose name the server makes", async () => {
    const { server, client } = connect(({ body }) => {
      const object = JSON.parse(body!);
      return { json: { ...object, metadata: { ...object.metadata, name: "web-x7f2" } } };
    });
    const made = await client.create({ apiVersion: "apps/v1", kind: "Deployment", metadata: { generateName: "web-" } });
    expect(made.metadata.name).toBe("web-x7f2");
    expect(server.lines.at(-1)).toBe(`POST ${path}`);
  });

  test("update puts", async () => {
    const { server, client } = connect(echo);
    expect(await client.update(web({ resourceVersion: "3" }), options)).toEqual(web({ resourceVersion: "3" }));
    expect(server.lines.at(-1)).toBe(`PUT ${path}/web${query}`);
    expect(server.last.headers).toMatchObject({ "content-type": "application/json", accept: "application/json" });
  });

  test.each<{ patch: Patch; type: string }>([
    { patch: { merge: { spec: { replicas: 2 } } }, type: "application/merge-patch+json" },
    { patch: { json: [{ op: "remove", path: "/spec" }] }, type: "application/json-patch+json" },
    { patch: { strategic: { spec: {} } }, type: "application/strategic-merge-patch+json" },
    { patch: { apply: { apiVersion: "apps/v1", kind: "Deployment" } }, type: "application/apply-patch+yaml" },
  ])("patch sends $type", async ({ patch, type }) => {
    const { server, client } = connect(() => ({ json: web() }));
    expect(await client.patch(Deployment, "web", patch, options)).toEqual(web());
    expect(server.lines).toEqual([`PATCH ${path}/web${query}`]);
    expect(server.last.headers?.["content-type"]).toBe(type);
    expect(JSON.parse(server.last.body!)).toEqual(Object.values(patch)[0]);
  });

  test.each([
    { patch: {}, message: "got none" },
    { patch: { merge: {}, json: [] }, message: "got merge, json" },
    { patch: { yaml: {} }, message: "got yaml" },
  ])("patch refuses $patch", async ({ patch, message }) => {
    const { client } = connect(echo);
    await expect(client.patch(Deployment, "web", patch as Patch)).rejects.toThrow(message);
  });

  test("patch refuses force where it means nothing", async () => {
    const { client } = connect(echo);
    await expect(client.patch(Deployment, "web", { merge: {} }, { force: true })).rejects.toThrow("force is for apply");
  });

  test("apply sends the object without managed fields, under the client's field manager", async () => {
    const { server, client } = connect(echo, { fieldManager: "operator" });
    await client.apply(web({ managedFields: [{ manager: "x" }] }), { force: true });
    expect(server.lines.at(-1)).toBe(`PATCH ${path}/web?fieldManager=operator&force=true`);
    expect(JSON.parse(server.last.body!)).toEqual(web());
  });

  test("an apply patch says what it is about", async () => {
    const { server, client } = connect(echo);
    await client.patch(Deployment, "web", { apply: { spec: { replicas: 2 } } }, { fieldManager: "me" });
    const expected = { apiVersion: "apps/v1", kind: "Deployment", spec: { replicas: 2 } };
    expect(JSON.parse(server.last.body!)).toEqual(expected);
    await client.subresource("scale").patch(Deployment, "web", { apply: { spec: {} } }, { fieldManager: "me" });
    expect(JSON.parse(server.last.body!)).toEqual({ spec: {} });
  });

  test("apply without a field manager says how to give one", async () => {
    const { server, client } = connect(echo);
    for (const call of [() => client.apply(web()), () => client.patch(Deployment, "web", { apply: web() })]) {
      await expect(call()).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
        message: expect.stringContaining("withFieldManager"),
      });
    }
    expect(server.lines.filter((line) => line.startsWith("PATCH"))).toEqual([]);
  });

  test.each([
    {
      object: { metadata: { name: "a" } },
      message: "without apiVersion and kind: make it with its kind, as in Deployment.of(",
    },
    { object: { apiVersion: "v1", metadata: { name: "a" } }, message: "without kind" },
    { object: { kind: "Pod", metadata: { name: "a" } }, message: "without apiVersion" },
    { object: { apiVersion: "v1", kind: "Pod" }, message: "a Pod without metadata" },
    { object: undefined, message: "undefined: it is no object" },
  ])("refuse $object", async ({ object, message }) => {
    const { server, client } = connect(echo, { fieldManager: "me" });
    const bad = object as unknown as KubeObject;
    const calls = [client.create(bad), client.update(bad), client.apply(bad), client.status.update(bad)];
    for (const call of calls) await expect(call).rejects.toThrow(message);
    expect(server.requests).toEqual([]);
  });

  test("keep integers beyond 2^53", async () => {
    const { server, client } = connect(({ body }) => ({
      text: body!,
      headers: { "content-type": "application/json" },
    }));
    const object = { ...web(), spec: { big: 9007199254740993n } };
    expect(await client.update(object)).toEqual(object);
    expect(server.last.body).toContain('"big":9007199254740993');
  });
});

describe("delete", () => {
  const path = "/apis/apps/v1/namespaces/default/deployments";

  test("takes an object or a kind and key", async () => {
    const { server, client } = connect(() => ({ json: { kind: "Status", status: "Success" } }));
    await client.delete(web());
    await client.delete(Deployment, "web");
    expect(server.lines.slice(2)).toEqual([`DELETE ${path}/web`, `DELETE ${path}/web`]);
    expect(server.last.body).toBeUndefined();
  });

  test("sends what it is told as DeleteOptions", async () => {
    const { server, client } = connect(() => ({ json: web() }));
    await client.delete(Deployment, "web", {
      dryRun: true,
      propagationPolicy: "Foreground",
      gracePeriodSeconds: 0,
      preconditions: { uid: "u" },
    });
    expect(JSON.parse(server.last.body!)).toEqual({
      apiVersion: "v1",
      kind: "DeleteOptions",
      dryRun: ["All"],
      propagationPolicy: "Foreground",
      gracePeriodSeconds: 0,
      preconditions: { uid: "u" },
    });
  });

  const kept = { ...web(), metadata: { name: "web", uid: "u", deletionTimestamp: "2026-01-01T00:00:00Z" } };

  test.each([
    {
      name: "a Status that names the object",
      reply: { json: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details: { uid: "u" } } },
      deletion: { uid: "u" },
    },
    {
      name: "a Status that names nothing",
      reply: { json: { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" } },
      deletion: {},
    },
    { name: "the object", reply: { json: kept }, deletion: { uid: "u", object: kept } },
    { name: "nothing", reply: { status: 204, text: "" }, deletion: {} },
  ])("says what the server said: $name", async ({ reply, deletion }) => {
    const { client } = connect(() => reply);
    expect(await client.delete(Deployment, "web")).toEqual(deletion);
  });

  test("of all gives what the server deleted, saying its kind", async () => {
    const items = [{ metadata: { name: "a" } }, { metadata: { name: "b" } }];
    const { client } = connect(() => ({
      json: { kind: "DeploymentList", apiVersion: "apps/v1", metadata: {}, items },
    }));
    expect(await client.deleteAllOf(Deployment)).toEqual(
      ["a", "b"].map((name) => ({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name } })),
    );
  });

  test("of all gives nothing when the server says no more than that it was done", async () => {
    const { client } = connect(() => ({ json: { kind: "Status", apiVersion: "v1", status: "Success" } }));
    expect(await client.deleteAllOf(Deployment)).toEqual([]);
  });

  test("of all in one namespace is one request", async () => {
    const { server, client } = connect(() => ({ json: {} }));
    await client.deleteAllOf(Deployment, { namespace: "a", labelSelector: "app=web", gracePeriodSeconds: 0 });
    expect(server.lines).toEqual(["DELETE /apis/apps/v1/namespaces/a/deployments?labelSelector=app%3Dweb"]);
  });

  test("of all of a cluster-scoped kind is one request", async () => {
    const { server, client } = connect(() => ({ json: {} }));
    await client.deleteAllOf(Node);
    expect(server.lines).toEqual(["DELETE /api/v1/nodes"]);
  });

  test("of all is in the client's namespace when none is named", async () => {
    const { server, client } = connect(() => ({ json: {} }), { namespace: "shop" });
    await client.deleteAllOf(Deployment);
    await client.deleteAllOf(Deployment, { allNamespaces: false });
    await client.deleteAllOf(Deployment, { namespace: "" });
    expect(server.lines).toEqual(Array(3).fill("DELETE /apis/apps/v1/namespaces/shop/deployments"));
  });

  test.each([
    {
      name: "a namespace and all namespaces",
      kind: Deployment,
      options: { namespace: "a", allNamespaces: true },
      message: "deleteAllOf is told to delete in the namespace a and in all namespaces: leave out one of them",
    },
    {
      name: "all namespaces of a cluster-scoped kind",
      kind: Node,
      options: { allNamespaces: true },
      message: "Node is cluster-scoped: leave out allNamespaces",
    },
    {
      name: "a namespace of a cluster-scoped kind",
      kind: Node,
      options: { namespace: "a" },
      message: 'Node is cluster-scoped: leave out the namespace "a"',
    },
  ])("of all refuses $name", async ({ kind, options, message }) => {
    const { server, client } = connect(() => ({ json: {} }));
    await expect(client.deleteAllOf(kind as Kind, options)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message,
    });
    expect(server.requests).toEqual([]);
  });

  test("of all everywhere is one request for each namespace that has some", async () => {
    const items = ["a", "b", "a"].map((namespace, at) => ({ metadata: { name: `d${at}`, namespace } }));
    const { server, client } = connect(({ method, path }) => ({
      json: {
        items: method === "GET" ? items : items.filter(({ metadata }) => path.includes(`/${metadata.namespace}/`)),
      },
    }));
    const deleted = await client.deleteAllOf(Deployment, { allNamespaces: true, labelSelector: "app=web" });
    expect(deleted.map(({ metadata }) => metadata.name)).toEqual(["d0", "d2", "d1"]);
    expect(server.lines).toEqual([
      "GET /apis/apps/v1/deployments?labelSelector=app%3Dweb&limit=500",
      "DELETE /apis/apps/v1/namespaces/a/deployments?labelSelector=app%3Dweb",
      "DELETE /apis/apps/v1/namespaces/b/deployments?labelSelector=app%3Dweb",
    ]);
    expect(server.requests[0]?.headers?.accept).toContain("PartialObjectMetadataList");
  });
});

describe("subresources", () => {
  const path = "/apis/apps/v1/namespaces/default/deployments/web";

  test("status is updated, patched and applied", async () => {
    const { server, client } = connect(echo, { fieldManager: "me" });
    await client.status.update(web());
    await client.status.patch(Deployment, "web", { merge: { status: {} } as object });
    await client.status.apply(web());
    expect(server.lines.slice(2)).toEqual([
      `PUT ${path}/status?fieldManager=me`,
      `PATCH ${path}/status?fieldManager=me`,
      `PATCH ${path}/status?fieldManager=me`,
    ]);
  });

  test("any other is read, created, updated, patched and applied", async () => {
    const { server, client } = connect(echo);
    const scale = client.subresource("scale");
    const body = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "web" }, spec: { replicas: 2 } };
    await scale.get(Deployment, "web");
    expect(await scale.create(Deployment, "web", body)).toEqual(body);
    expect(await scale.update(Deployment, "web", body, { dryRun: true })).toEqual(body);
    await scale.patch(Deployment, "web", { merge: { spec: { replicas: 2 } } });
    await scale.apply(Deployment, "web", body, { fieldManager: "me" });
    expect(server.lines).toEqual([
      `GET ${path}/scale`,
      `POST ${path}/scale`,
      `PUT ${path}/scale?dryRun=All`,
      `PATCH ${path}/scale`,
      `PATCH ${path}/scale?fieldManager=me`,
    ]);
  });

  test("a subresource that the kind does not have is an error that says so", async () => {
    const { client } = connect(() => notFound);
    const error = await client.status.update(web()).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: "UNKNOWN_KIND",
      message: expect.stringContaining("the subresource status of apps/v1 Deployment"),
    });
    expect(isNotFound(error)).toBe(true);
    expect(
      isNotFound(
        await client
          .subresource("scale")
          .get(Deployment, "web")
          .catch((caught: unknown) => caught),
      ),
    ).toBe(true);
  });

  test("refuses a name that is no path segment", async () => {
    const { client } = connect(echo);
    await expect(client.subresource("../pods").get(Deployment, "web")).rejects.toThrow("cannot be a subresource");
  });
});
