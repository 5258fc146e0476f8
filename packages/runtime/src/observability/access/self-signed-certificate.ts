import type { KeyObject } from "node:crypto";
import type { Clock } from "@kubewright/api";

/** A certificate and the key that belongs to it, both PEM. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

const dayMs = 24 * 3_600_000;
/** Longer than any pod runs. */
const validDays = 3650;

/**
 * A new key (ECDSA P-256) and a certificate for `localhost` that it signed itself: enough to encrypt, but nobody can tell by it who answers.
 *
 * X.509 version 3 with one extension, the names. Node can sign, but not issue.
 */
export function selfSignedCertificate({ clock }: { readonly clock: Clock }): CertificatePair {
  const { generateKeyPairSync, randomBytes, sign } = process.getBuiltinModule("node:crypto");
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const now = clock.now();
  const name = der(tag.sequence, der(tag.set, der(tag.sequence, commonName, der(tag.utf8, text("localhost")))));
  // A number above zero, with no zeros before it.
  const serial = randomBytes(16);
  serial[0] = (serial[0]! & 0x3f) | 0x40;
  const content = der(
    tag.sequence,
    der(tag.explicit0, der(tag.integer, [2])),
    der(tag.integer, serial),
    ecdsaWithSha256,
    name,
    der(tag.sequence, time(now - dayMs), time(now + validDays * dayMs)),
    name,
    subjectKey(publicKey),
    der(tag.explicit3, der(tag.sequence, der(tag.sequence, subjectNames, der(tag.octets, namesOfServer)))),
  );
  const signature = sign("sha256", content, privateKey);
  const certificate = der(tag.sequence, content, ecdsaWithSha256, der(tag.bits, [0], signature));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** Of ASN.1, and those that X.509 adds. */
const tag = {
  ...{ integer: 0x02, bits: 0x03, octets: 0x04, objectId: 0x06, utf8: 0x0c, utcTime: 0x17, generalizedTime: 0x18 },
  ...{ sequence: 0x30, set: 0x31, dnsName: 0x82, ipAddress: 0x87, explicit0: 0xa0, explicit3: 0xa3 },
} as const;

/** 2.5.4.3 */
const commonName = der(tag.objectId, [0x55, 0x04, 0x03]);
/** 2.5.29.17 */
const subjectNames = der(tag.objectId, [0x55, 0x1d, 0x11]);
/** 1.2.840.10045.4.3.2 */
const ecdsaWithSha256 = der(tag.sequence, der(tag.objectId, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
const namesOfServer = der(tag.sequence, der(tag.dnsName, text("localhost")), der(tag.ipAddress, [127, 0, 0, 1]));

/** A value: its tag, its length, and what it contains. None here is longer than 65 535 bytes. */
function der(kind: number, ...parts: readonly (Uint8Array | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Uint8Array.from(part)));
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.of(kind, ...size), content]);
}

/** Years from 2050 on are written with four digits. */
function time(moment: number): Buffer {
  const digits = new Date(moment).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return digits < "2050" ? der(tag.utcTime, text(digits.slice(2))) : der(tag.generalizedTime, text(digits));
}

function text(content: string): Uint8Array {
  return Buffer.from(content, "utf8");
}

function subjectKey(key: KeyObject): Uint8Array {
  return key.export({ type: "spki", format: "der" });
}
