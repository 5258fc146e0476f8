import { isConflict, isNotFound } from "@kubewright/api";
import { ConfigMap } from "@kubewright/api/core/v1";
import { ApiClient, ClientError, connectionFrom, HttpsTransport, type Transport } from "@kubewright/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiServer } from "../src/index.ts";

describe("a client in the same process", () => {
  let server: ApiServer;
  let client: ApiClient;
  beforeAll(async () => {
    server = await ApiServer.start();
    const transport: Transport = server.transport();
    client = new ApiClient({ transport });
  });
  afterAll(() => server.close());

  test("makes, reads, changes, lists, watches and deletes", async () => {
    const made = await client.create(configMap("a", { k: "<ü>" }));
    expect(await client.get(ConfigMap, { name: "a" })).toEqual(made);
    const changed = await client.update({ ...made, data: { k: "other" } });
    await expect(client.update({ ...made, data: {} })).rejects.toSatisfy(isConflict);
    const { items } = await client.list(ConfigMap, { namespace: "default" });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["a"]);
    await client.delete(ConfigMap, { name: "a" });
    await expect(client.get(ConfigMap, { name: "a" })).rejects.toSatisfy(isNotFound);
    expect(changed.metadata.uid).toBe(made.metadata.uid);
  });

  test("one signal may end many requests without Node taking it for a leak", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 30 }, () => client.list(ConfigMap, { signal })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(warnings.filter(({ name }) => name === "MaxListenersExceededWarning")).toEqual([]);
  });

  test("a lost answer is an error of the client, and what was asked for has happened", async () => {
    const rule = server.faults.add({ verb: "create", times: 1, fault: { type: "lost-answer" } });
    const lost = client.create(configMap("lost", {}));
    await expect(lost).rejects.toBeInstanceOf(ClientError);
    rule.remove();
    expect((await client.get(ConfigMap, { name: "lost" })).metadata.name).toBe("lost");
  });

  test("gets the same bytes as over HTTPS", async () => {
    const { url, certificateAuthority } = await server.listen();
    const clientCertificate = server.issueClientCertificate();
    const https = new HttpsTransport(connectionFrom({ server: url, certificateAuthority, clientCertificate }));
    const transport = server.transport();
    for (const path of ["/api/v1/namespaces", "/apis/apps/v1", "/version", "/api/v1/nothing", "/readyz?verbose"]) {
      const request = { method: "GET", path } as const;
      const [near, far] = await Promise.all([transport.send(request), https.send(request)]);
      expect(await near.body.text()).toBe(await far.body.text());
      expect(near.status).toBe(far.status);
      for (const [name, values] of near.headers) if (name !== "audit-id") expect(far.headers.get(name)).toEqual(values);
    }
    await https.close();
  });
});

function configMap(name: string, data: Record<string, string>): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data };
}
