import { startEnvironment } from "@kubewright/testing";
import { test } from "vitest";
import { carryLoad, loadControllers } from "./carry-load.ts";

const crds = [new URL("../../config/crd/bases", import.meta.url)];

test("100 Memcacheds are created, scaled and deleted on a real API server without an error or a refused request", {
  timeout: 240_000,
}, async () => {
  await using environment = await startEnvironment({
    cluster: "assets",
    controllers: loadControllers,
    nodes: 0,
    crds,
  });
  await carryLoad(environment, 100);
});
