import { existsSync, rmSync, writeFileSync } from "node:fs";
import { startReferenceServer } from "@kubewright/testing";
import { test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";

test("x", { timeout: 7_200_000 }, async () => {
  const which = process.env["W"];
  const hold = async () => {
    while (!existsSync(`/tmp/kc/stop-${which}`)) await new Promise((r) => setTimeout(r, 300));
    rmSync(`/tmp/kc/stop-${which}`);
  };
  if (which === "ref") {
    await using server = await startReferenceServer();
    writeFileSync(
      "/tmp/kc/ref.kubeconfig",
      server.kubeconfig(server.addUser({ name: "admin", groups: ["system:masters"] })),
    );
    await hold();
  } else {
    await using server = await ApiServer.start({ onInternalError: (e) => console.log("INTERNAL", e) });
    await server.listen();
    writeFileSync("/tmp/kc/emb.kubeconfig", server.kubeconfig());
    await hold();
  }
});
