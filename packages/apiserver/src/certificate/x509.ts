import { createHash, type KeyObject, sign } from "node:crypto";
import {
  bitString,
  boolean,
  type Der,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  tagged,
  time,
  utf8String,
} from "./der.ts";
import { ipAddressBytes } from "./ip-address.ts";

/** What a certificate may be used for. */
export type CertificateUsage = "server" | "client";

/** Everything that a certificate says. */
export interface CertificateContent {
  readonly subject: DistinguishedName;
  readonly issuer: DistinguishedName;
  readonly publicKey: KeyObject;
  readonly issuerPublicKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** 16 random bytes, which make the serial number. */
  readonly serialBytes: Uint8Array;
  readonly role: AuthorityRole | LeafRole;
}

/** The name of who has a certificate, or has signed it. */
export interface DistinguishedName {
  readonly organizations: readonly string[];
  readonly commonName: string;
}

interface AuthorityRole {
  readonly type: "authority";
}

interface LeafRole {
  readonly type: "leaf";
  readonly usages: readonly CertificateUsage[];
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
}

/** A signed X.509 version 3 certificate, PEM. The signing key is an ECDSA one. */
export function signCertificate(content: CertificateContent, issuerKey: KeyObject): string {
  const toBeSigned = sequence(
    tagged(0, "constructed", integer(Uint8Array.of(2))),
    integer(serialNumber(content.serialBytes)),
    ecdsaWithSha256,
    nameOf(content.issuer),
    sequence(time(content.notBefore), time(content.notAfter)),
    nameOf(content.subject),
    publicKeyInfo(content.publicKey),
    tagged(3, "constructed", sequence(...extensionsOf(content))),
  );
  const signature = sign("sha256", toBeSigned, issuerKey);
  return pem(sequence(toBeSigned, ecdsaWithSha256, bitString(signature)));
}

const ecdsaWithSha256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));

const usageIdentifier = { server: "1.3.6.1.5.5.7.3.1", client: "1.3.6.1.5.5.7.3.2" } as const;

/** 127 random bits: unique enough, and positive. */
function serialNumber(random: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(random);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

function nameOf(name: DistinguishedName): Der {
  return sequence(
    ...name.organizations.map((organization) => nameAttribute("2.5.4.10", organization)),
    nameAttribute("2.5.4.3", name.commonName),
  );
}

function nameAttribute(type: string, content: string): Der {
  return setOf(sequence(objectIdentifier(type), utf8String(content)));
}

function publicKeyInfo(key: KeyObject): Der {
  return key.export({ type: "spki", format: "der" });
}

function extensionsOf(content: CertificateContent): Der[] {
  const identifiers = [
    extension("2.5.29.14", octetString(keyIdentifier(content.publicKey))),
    extension("2.5.29.35", sequence(tagged(0, "primitive", keyIdentifier(content.issuerPublicKey)))),
  ];
  const { role } = content;
  if (role.type === "authority") {
    return [
      criticalExtension("2.5.29.19", sequence(boolean(true))),
      // digitalSignature, keyCertSign, cRLSign
      criticalExtension("2.5.29.15", bitString(Uint8Array.of(0b1000_0110), 1)),
      ...identifiers,
    ];
  }
  const extensions = [
    criticalExtension("2.5.29.19", sequence()),
    // digitalSignature
    criticalExtension("2.5.29.15", bitString(Uint8Array.of(0b1000_0000), 7)),
    extension("2.5.29.37", sequence(...role.usages.map((usage) => objectIdentifier(usageIdentifier[usage])))),
    ...identifiers,
  ];
  const names = [
    ...role.dnsNames.map((name) => tagged(2, "primitive", Buffer.from(name, "ascii"))),
    ...role.ipAddresses.map((address) => tagged(7, "primitive", ipAddressBytes(address))),
  ];
  if (names.length > 0) extensions.push(extension("2.5.29.17", sequence(...names)));
  return extensions;
}

function extension(identifier: string, content: Der): Der {
  return sequence(objectIdentifier(identifier), octetString(content));
}

function criticalExtension(identifier: string, content: Der): Der {
  return sequence(objectIdentifier(identifier), boolean(true), octetString(content));
}

function keyIdentifier(key: KeyObject): Uint8Array {
  return createHash("sha256").update(publicKeyInfo(key)).digest().subarray(0, 20);
}

function pem(der: Der): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
