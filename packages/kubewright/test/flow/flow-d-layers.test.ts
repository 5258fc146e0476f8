import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { Manager } from "@kubewright/operator";
import { eventually } from "@kubewright/testing";
import { expect, test } from "vitest";
import { main as tellOfDeployments } from "../../../../examples/informer/main.ts";
import { Memcached } from "./edit/a/src/api/v1/memcached.ts";
import { setupMemcachedController } from "./edit/a/src/controller/memcached-controller.ts";
import { FlowCluster, waiting } from "./flow-cluster.ts";
import { FlowProject } from "./flow-project.ts";
import { editsOf } from "./user-edits.ts";

test("flow D: each layer is of use without those above it", async () => {
  await using cluster = await FlowCluster.start();
  const { client } = cluster;

  // The generator, on a folder of types.
  await using folder = await FlowProject.begin(cluster.kubeconfig);
  await folder.installPackages();
  const { "src/api/v1/memcached.ts": types = "" } = await editsOf("a");
  await writeFile(join(folder.folder, "memcached.ts"), types);
  await folder.succeed("manifests", "crd", "paths=.", "output:dir=out");
  await expect(access(join(folder.folder, "PROJECT"))).rejects.toThrow("ENOENT");
  const definition = await folder.readYaml<CustomResourceDefinition>("out/cache.example.com_memcacheds.yaml");
  await client.create(definition);
  await cluster.soon.exists(CustomResourceDefinition, definition.metadata.name, ({ status }) => {
    expect(status?.conditions).toContainEqual(expect.objectContaining({ type: "Established", status: "True" }));
  });

  // A manager, as part of a program.
  const manager = await Manager.create({
    connection: { kubeconfig: folder.kubeconfig },
    health: false,
    metrics: false,
    handleSignals: false,
    logLevel: "silent",
  });
  setupMemcachedController(manager);
  const running = manager.start();
  // An informer, its lister and a queue, without a manager.
  const lines: string[] = [];
  const stop = new AbortController();
  const telling = tellOfDeployments({
    kubeconfig: folder.kubeconfig,
    signal: stop.signal,
    print: (line) => lines.push(line),
  });
  try {
    const metadata = { name: "memcached-sample", namespace: "default" };
    const memcached = await client.create(Memcached.of({ metadata, spec: { size: 3 } }));
    await cluster.nodes(Memcached, "memcached-sample", 3);
    const told = "default/memcached-sample: 3 of 3 ready, 0 others run memcached:1.4.36-alpine";
    await eventually(() => expect(lines).toContain(told), waiting);
    await cluster.deletes(memcached);
    await eventually(() => expect(lines.at(-1)).toBe("default/memcached-sample is gone"), waiting);
  } finally {
    stop.abort();
    await manager.stop();
    await Promise.all([running, telling]);
  }
}, 180_000);
