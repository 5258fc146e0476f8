import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { keyPairProblem } from "./key-pair.ts";

const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "pem", type: "pkcs8" });
const certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

test.each([
  ["nothing", "", "", "tls: failed to find any PEM data in certificate input"],
  ["no key", certificate, "x", "tls: failed to find any PEM data in key input"],
  [
    "them the wrong way round",
    key,
    certificate,
    "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched",
  ],
  [
    "two certificates",
    certificate,
    certificate,
    "tls: found a certificate rather than a key in the PEM for the private key",
  ],
  ["a certificate that is none", certificate, key, "x509: malformed certificate"],
])("of %s is said what Go says", (_what, first, second, problem) => {
  expect(keyPairProblem(Buffer.from(first), Buffer.from(second))).toBe(problem);
});
