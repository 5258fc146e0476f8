import type { KeyObject, X509Certificate } from "node:crypto";
import { ClientError } from "../errors.ts";
import type { ClientCertificate } from "./credential.ts";

/** A client certificate whose key fits, with the times between which it is good. */
export interface CertificatePair {
  readonly certificate: ClientCertificate;
  readonly notBefore: number;
  readonly notAfter: number;
  /** The certificate's subject on one line. */
  readonly subject: string;
}

/** Where the two PEM texts are from, for errors. */
export interface CertificatePairSource {
  readonly cert: string;
  readonly key: string;
}

const certificatePattern = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** The certificates in a PEM text. Throws ClientError `INVALID_CREDENTIAL` naming `source` when there is none, or a broken one. */
export function parseCertificates(pem: string, source: string): X509Certificate[] {
  const blocks = pem.match(certificatePattern) ?? [];
  if (blocks.length === 0) {
    const found = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem)?.[1];
    throw new ClientError(
      "INVALID_CREDENTIAL",
      `${source} has no PEM certificate (${found === undefined ? "nothing in PEM form" : `found ${found}`}); ` +
        `it must have a block that starts with -----BEGIN CERTIFICATE-----`,
    );
  }
  const { X509Certificate } = nodeCrypto();
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch (cause) {
      throw new ClientError(
        "INVALID_CREDENTIAL",
        `certificate ${index + 1} of ${source} is damaged: it is not a DER certificate in base64; copy it again from its issuer`,
        { cause },
      );
    }
  });
}

/** A client certificate with its key, checked to belong together. Throws ClientError `INVALID_CREDENTIAL`. */
export function parseCertificatePair(cert: string, key: string, source: CertificatePairSource): CertificatePair {
  const leaf = parseCertificates(cert, source.cert)[0]!;
  const privateKey = parsePrivateKey(key, source.key);
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new ClientError(
      "INVALID_CREDENTIAL",
      `the private key in ${source.key} does not belong to the certificate in ${source.cert} (${subjectOf(leaf)}); ` +
        "use the key that the certificate was requested with",
    );
  }
  return {
    certificate: { cert, key },
    notBefore: Date.parse(leaf.validFrom),
    notAfter: Date.parse(leaf.validTo),
    subject: subjectOf(leaf),
  };
}

/** Throws ClientError `EXPIRED_CREDENTIAL` after the certificate's end, and `INVALID_CREDENTIAL` before its start. */
export function checkValidity(pair: CertificatePair, now: number, source: string): void {
  if (now > pair.notAfter) {
    throw new ClientError(
      "EXPIRED_CREDENTIAL",
      `the client certificate in ${source} (${pair.subject}) expired at ${iso(pair.notAfter)}, and it is ${iso(now)} now; ` +
        "get a new one from the cluster's administrator or the tool that made it (kubeadm: kubeadm certs renew)",
    );
  }
  if (now < pair.notBefore) {
    throw new ClientError(
      "INVALID_CREDENTIAL",
      `the client certificate in ${source} (${pair.subject}) is not valid before ${iso(pair.notBefore)}, and it is ${iso(now)} now; ` +
        "check this machine's clock",
    );
  }
}

function parsePrivateKey(key: string, source: string): KeyObject {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(key)) {
    throw new ClientError(
      "INVALID_CREDENTIAL",
      `the private key in ${source} is encrypted, which is not supported; decrypt it with "openssl pkey", or use an exec plugin`,
    );
  }
  try {
    // Only what follows the first header, since some tools write EC parameters in front of the key.
    return nodeCrypto().createPrivateKey(/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*/.exec(key)?.[0] ?? key);
  } catch {
    throw new ClientError(
      "INVALID_CREDENTIAL",
      `${source} has no usable PEM private key; it must have a block that starts with -----BEGIN PRIVATE KEY-----, ` +
        "-----BEGIN RSA PRIVATE KEY----- or -----BEGIN EC PRIVATE KEY-----",
    );
  }
}

function subjectOf(certificate: X509Certificate): string {
  return certificate.subject === "" ? "no subject" : certificate.subject.replaceAll("\n", ", ");
}

function iso(time: number): string {
  return new Date(time).toISOString().replace(".000Z", "Z");
}

/** Loaded when a certificate is read: most credentials are none. */
function nodeCrypto(): typeof import("node:crypto") {
  return process.getBuiltinModule("node:crypto");
}
