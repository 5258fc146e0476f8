import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ApiClient, HttpsTransport, systemClock } from "@kubewright/client";
import {
  findPrograms,
  programFolder,
  type ReferenceServer,
  type ReferenceServerOptions,
  startReferenceServer,
  systemTestHost,
} from "@kubewright/testing";
import type { ClusterController, ControllerName } from "../../src/controller/cluster-controller.ts";
import { type RunningControllers, startControllers } from "./controllers-of.ts";
import type { Platform } from "./platform.ts";
import { type RunningProgram, startProgram } from "./real-program.ts";

export interface ReferencePlatformOptions
  extends Pick<ReferenceServerOptions, "serviceAccountAdmission" | "apiServerFlags"> {
  /** Whose controllers work: ours, or those of kube-controller-manager and kube-scheduler with the same names. */
  readonly whose: "ours" | "theirs";
}

/** The real kube-apiserver with either our controllers or the real ones. */
export async function startReferencePlatform(
  controllers: readonly ClusterController[],
  { whose, ...options }: ReferencePlatformOptions,
): Promise<Platform & { readonly server: ReferenceServer }> {
  const server = await startReferenceServer(options);
  const client = new ApiClient({ transport: new HttpsTransport(server.connection()) });
  const ours = new ApiClient({ transport: new HttpsTransport(server.connection()) });
  const running =
    whose === "theirs"
      ? await startReal(
          server,
          controllers.map(({ name }) => name),
        )
      : await startControllers(controllers, {
          client: ours,
          clock: systemClock,
          rootCertificate: server.caCertificate,
        });
  return {
    client,
    server,
    names: new Map([[server.caCertificate, "root certificate"]]),
    pass: (ms) => wait(ms),
    elapsedMs: () => systemClock.monotonic(),
    log: running.log,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await Promise.all([client.close(), ours.close()]);
      await server.close();
    },
  };
}

async function startReal(server: ReferenceServer, names: readonly ControllerName[]): Promise<RunningControllers> {
  const kubeconfig = join(server.folder, "controllers.kubeconfig");
  await server.writeKubeconfig(kubeconfig);
  const folder = programFolder(systemTestHost());
  const shared = [`--kubeconfig=${kubeconfig}`, "--leader-elect=false", "--kube-api-qps=500", "--kube-api-burst=1000"];
  const inManager = names.filter((name) => name !== "scheduler");
  const programs: RunningProgram[] = [];
  if (inManager.length > 0) {
    const { "kube-controller-manager": path } = await findPrograms(folder, ["kube-controller-manager"]);
    const flags = [
      ...shared,
      "--secure-port=0",
      "--use-service-account-credentials=false",
      `--controllers=${inManager.join(",")}`,
      `--root-ca-file=${join(server.folder, "pki", "ca.crt")}`,
    ];
    programs.push(startProgram(path, flags, join(server.folder, "kube-controller-manager.log"), {}));
  }
  if (names.includes("scheduler")) {
    const { "kube-scheduler": path } = await findPrograms(folder, ["kube-scheduler"]);
    programs.push(startProgram(path, [...shared, "--secure-port=0"], join(server.folder, "kube-scheduler.log"), {}));
  }
  return {
    log: async () => (await Promise.all(programs.map(({ log }) => log()))).join("\n"),
    async [Symbol.asyncDispose]() {
      await Promise.all(programs.map(({ stop }) => stop()));
    },
  };
}
