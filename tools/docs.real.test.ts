import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type CustomResource, defineKind, isControlledBy } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { Deployment } from "@kubewright/api/apps/v1";
import { conditionIs, connect, waitFor } from "@kubewright/client";
import { eventually, eventuallyIn, type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CompiledDocs, compileDocs } from "./docs-blocks.ts";

interface Memcached extends CustomResource<{ size?: number }, { nodes?: string[]; ready?: number }> {}
const Memcached = defineKind<Memcached>({ group: "cache.example.com", version: "v1alpha1", kind: "Memcached" });

const memcachedCrd = CustomResourceDefinition.of({
  metadata: { name: "memcacheds.cache.example.com" },
  spec: {
    group: "cache.example.com",
    scope: "Namespaced",
    names: { plural: "memcacheds", kind: "Memcached" },
    versions: [
      {
        name: "v1alpha1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
});

describe("the programs in the README", () => {
  let server: ReferenceServer;
  let docs: CompiledDocs;
  let folder: string;
  let kubeconfig: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kubewright-docs-"));
    kubeconfig = join(folder, "kubeconfig");
    [server, docs] = await Promise.all([startReferenceServer(), compileDocs(["README.md"], "docs-real")]);
    await server.writeKubeconfig(kubeconfig);
  });

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (index: number): Promise<string[]> => {
    const env = { ...process.env, KUBECONFIG: kubeconfig };
    const { stdout } = await promisify(execFile)(process.execPath, [docs.program("README.md", index)], { env });
    return stdout.trim().split("\n");
  };

  test("the first keeps a Deployment for each Memcached, until it is told to end", async () => {
    await using client = await connect({ kubeconfig, namespace: "default" });
    await client.create(memcachedCrd);
    await waitFor(client, CustomResourceDefinition, memcachedCrd.metadata, conditionIs("Established"));
    const program = docs.program("README.md", 0);
    // Tests run side by side, and ports are few.
    const text = readFileSync(program, "utf8").replace(
      "Manager.create()",
      "Manager.create({ metrics: false, health: false })",
    );
    writeFileSync(program, text);
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, KUBECONFIG: kubeconfig },
      stdio: "ignore",
    });
    const ended = once(child, "close");
    try {
      const made = await eventually(() =>
        client.create(Memcached.of({ metadata: { name: "kept" }, spec: { size: 2 } })),
      );
      const soon = eventuallyIn(client);
      const deployment = await soon.exists(Deployment, "kept", ({ spec }) => expect(spec.replicas).toBe(2));
      expect(isControlledBy(deployment, made)).toBe(true);
      await client.patch(Deployment, "kept", { merge: { spec: { replicas: 7 } } });
      await soon.exists(Deployment, "kept", ({ spec }) => expect(spec.replicas).toBe(2));
      await client.delete(deployment);
      await soon.replaced(deployment);
      await soon.exists(Memcached, "kept", ({ status }) => expect(status).toEqual({ ready: 0 }));
    } finally {
      child.kill("SIGTERM");
    }
    expect(await ended).toEqual([0, null]);
    await client.delete(Memcached, "kept");
    await client.delete(Deployment, "kept");
  });

  test("the second finds, lists, applies, deletes and watches", async () => {
    expect(await run(1)).toEqual(["no such deployment", "ADDED web"]);
  });

  test("the third creates a custom resource, changes it and waits for its controller", async () => {
    await using client = await connect({ kubeconfig, namespace: "default" });
    const program = run(2);
    await waitFor(client, Memcached, "sample", (it) => it?.spec.size === 4);
    const nodes = ["a", "b", "c", "d"];
    await client.status.patch(Memcached, "sample", { merge: { status: { nodes } } });
    expect(await program).toEqual(["[ 'a', 'b', 'c', 'd' ]"]);
  });
});
