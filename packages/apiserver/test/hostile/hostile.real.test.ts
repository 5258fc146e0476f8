import { startReferenceServer } from "@kubewright/testing";
import { expect, test } from "vitest";
import { playAll } from "./play-all.ts";

test("the recorded answers to hostile requests are what the reference answers today", {
  timeout: 300_000,
}, async () => {
  await using server = await startReferenceServer();
  const answers = await playAll({ url: server.url, certificateAuthority: server.caCertificate, client: server.admin });
  await expect(`${JSON.stringify(answers, undefined, 1)}\n`).toMatchFileSnapshot("answers.json");
});
