import { HttpsTransport } from "@kubewright/client";
import { startReferenceServer } from "@kubewright/testing";
import { expect, test } from "vitest";
import { objectionsTo, recordedDefinitions } from "./recorded-definitions.ts";

test("kube-apiserver takes what is generated, without a warning", async () => {
  await using server = await startReferenceServer();
  await using transport = new HttpsTransport(server.connection());
  expect(await objectionsTo(recordedDefinitions(), transport)).toEqual([]);
}, 120_000);
