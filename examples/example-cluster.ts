import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Client, connect, type ManagerOptions } from "@kubewright/operator";
import {
  type DefinitionSource,
  findPrograms,
  programFolder,
  startReferenceServer,
  systemTestHost,
} from "@kubewright/testing";

/** What the tests of the examples need: a server, someone who may do everything, and managers that connect to it. */
export interface ExampleCluster extends AsyncDisposable {
  readonly client: Client;
  readonly kubeconfig: string;
  /** For a manager that says nothing and opens no ports. */
  readonly options: ManagerOptions;
  /** As `options`, with the rights of a service account. */
  optionsFor(account: { readonly namespace: string; readonly name: string }): Promise<ManagerOptions>;
  /** `kubectl apply` of a file. */
  apply(manifest: URL): Promise<void>;
}

/** Starts a server that serves these kinds, too. */
export async function startExampleCluster(...definitions: DefinitionSource[]): Promise<ExampleCluster> {
  const folder = await mkdtemp(join(tmpdir(), "kubewright-example-"));
  const server = await startReferenceServer({ definitions });
  const kubeconfig = join(folder, "kubeconfig");
  await server.writeKubeconfig(kubeconfig);
  const client = await connect({ kubeconfig, namespace: "default" });
  const optionsFrom = (kubeconfig: string): ManagerOptions => {
    return { connection: { kubeconfig }, metrics: false, health: false, logLevel: "silent" };
  };
  return {
    client,
    kubeconfig,
    options: optionsFrom(kubeconfig),
    async optionsFor({ namespace, name }) {
      const user = server.addUser({ name: `system:serviceaccount:${namespace}:${name}` });
      const path = join(folder, `${namespace}-${name}`);
      await server.writeKubeconfig(path, user);
      return optionsFrom(path);
    },
    async apply(manifest) {
      const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
      const args = ["--kubeconfig", kubeconfig, "--cache-dir", folder, "apply", "-f", fileURLToPath(manifest)];
      await promisify(execFile)(kubectl, args);
    },
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
