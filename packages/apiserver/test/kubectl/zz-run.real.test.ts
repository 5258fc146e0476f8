import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPrograms, programFolder, startReferenceServer, systemTestHost } from "@kubewright/testing";
import { expect, test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { kubectlCommands } from "./command.ts";
import { runCommands } from "./kubectl.ts";

const show = (o: any) => `$ kubectl ${o.line}\n${o.stdout}--\n${o.stderr}=> ${o.code}\n`;
test("x", { timeout: 300_000 }, async () => {
  const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
  const folder = await mkdtemp(join(tmpdir(), "kubewright-kubectl-"));
  if (process.env["KC"] !== "emb") {
    await using server = await startReferenceServer();
    await server.writeKubeconfig(join(folder, "kubeconfig"));
    const t = Date.now();
    const outcomes = await runCommands(kubectl, join(folder, "kubeconfig"), folder, kubectlCommands);
    console.log("ref", Date.now() - t);
    await writeFile("/tmp/kc/ref.json", JSON.stringify(outcomes));
    await writeFile("/tmp/kc/ref.txt", outcomes.map(show).join("\n"));
  }
  {
    await mkdir(join(folder, "e"));
    await using server = await ApiServer.start({ onInternalError: (e) => console.log("INTERNAL", e) });
    await server.listen();
    await writeFile(join(folder, "e", "kubeconfig"), server.kubeconfig());
    const t = Date.now();
    const outcomes = await runCommands(kubectl, join(folder, "e", "kubeconfig"), join(folder, "e"), kubectlCommands);
    console.log("emb", Date.now() - t);
    await writeFile("/tmp/kc/emb.txt", outcomes.map(show).join("\n"));
  }
  await rm(folder, { recursive: true });
});
