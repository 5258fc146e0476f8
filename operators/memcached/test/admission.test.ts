import { readdir, readFile } from "node:fs/promises";
import { isInvalid, type KubeObject } from "@kubewright/operator";
import { startEnvironment } from "@kubewright/testing";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Memcached, type MemcachedSpec } from "../src/api/v1/memcached.ts";
import { Memcached as MemcachedV1Alpha1 } from "../src/api/v1alpha1/memcached.ts";
import { settingsOf } from "../src/spec/memcached-settings.ts";
import { memcached } from "./memcached-environment.ts";

const crds = [new URL("../config/crd/bases", import.meta.url)];
const environment = await startEnvironment({ cluster: "embedded", crds, controllers: [], nodes: 0 });
afterAll(() => environment.close());

const samples = new URL("../config/samples/", import.meta.url);
const sampleFiles = (await readdir(samples)).filter((file) => file.startsWith("cache_"));

describe("the server", { timeout: 60_000 }, () => {
  test.each(sampleFiles)("takes the sample %s, without any field that it does not know", async (file) => {
    const { client } = await environment.namespace();
    const sample = parse(await readFile(new URL(file, samples), "utf8")) as KubeObject;
    await expect(client.create(sample, { fieldValidation: "Strict" })).resolves.toMatchObject({
      spec: expect.anything(),
    });
  });

  test.each([
    ["cache.example.com/v1", Memcached],
    ["cache.example.com/v1alpha1", MemcachedV1Alpha1],
  ] as const)("serves the same object as %s", async (apiVersion, kind) => {
    const { client } = await environment.namespace();
    await client.create(kind.of({ metadata: { name: "cache" }, spec: { size: 3 } }));
    for (const other of [Memcached, MemcachedV1Alpha1]) {
      expect((await client.get<Memcached | MemcachedV1Alpha1>(other, "cache")).spec.size).toBe(3);
    }
    expect((await client.get<Memcached | MemcachedV1Alpha1>(kind, "cache")).apiVersion).toBe(apiVersion);
  });

  test("fills in the defaults that the operator takes for what is not said", async () => {
    const { client } = await environment.namespace();
    const { spec } = await client.create(memcached("cache", { rollout: {}, resources: {} }));
    expect(spec).toMatchObject({
      size: 1,
      image: expect.any(String),
      memory: "64Mi",
      rollout: { surge: false, drainSeconds: 5 },
    });
    expect(settingsOf(spec)).toEqual(settingsOf({}));
  });

  test.each<[refused: string, spec: object]>([
    ["spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1", { size: 0 }],
    ["spec.size: Invalid value: 33: spec.size in body should be less than or equal to 32", { size: 33 }],
    ["spec.size", { size: "3" }],
    ["spec.image", { image: "" }],
    ["spec.memory", { memory: "lots" }],
    ["spec.maxConnections", { maxConnections: 0 }],
    ["spec.threads", { threads: 65 }],
    ["spec.port", { port: 80 }],
    ["spec.containerPort", { containerPort: 70_000 }],
    ["spec.rollout.drainSeconds", { rollout: { drainSeconds: -1 } }],
    ["spec.resources.limits.memory", { resources: { limits: { memory: "much" } } }],
  ])("refuses %s", async (message, spec) => {
    const { client } = await environment.namespace();
    const refusal = client.create(memcached("cache", spec as MemcachedSpec));
    await expect(refusal).rejects.toSatisfy(isInvalid);
    await expect(refusal).rejects.toThrow(message);
  });

  test.each<[args: string[]]>([
    [["-p", "1"]],
    [["-p1"]],
    [["-vp1"]],
    [["-m=64"]],
    [["-c", "10"]],
    [["-t4"]],
    [["-l", "0.0.0.0"]],
    [["-U", "11211"]],
    [["-s/tmp/socket"]],
    [["-u", "root"]],
    [["-vd"]],
    [["-P", "/pid"]],
    [["-h"]],
    [["--port=1"]],
    [["--por=1"]],
    [["--memory-limit", "64"]],
    [["--memory-lim=64"]],
    [["--conn-limit=1"]],
    [["--threads=1"]],
    [["--listen=0.0.0.0"]],
    [["--daemon"]],
    [["--user=root"]],
    [["-v", "-I", "2m", "--pidfile=/x"]],
  ])("refuses the further arguments %j", async (extraArgs) => {
    const { client } = await environment.namespace();
    await expect(client.create(memcached("cache", { extraArgs }))).rejects.toThrow(
      /spec\.extraArgs\[\d\]: Invalid value/,
    );
  });

  test.each<[args: string[]]>([
    [["-I", "2m"]],
    [["-vv"]],
    [["-CF", "-R", "40", "-f1.1"]],
    [["-o", "idle_timeout=600"]],
    [["--max-item-size=2m", "--extended", "idle_timeout=600", "--verbose"]],
    [["--listen-backlog=512", "--memory-file=/cache/items"]],
  ])("takes the further arguments %j", async (extraArgs) => {
    const { client } = await environment.namespace();
    await expect(client.create(memcached("cache", { extraArgs }))).resolves.toMatchObject({ spec: { extraArgs } });
  });
});
