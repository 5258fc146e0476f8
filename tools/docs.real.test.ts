import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type CustomResource, defineKind } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { conditionIs, connect, waitFor } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CompiledDocs, compileDocs } from "./docs-blocks.ts";

interface Memcached extends CustomResource<{ size?: number }, { nodes: string[] }> {}
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

  test("the first finds, lists, applies, deletes and watches", async () => {
    expect(await run(0)).toEqual(["no such deployment", "ADDED web"]);
  });

  test("the second creates a custom resource, changes it and waits for its controller", async () => {
    await using client = await connect({ kubeconfig, namespace: "default" });
    await client.create(memcachedCrd);
    await waitFor(client, CustomResourceDefinition, memcachedCrd.metadata, conditionIs("Established"));
    const program = run(1);
    await waitFor(client, Memcached, "sample", (it) => it?.spec.size === 4);
    const nodes = ["a", "b", "c", "d"];
    await client.status.patch(Memcached, "sample", { merge: { status: { nodes } } });
    expect(await program).toEqual(["[ 'a', 'b', 'c', 'd' ]"]);
  });
});
