import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runTypedFlow } from "./run-typed-flow.ts";
import type { TypedFlow } from "./typed-flow.ts";
import { typedFlows } from "./typed-flows.ts";
import { UserMachine } from "./user-machine.ts";

for (const flow of typedFlows) {
  test(`flow ${flow.name}, typed with make and kubectl: ${flow.claim}`, () => typeOnOwnCluster(flow), 600_000);
}

/** On a cluster that is started as a user starts it. */
async function typeOnOwnCluster(flow: TypedFlow): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "kubewright-typed-cluster-"));
  const kubeconfig = join(folder, "kubeconfig");
  try {
    await using machine = await UserMachine.prepare(kubeconfig);
    const cluster = spawn("kubewright", ["cluster", "--kubeconfig", kubeconfig], {
      env: { ...machine.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(cluster, "close");
    try {
      await said(cluster.stdout, cluster.stderr, /^Ready: /m);
      await runTypedFlow(flow, machine);
    } finally {
      cluster.kill("SIGINT");
      expect(await ended).toEqual([0, null]);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resolves when one of them has said it. */
async function said(output: NodeJS.ReadableStream, errors: NodeJS.ReadableStream, text: RegExp): Promise<void> {
  let all = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [output, errors]) {
      stream.setEncoding("utf8");
      stream.on("data", (chunk: string) => {
        all += chunk;
        if (text.test(all)) resolve();
      });
      stream.once("end", () => reject(new Error(`the cluster ended: ${all}`)));
    }
  });
}
