import { expect, test } from "vitest";
import { ApiServer } from "../src/server/api-server.ts";
test("e2e", async () => {
  const t0 = performance.now();
  const server = await ApiServer.start({ onInternalError: (e) => console.log(e) });
  console.log("start", performance.now() - t0);
  const t = server.transport();
  const go = async (method: string, path: string, body?: unknown, headers: Record<string,string> = {}) => {
    const r = await t.send({ method, path, headers: { "content-type": "application/json", "user-agent": "x/1", ...headers }, ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }) });
    const text = await r.body.text();
    console.log(method, path, r.status, Object.fromEntries(r.headers), text.slice(0, 600));
    return text;
  };
  await go("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "a" }, data: { k: "<&>" } });
  await go("GET", "/api/v1/namespaces/default/configmaps/a");
  await go("GET", "/api/v1/namespaces/default/configmaps");
  await go("GET", "/api/v1/namespaces/default/configmaps?watch=1&timeoutSeconds=1");
  await go("GET", "/api/v1/nosuch");
  await go("GET", "/apis/foo/v1/x");
  await go("GET", "/version");
  await go("GET", "/api");
  await go("PATCH", "/api/v1/namespaces/default/configmaps/a", { data: { x: "y" } }, { "content-type": "application/merge-patch+json" });
  await go("DELETE", "/api/v1/namespaces/default/configmaps/a");
  await go("POST", "/api/v1/namespaces/default/configmaps", "nojson");
  await go("GET", "/api/v1/namespaces", undefined, { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" });
  await server.close();
});
