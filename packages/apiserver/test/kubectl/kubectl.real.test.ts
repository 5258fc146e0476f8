import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPrograms, programFolder, startReferenceServer, systemTestHost } from "@kubewright/testing";
import { expect, test } from "vitest";
import { kubectlCommands } from "./command.ts";
import { runCommands } from "./kubectl.ts";

test("x", { timeout: 300_000 }, async () => {
  await using server = await startReferenceServer();
  const folder = await mkdtemp(join(tmpdir(), "kubewright-kubectl-"));
  const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
  await server.writeKubeconfig(join(folder, "kubeconfig"));
  const outcomes = await runCommands(kubectl, join(folder, "kubeconfig"), folder, kubectlCommands);
  await writeFile("/tmp/kw/kubectl-ref.txt", outcomes.map((o) => `$ kubectl ${o.line}\n${o.stdout}${o.stderr}=> ${o.code}\n`).join("\n"));
  await rm(folder, { recursive: true });
  expect(1).toBe(1);
});
