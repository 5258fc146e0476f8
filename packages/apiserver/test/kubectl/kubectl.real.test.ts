import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  findPrograms,
  programFolder,
  type ReferenceServer,
  startReferenceServer,
  systemTestHost,
} from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { deviations } from "./deviation.ts";
import { Kubectl } from "./kubectl.ts";
import { outcomeText } from "./normalise.ts";
import { sessions } from "./sessions.ts";

describe("kubectl does with the embedded server what it does with the reference", () => {
  let folder: string;
  let embedded: ApiServer;
  let reference: ReferenceServer;
  let kubectls: readonly [reference: Kubectl, embedded: Kubectl];
  const internalErrors: unknown[] = [];

  beforeAll(async () => {
    const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
    folder = await mkdtemp(join(tmpdir(), "kubewright-kubectl-"));
    reference = await startReferenceServer();
    embedded = await ApiServer.start({ onInternalError: (error) => internalErrors.push(error) });
    await embedded.listen();
    const admin = reference.addUser({ name: "admin", groups: ["system:masters"] });
    kubectls = [
      await Kubectl.at(join(folder, "reference"), kubectl, reference.kubeconfig(admin)),
      await Kubectl.at(join(folder, "embedded"), kubectl, embedded.kubeconfig()),
    ];
  });
  afterAll(async () => {
    await embedded?.close();
    await reference?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(sessions)("in the session $name", { timeout: 600_000 }, async (session) => {
    const [expected, actual] = await Promise.all(kubectls.map((kubectl) => kubectl.run(session)));
    for (const [index, command] of session.commands.entries()) {
      const [wanted, got] = [expected, actual].map((outcomes) => outcomeText(command, outcomes![index]!));
      const deviation = deviations.find(({ line }) => line === command.line);
      if (deviation === undefined) {
        expect.soft(got).toBe(wanted);
        continue;
      }
      const { line, reason, part } = deviation;
      expect.soft(got, `${line} is no deviation any more: ${reason}`).not.toBe(wanted);
      if (part !== undefined) expect.soft(got?.replace(part, "")).toBe(wanted?.replace(part, ""));
    }
    expect(internalErrors).toEqual([]);
  });
});
