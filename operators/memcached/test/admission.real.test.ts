import { isInvalid } from "@kubewright/operator";
import { type Environment, startEnvironment } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Memcached, type MemcachedSpec } from "../src/api/v1/memcached.ts";
import { memcached } from "./memcached-environment.ts";

// Rules in CEL are not evaluated by the embedded server.
describe("the real API server", () => {
  let environment: Environment;
  beforeAll(async () => {
    const crds = [new URL("../config/crd/bases", import.meta.url)];
    environment = await startEnvironment({ cluster: "assets", crds, controllers: [], nodes: 0 });
  });
  afterAll(() => environment?.close());

  test.each<[what: string, name: string, spec: MemcachedSpec, message: RegExp]>([
    ["a name that is too long", "a".repeat(53), {}, /the name becomes that of a Service: at most 52/],
    ["a name with a dot", "a.b", {}, /the name becomes that of a Service/],
    ["a name that begins with a digit", "1cache", {}, /the name becomes that of a Service/],
    [
      "two ports",
      "cache",
      { port: 12_000, containerPort: 12_001 },
      /port and containerPort are two names for the same/,
    ],
    [
      "further arguments that fight a field",
      "cache",
      { extraArgs: ["-v", "-vp1"] },
      /extraArgs\[1\].*the operator sets -p/s,
    ],
    ["an argument that ends it", "cache", { extraArgs: ["-h"] }, /extraArgs\[0\].*instances cannot work with/s],
    ["a long option that fights a field", "cache", { extraArgs: ["--port=1"] }, /extraArgs\[0\]: Invalid value/],
    ["a size outside of the limits", "cache", { size: 33 }, /spec\.size.*less than or equal to 32/],
  ])("refuses %s, and says why", async (_what, name, spec, message) => {
    const { client } = await environment.namespace();
    const refusal = client.create(memcached(name, spec));
    await expect(refusal).rejects.toSatisfy(isInvalid);
    await expect(refusal).rejects.toThrow(message);
  });

  test.each<[spec: MemcachedSpec]>([
    [{}],
    [{ size: 32, port: 12_000, containerPort: 12_000, extraArgs: ["-I", "2m", "-o", "idle_timeout=600", "-vv"] }],
    [parse("{ memory: 104857600 }")],
  ])("takes %j", async (spec) => {
    const { client } = await environment.namespace();
    await client.create(memcached("a".repeat(52), spec));
    expect((await client.get(Memcached, "a".repeat(52))).spec).toMatchObject(spec);
  });
});
