import type { ApiRequest } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import { formatServerCall, serverCallOf } from "./server-call.ts";

describe("serverCallOf", () => {
  test.each<[request: ApiRequest, text: string | undefined]>([
    [{ method: "GET", path: "/api/v1/namespaces/home/pods/a" }, "get pods a"],
    [{ method: "GET", path: "/api/v1/namespaces/away/pods/a?resourceVersion=0" }, "get pods away/a"],
    [{ method: "GET", path: "/apis/apps/v1/deployments" }, "list deployments.apps"],
    [{ method: "GET", path: "/apis/apps/v1/namespaces/away/deployments?watch=true" }, "watch deployments.apps in away"],
    [{ method: "POST", path: "/api/v1/namespaces/home/pods", body: '{"metadata":{"name":"a"}}' }, "create pods a"],
    [
      { method: "POST", path: "/api/v1/namespaces/home/pods", body: '{"metadata":{"generateName":"a-"}}' },
      "create pods a-*",
    ],
    [{ method: "POST", path: "/api/v1/namespaces/home/pods/a/eviction", body: "{}" }, "create pods/eviction a"],
    [
      { method: "PUT", path: "/apis/x.example.com/v1/namespaces/home/teas/a/status" },
      "update teas.x.example.com/status a",
    ],
    [{ method: "PATCH", path: "/api/v1/namespaces/home/pods/a" }, "patch pods a"],
    [
      {
        method: "PATCH",
        path: "/api/v1/namespaces/home/pods/a",
        headers: { "content-type": "application/apply-patch+yaml" },
      },
      "apply pods a",
    ],
    [{ method: "DELETE", path: "/api/v1/namespaces/home/pods/a" }, "delete pods a"],
    [{ method: "DELETE", path: "/api/v1/namespaces/home/pods?labelSelector=a" }, "deletecollection pods"],
    [{ method: "GET", path: "/api/v1/namespaces" }, "list namespaces"],
    [{ method: "DELETE", path: "/api/v1/namespaces/home" }, "delete namespaces home"],
    [{ method: "PUT", path: "/api/v1/namespaces/home/finalize" }, "update namespaces/finalize home"],
    [{ method: "GET", path: "/apis/apps/v1" }, undefined],
    [{ method: "GET", path: "/api" }, undefined],
    [{ method: "GET", path: "/version" }, undefined],
    [{ method: "GET", path: "/openapi/v3/apis/apps/v1" }, undefined],
  ])("reads %j as %s", (request, text) => {
    const call = serverCallOf(request);
    expect(call && formatServerCall(call, "home")).toBe(text);
    if (call !== undefined) expect(call.isWrite).toBe(request.method !== "GET");
  });
});
