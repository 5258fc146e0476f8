import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";

/** What Go says of a certificate and a key that do not belong together, or are none; undefined when they are a pair. */
export function keyPairProblem(certificate: Uint8Array, key: Uint8Array): string | undefined {
  const certificateBlocks = pemBlocks(certificate);
  const first = certificateBlocks.find(({ type }) => type === "CERTIFICATE");
  if (first === undefined) return noCertificate(certificateBlocks.map(({ type }) => type));
  const keyBlocks = pemBlocks(key);
  const private_ = keyBlocks.find(({ type }) => type === "PRIVATE KEY" || type.endsWith(" PRIVATE KEY"));
  if (private_ === undefined) return noKey(keyBlocks.map(({ type }) => type));
  const publicKey = attempt(() => new X509Certificate(first.text).publicKey);
  if (publicKey === undefined) return "x509: malformed certificate";
  const privateKey = attempt(() => createPrivateKey(private_.text));
  if (privateKey === undefined) return "tls: failed to parse private key";
  return pairProblem(publicKey, privateKey);
}

interface PemBlock {
  readonly type: string;
  readonly text: string;
}

function pemBlocks(bytes: Uint8Array): PemBlock[] {
  const text = Buffer.from(bytes).toString("latin1");
  const blocks = text.matchAll(/^-----BEGIN ([^\n-]*)-----[^\n]*\n[^-]*\n?-----END \1-----/gm);
  return [...blocks].map(([block, type = ""]) => ({ type, text: block }));
}

function noCertificate(found: readonly string[]): string {
  if (found.length === 0) return "tls: failed to find any PEM data in certificate input";
  if (found.length === 1 && found[0]?.endsWith("PRIVATE KEY")) {
    return "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched";
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${found.join(" ")}]`;
}

function noKey(found: readonly string[]): string {
  if (found.length === 0) return "tls: failed to find any PEM data in key input";
  if (found.length === 1 && found[0] === "CERTIFICATE") {
    return "tls: found a certificate rather than a key in the PEM for the private key";
  }
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${found.join(" ")}]`;
}

function pairProblem(publicKey: KeyObject, privateKey: KeyObject): string | undefined {
  if (publicKey.asymmetricKeyType !== privateKey.asymmetricKeyType) {
    return "tls: private key type does not match public key type";
  }
  return createPublicKey(privateKey).equals(publicKey) ? undefined : "tls: private key does not match public key";
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
