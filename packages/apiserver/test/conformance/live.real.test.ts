import { startReferenceServer } from "@kubewright/testing";
import { expect, test } from "vitest";
import { ApiServer } from "../../src/server/api-server.ts";
import { compare } from "./comparison.ts";
import { summaryOf, unnamedLines } from "./fidelity.ts";
import { allScripts } from "./script/all.ts";
import { record } from "./script.ts";
import { httpsWire } from "./wire.ts";

// `npm run conformance` is this test.
test("the embedded server and the reference answer alike over HTTPS, but for deviations that are named", {
  timeout: 300_000,
}, async () => {
  await using reference = await startReferenceServer();
  await using embedded = await ApiServer.start();
  const { url, certificateAuthority } = await embedded.listen();
  const client = embedded.issueClientCertificate({ user: "reference-admin", groups: ["system:masters"] });
  const [expected, actual] = await Promise.all([
    record(
      httpsWire({ url: reference.url, certificateAuthority: reference.caCertificate, client: reference.admin }),
      allScripts,
    ),
    record(httpsWire({ url, certificateAuthority, client }), allScripts),
  ]);
  const comparison = compare(expected, actual);
  process.stdout.write(`${summaryOf(comparison).join("\n")}\n`);
  expect(unnamedLines(comparison)).toEqual([]);
});
