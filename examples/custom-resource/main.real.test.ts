import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReferenceServer } from "@kubewright/testing";
import { expect, test } from "vitest";
import { main } from "./main.ts";

test("custom-resource defines a kind and follows an object of it, also a second time", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kubewright-example-"));
  try {
    await using server = await startReferenceServer();
    const kubeconfig = join(folder, "kubeconfig");
    await server.writeKubeconfig(kubeconfig);
    for (let run = 0; run < 2; run++) {
      const lines: string[] = [];
      await main({ kubeconfig, print: (line) => lines.push(line) });
      expect(lines).toEqual(["the server knows tea", "Assam: Steeping", "Assam: Ready", "served after 4 minutes"]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
