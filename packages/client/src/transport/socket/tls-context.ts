import type { SecureContext } from "node:tls";
import type { ClientCertificate } from "../../credential/credential.ts";
import { ClientError } from "../../errors.ts";
import { nodeTls } from "./node-network.ts";

/** What a handshake is made with: whom we trust and what we show. */
export interface TlsMaterial {
  /** PEM. Absent: the authorities that Node trusts. */
  readonly authority: string | undefined;
  readonly certificate: ClientCertificate | undefined;
}

/** Whether a connection made with `a` is as good as one made with `b`. */
export function isSameMaterial(a: TlsMaterial, b: TlsMaterial): boolean {
  return (
    a.authority === b.authority &&
    (a.certificate === b.certificate ||
      (a.certificate !== undefined &&
        b.certificate !== undefined &&
        a.certificate.cert === b.certificate.cert &&
        a.certificate.key === b.certificate.key))
  );
}

/** The context for handshakes with the server. Throws ClientError `INVALID_CREDENTIAL` for PEM that cannot be used. */
export function serverContext(material: TlsMaterial): SecureContext {
  checkAuthority(material.authority);
  const trusted = material.authority === undefined ? {} : { ca: material.authority };
  try {
    return nodeTls().createSecureContext({
      ...trusted,
      ...(material.certificate && { cert: sentWithoutRoot(material.certificate.cert), key: material.certificate.key }),
    });
  } catch (cause) {
    throw new ClientError("INVALID_CREDENTIAL", explain(cause, material), { cause });
  }
}

/** The context for handshakes with a proxy: the cluster's authorities and Node's, and nothing of ours is shown. */
export function proxyContext(authority: string | undefined): SecureContext {
  const { createSecureContext, rootCertificates } = nodeTls();
  return createSecureContext(authority === undefined ? {} : { ca: [...rootCertificates, authority] });
}

const certificateStart = /-----BEGIN CERTIFICATE-----/g;

/**
 * A certificate that is shown as it is.
 *
 * To one that is alone, OpenSSL adds the authorities that it is from, if we trust them. An API server checks all that it was shown with each
 * request: the root of most clusters would cost it a second signature each time. What has others after it is shown as it is, so it comes twice.
 */
function sentWithoutRoot(cert: string): string {
  return cert.match(certificateStart)?.length === 1 ? `${cert}\n${cert}` : cert;
}

function checkAuthority(authority: string | undefined): void {
  if (authority === undefined || authority.includes("-----BEGIN ")) return;
  throw new ClientError(
    "INVALID_CREDENTIAL",
    "the certificate authority holds no PEM certificate (no -----BEGIN CERTIFICATE-----): " +
      "check certificate-authority or certificate-authority-data",
  );
}

function explain(cause: unknown, material: TlsMaterial): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
  if (code === "ERR_OSSL_X509_KEY_VALUES_MISMATCH") return "the client key does not belong to the client certificate";
  const parts = [
    material.authority !== undefined && "the certificate authority",
    material.certificate && "the client certificate or its key",
  ].filter((part) => typeof part === "string");
  return `${parts.join(" or ")} is not usable PEM (${code})`;
}
