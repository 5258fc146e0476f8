import { startEnvironment, watchForLeaks } from "@kubewright/testing";
import { test } from "vitest";
import { carryLoad, loadControllers } from "./carry-load.ts";

const crds = [new URL("../../config/crd/bases", import.meta.url)];

test("200 Memcacheds are created, scaled and deleted without an error or a refused request, and nothing is left of them", {
  timeout: 120_000,
}, async () => {
  await using _leaks = watchForLeaks();
  await using environment = await startEnvironment({
    cluster: "embedded",
    clock: "manual",
    controllers: loadControllers,
    nodes: 0,
    crds,
  });
  await carryLoad(environment, 200);
});
