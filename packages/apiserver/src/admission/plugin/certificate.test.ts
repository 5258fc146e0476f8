import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { bitString, integer, objectIdentifier, sequence, setOf, tagged, utf8String } from "../../certificate/der.ts";
import type { AdmissionRequest } from "../../resource/admission-plugin.ts";
import { certificateSubjectRestriction } from "./certificate.ts";

const clientSigner = "kubernetes.io/kube-apiserver-client";

function requestFor(organizations: readonly string[]): string {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = (type: string, text: string) => setOf(sequence(objectIdentifier(type), utf8String(text)));
  const info = sequence(
    integer(Uint8Array.of(0)),
    sequence(...organizations.map((text) => name("2.5.4.10", text)), name("2.5.4.3", "someone")),
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0, "constructed", new Uint8Array()),
  );
  const algorithm = sequence(objectIdentifier("1.2.840.10045.4.3.2"));
  const der = Buffer.from(sequence(info, algorithm, bitString(sign("sha256", info, privateKey))));
  const lines = der
    .toString("base64")
    .match(/.{1,64}/g)!
    .join("\n");
  const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${lines}\n-----END CERTIFICATE REQUEST-----\n`;
  return Buffer.from(pem).toString("base64");
}

function validate(signerName: string, request: string): void {
  const admission = {
    operation: "CREATE",
    resource: { group: "certificates.k8s.io", resource: "certificatesigningrequests" },
    subresource: "",
    name: "a",
    object: { metadata: { name: "a" }, spec: { signerName, request } },
  };
  void certificateSubjectRestriction.validate!(admission as unknown as AdmissionRequest);
}

describe("a request for a client certificate", () => {
  test("for the group that may do everything is refused", () => {
    expect(() => validate(clientSigner, requestFor(["dev", "system:masters"]))).toThrow(
      `use of ${clientSigner} signer with system:masters group is not allowed`,
    );
  });

  test.each([
    ["for another group", clientSigner, requestFor(["dev"])],
    ["for no group", clientSigner, requestFor([])],
    ["from another signer", "example.com/own", requestFor(["system:masters"])],
    ["that is none", clientSigner, "bm9uZQ=="],
  ])("%s is let pass", (_, signer, request) => {
    expect(() => validate(signer, request)).not.toThrow();
  });
});
