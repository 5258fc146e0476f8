import type { Clock } from "@kubewright/api";
import type { Client } from "@kubewright/client";
import { type Logger, Manager } from "@kubewright/runtime";
import { controllerLog } from "../../src/cluster/controller-log.ts";
import { sharedReads } from "../../src/cluster/dev-cluster.ts";
import type { ClusterController } from "../../src/controller/cluster-controller.ts";

export interface RunningControllers extends AsyncDisposable {
  /** What was logged last. */
  log(): Promise<string>;
}

/** Starts our controllers on a cluster. Resolves when they work. */
export async function startControllers(
  controllers: readonly ClusterController[],
  options: {
    client: Client;
    clock: Clock;
    random?: () => number;
    rootCertificate: string;
    /** Whether a controller that changes an object which others read gets an error. */
    freezeObjects?: boolean;
  },
): Promise<RunningControllers> {
  const { client, clock, random = Math.random, rootCertificate, freezeObjects = false } = options;
  const lines: string[] = [];
  const manager = await Manager.create({
    client,
    clock,
    random,
    fieldManager: "kube-controller-manager",
    cache: { ...sharedReads, informer: { freezeObjects } },
    metrics: false,
    health: false,
    handleSignals: false,
    log: controllerLog(lineLogger(lines, {})),
  });
  for (const controller of controllers) controller.addTo({ manager, clock, random, rootCertificate });
  const ended = manager.start();
  ended.catch((error) => lines.push(`the manager ended: ${error}`));
  return {
    log: async () => lines.slice(-30).join("\n"),
    async [Symbol.asyncDispose]() {
      await manager.stop();
      await ended;
    },
  };
}

function lineLogger(lines: string[], fields: object): Logger {
  const write = (level: string) => (more: object, message: string) => {
    const { err, ...rest } = { ...fields, ...more } as { err?: Error };
    lines.push(`${level} ${message} ${JSON.stringify(rest)}${err === undefined ? "" : ` ${err.stack ?? err}`}`);
  };
  return {
    debug: () => {},
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    child: (more) => lineLogger(lines, { ...fields, ...more }),
  };
}
