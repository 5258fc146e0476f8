import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { type ClientProgram, goClient, nodeClient, pythonClient } from "./installed-client.ts";

describe("what a program prints that works with the embedded server is what it prints with the reference", () => {
  let folder: string;
  let embedded: ApiServer;
  let reference: ReferenceServer;
  const internalErrors: unknown[] = [];

  beforeEach(async () => {
    internalErrors.length = 0;
    folder = await mkdtemp(join(tmpdir(), "kubewright-client-"));
    reference = await startReferenceServer();
    embedded = await ApiServer.start({ onInternalError: (error) => internalErrors.push(error) });
    await embedded.listen();
    await reference.writeKubeconfig(join(folder, "reference"));
    await writeFile(join(folder, "embedded"), embedded.kubeconfig(), { mode: 0o600 });
  });
  afterEach(async () => {
    await embedded?.close();
    await reference?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const clients: readonly (readonly [name: string, install: () => Promise<ClientProgram>])[] = [
    ["the Python client", pythonClient],
    ["@kubernetes/client-node", nodeClient],
    ["client-go", goClient],
  ];
  // The first time, clients are downloaded or compiled.
  test.each(clients)("with %s", { timeout: 900_000 }, async (_, install) => {
    const run = await install();
    const expected = await run(join(folder, "reference"));
    expect(expected).toMatch(/^done /m);
    expect(await run(join(folder, "embedded"))).toBe(expected);
    expect(internalErrors).toEqual([]);
  });
});
