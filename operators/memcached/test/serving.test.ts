import { readdir, readFile } from "node:fs/promises";
import { Service } from "@kubewright/api/core/v1";
import type { KubeObject } from "@kubewright/operator";
import type { Environment } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Memcached } from "../src/api/v1/memcached.ts";
import { askMemcached } from "./ask-memcached.ts";
import { memcached, settled, startMemcachedEnvironment } from "./memcached-environment.ts";

const samples = new URL("../config/samples/", import.meta.url);
const files = (await readdir(samples)).filter((file) => file.startsWith("cache_"));
const patience = { timeoutMs: 90_000 };

describe("on a node that runs processes", { timeout: 120_000 }, () => {
  let environment: Environment;
  beforeAll(async () => {
    environment = await startMemcachedEnvironment({ cluster: "embedded", nodes: { process: 1 } });
  }, 60_000);
  afterAll(() => environment?.close());

  test.each(files)(
    "each instance of the sample %s keeps a value of its own, and the Service leads to one of them",
    async (file) => {
      const { client, eventually } = await environment.namespace();
      const sample = parse(await readFile(new URL(file, samples), "utf8")) as KubeObject & { spec: { size: number } };
      const { name } = (await client.create(sample)).metadata;
      const { status } = await eventually(Memcached, name, { status: { conditions: settled } }, patience);
      const { endpoints = [], nodes = [] } = status ?? {};
      expect(new Set(endpoints).size).toBe(sample.spec.size);
      expect(nodes).toHaveLength(sample.spec.size);

      for (const endpoint of endpoints) {
        const { length } = endpoint;
        const answer = await askMemcached(endpoint, `set where 0 0 ${length}`, endpoint, "get where");
        expect(answer).toBe(`STORED\r\nVALUE where 0 ${length}\r\n${endpoint}\r\nEND\r\n`);
      }
      const service = await client.get(Service, name);
      const address = `${service.spec?.clusterIP}:${service.spec?.ports?.[0]?.port}`;
      await eventually(async () => {
        const [, value = ""] =
          /^VALUE where 0 \d+\r\n(.*)\r\nEND\r\n$/.exec(await askMemcached(address, "get where")) ?? [];
        expect(endpoints).toContain(value);
      }, patience);
      await client.delete(Memcached, name);
      await eventually.gone(Memcached, name, patience);
    },
  );

  test("memcached is started with what the spec says", async () => {
    const { client, eventually } = await environment.namespace();
    await client.create(
      memcached("cache", {
        memory: "100Mi",

        port: 12_345,
        extraArgs: ["-I", "2m"],
        rollout: { drainSeconds: 0 },
      }),
    );
    const { status } = await eventually(Memcached, "cache", { status: { conditions: settled } }, patience);
    const [endpoint = ""] = status?.endpoints ?? [];
    expect(endpoint).toMatch(/:12345$/);
    expect(await askMemcached(endpoint, "stats")).toMatch(/^STAT limit_maxbytes 104857600\r$/m);
  });
});
