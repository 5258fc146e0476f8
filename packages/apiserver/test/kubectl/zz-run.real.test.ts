import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPrograms, programFolder, startReferenceServer, systemTestHost } from "@kubewright/testing";
import { test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { Kubectl } from "./kubectl.ts";
import { outcomeText } from "./normalise.ts";
import { sessions } from "./session/sessions.ts";

async function raw(k: Kubectl, s: any, ext: string) {
  const file = `/tmp/kc/${s.name}.${ext}.json`;
  if (ext === "ref" && process.env["KC"] === "again") return JSON.parse(await readFile(file, "utf8"));
  const outcomes = await k.run(s);
  await writeFile(file, JSON.stringify(outcomes));
  return outcomes;
}
test("x", { timeout: 1_200_000 }, async () => {
  const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
  const folder = await mkdtemp(join(tmpdir(), "kubewright-kubectl-"));
  const chosen = sessions.filter(({ name }) => process.env["S"] === undefined || process.env["S"].split(",").includes(name));
  const all = async (k: Kubectl, ext: string) => {
    const t = Date.now();
    for (const s of chosen) await writeFile(`/tmp/kc/${s.name}.${ext}`, (await raw(k, s, ext)).map(outcomeText).join("\n"));
    console.log(ext, Date.now() - t);
  };
  if (process.env["KC"] !== "emb") {
    await using server = await startReferenceServer();
    const user = server.addUser({ name: "admin", groups: ["system:masters"] });
    await all(await Kubectl.at(join(folder, "ref"), kubectl, server.kubeconfig(user)), "ref");
  }
  if (process.env["KC"] !== "ref") {
    await using server = await ApiServer.start({ onInternalError: (e) => console.log("INTERNAL", e) });
    await server.listen();
    await all(await Kubectl.at(join(folder, "emb"), kubectl, server.kubeconfig()), "emb");
  }
  await rm(folder, { recursive: true });
});
