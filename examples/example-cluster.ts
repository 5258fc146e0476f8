import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineKind } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { type Client, conditionIs, connect, type ManagerOptions, waitFor } from "@kubewright/operator";
import { eventually, startReferenceServer } from "@kubewright/testing";

/** What the tests of the examples need: a server, someone who may do everything, and managers that connect to it. */
export interface ExampleCluster extends AsyncDisposable {
  readonly client: Client;
  readonly kubeconfig: string;
  /** For a manager that says nothing and opens no ports. */
  readonly options: ManagerOptions;
}

/** Starts a server that serves these kinds, too. */
export async function startExampleCluster(...definitions: CustomResourceDefinition[]): Promise<ExampleCluster> {
  const folder = await mkdtemp(join(tmpdir(), "kubewright-example-"));
  const server = await startReferenceServer();
  const kubeconfig = join(folder, "kubeconfig");
  await server.writeKubeconfig(kubeconfig);
  const client = await connect({ kubeconfig, namespace: "default" });
  for (const definition of definitions) {
    await client.create(definition);
    await waitFor(client, CustomResourceDefinition, definition.metadata.name, conditionIs("Established"));
    const { group, names, versions } = definition.spec;
    const kind = defineKind({ group, version: versions[0]!.name, kind: names.kind });
    await eventually(() => client.list(kind), { timeoutMs: 30_000 });
  }
  return {
    client,
    kubeconfig,
    options: { connection: { kubeconfig }, metrics: false, health: false, logLevel: "silent" },
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A program that runs until disposed, which fails if the program did. */
export function running(main: (signal: AbortSignal) => Promise<void>): AsyncDisposable {
  const stop = new AbortController();
  const ended = main(stop.signal);
  // Told by dispose.
  ended.catch(() => {});
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}
