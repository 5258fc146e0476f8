import { X509Certificate } from "node:crypto";
import { ManualClock } from "@kubewright/api";
import { expect, test } from "vitest";
import { selfSignedCertificate } from "./self-signed-certificate.ts";

test.each([
  ["2026-11-16T00:00:00Z", "Nov 15 00:00:00 2026 GMT", "Nov 13 00:00:00 2036 GMT"],
  ["2045-01-02T03:04:05Z", "Jan  1 03:04:05 2045 GMT", "Dec 31 03:04:05 2054 GMT"],
])("a certificate made on %s is that of localhost for ten years, and signs itself", (moment, from, to) => {
  const clock = new ManualClock({ now: Date.parse(moment) });
  const { cert, key } = selfSignedCertificate({ clock });
  const certificate = new X509Certificate(cert);
  expect(certificate).toMatchObject({
    subject: "CN=localhost",
    issuer: "CN=localhost",
    subjectAltName: "DNS:localhost, IP Address:127.0.0.1",
    validFrom: from,
    validTo: to,
  });
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkHost("localhost")).toBe("localhost");
  expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  expect(selfSignedCertificate({ clock }).cert).not.toBe(cert);
});
