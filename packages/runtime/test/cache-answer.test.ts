import { defineKind } from "@kubewright/api";
import { ClientError, responseOf } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { CacheRig, failure, turn, Widget, widget } from "./cache-rig.ts";

const finalizer = "example.com/keep";

describe("answers that do not show the object", () => {
  test("a Scale makes reads wait for its version", async () => {
    const rig = await CacheRig.started({
      interceptors: [
        async (request, next) => {
          if (!request.path.includes("/scale")) return await next(request);
          const { metadata } = await rig.outsider.patch(Widget, "a/x", { merge: { spec: { size: 5 } } });
          const { name, namespace, uid, resourceVersion } = metadata;
          const scale = {
            apiVersion: "autoscaling/v1",
            kind: "Scale",
            metadata: { name, namespace, uid, resourceVersion },
          };
          return responseOf({
            status: 200,
            headers: { "content-type": "application/json" },
            body: JSON.stringify(scale),
          });
        },
      ],
    });
    await rig.outsider.create(widget("a/x", 1));
    await rig.outsider.create(widget("a/y", 1));
    await turn();
    rig.server.hold();
    await rig.client.subresource("scale").update(Widget, "a/x", { spec: { replicas: 5 } });
    expect(await rig.size("a/y")).toBe(1);
    const reading = rig.size("a/x");
    await turn();
    await rig.release();
    expect(await reading).toBe(5);
    expect(rig.overlaySize).toBe(0);
  });

  test("another version of the kind makes reads wait", async () => {
    const WidgetV2 = defineKind<Widget>({
      group: "example.com",
      version: "v2",
      kind: "Widget",
      plural: "widgets",
      scope: "Namespaced",
    });
    const rig = await CacheRig.started({
      interceptors: [
        async (request, next) => {
          if (!request.path.includes("/v2/")) return await next(request);
          const answer = await rig.outsider.patch(Widget, "a/x", { merge: { spec: { size: 5 } } });
          const body = JSON.stringify({ ...answer, apiVersion: "example.com/v2" });
          return responseOf({ status: 200, headers: { "content-type": "application/json" }, body });
        },
      ],
    });
    await rig.outsider.create(widget("a/x", 1));
    await turn();
    rig.server.hold();
    await rig.client.patch(WidgetV2, "a/x", { merge: { spec: { size: 5 } } });
    const reading = rig.size("a/x");
    await turn();
    await rig.release();
    expect(await reading).toBe(5);
    expect(rig.overlaySize).toBe(0);
  });

  test("an eviction makes reads wait until the pod is being deleted", async () => {
    const rig = await CacheRig.started({
      interceptors: [
        async (request, next) => {
          if (!request.path.includes("/eviction")) return await next(request);
          await rig.outsider.delete(Widget, "a/x");
          const status = { kind: "Status", apiVersion: "v1", status: "Success" };
          return responseOf({
            status: 201,
            headers: { "content-type": "application/json" },
            body: JSON.stringify(status),
          });
        },
      ],
    });
    await rig.outsider.create(widget("a/x", 1, { finalizers: [finalizer] }));
    await turn();
    rig.server.hold();
    await rig.client.subresource("eviction").create(Widget, "a/x", { metadata: { name: "x" } });
    const reading = rig.client.get(Widget, "a/x");
    await turn();
    await rig.release();
    expect((await reading).metadata.deletionTimestamp).toBeDefined();
    expect(rig.overlaySize).toBe(0);
  });

  test("a write that failed leaves the cache as it is", async () => {
    const rig = await CacheRig.started({
      interceptors: [
        async (request, next) => {
          if (request.method === "GET") return await next(request);
          await next(request);
          throw new ClientError("TIMEOUT", "no answer in time");
        },
      ],
    });
    await rig.outsider.create(widget("a/x", 1));
    await turn();
    rig.server.hold();
    expect(await failure(rig.client.patch(Widget, "a/x", { merge: { spec: { size: 2 } } }))).toMatchObject({
      code: "TIMEOUT",
    });
    expect(await failure(rig.client.delete(Widget, "a/x"))).toMatchObject({ code: "TIMEOUT" });
    expect(await failure(rig.client.deleteAllOf(Widget, { namespace: "a" }))).toMatchObject({ code: "TIMEOUT" });
    expect(rig.overlaySize).toBe(0);
    expect(await rig.size("a/x")).toBe(1);
    await rig.release();
    expect(await rig.size("a/x")).toBeUndefined();
  });
});
