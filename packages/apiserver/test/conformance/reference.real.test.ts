import { startReferenceServer } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { formatRecordings, recordingFile } from "./recording.ts";
import { allScripts } from "./script/all.ts";
import { type ConformanceClass, record } from "./script.ts";
import { httpsWire } from "./wire.ts";

describe("the recorded answers of the reference", () => {
  test("are what it answers today", { timeout: 300_000 }, async () => {
    await using server = await startReferenceServer();
    const wire = httpsWire({ url: server.url, certificateAuthority: server.caCertificate, client: server.admin });
    const recordings = await record(wire, allScripts);
    const classes = [...new Set(recordings.map((recording) => recording.class))];
    for (const conformanceClass of classes) {
      await expect(textOf(conformanceClass)).toMatchFileSnapshot(recordingFile(conformanceClass));
    }
    function textOf(conformanceClass: ConformanceClass): string {
      return formatRecordings(recordings.filter((recording) => recording.class === conformanceClass));
    }
  });
});
