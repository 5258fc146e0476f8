import { generateKeyPairSync, type KeyObject } from "node:crypto";
import type { Clock } from "@kubewright/api";
import { ApiServerError } from "../errors.ts";
import { type Randomness, systemClock, systemRandomness } from "../host.ts";
import { type CertificateUsage, type DistinguishedName, signCertificate } from "./x509.ts";

export interface AuthorityOptions {
  /** Common name of the authority. @default "kubewright-ca" */
  readonly name?: string;
  /** Decides what "now" is for the default dates. @default the host's clock */
  readonly clock?: Clock;
  /** What serial numbers are made of; keys always come from the host. @default the host's */
  readonly random?: Randomness;
  /** @default an hour ago */
  readonly notBefore?: Date;
  /** @default in ten years */
  readonly notAfter?: Date;
}

/** What a certificate is to say. */
export interface CertificateRequest {
  /** To Kubernetes, the name of the user. */
  readonly commonName: string;
  /** To Kubernetes, the groups of the user. @default none */
  readonly organizations?: readonly string[];
  /** Names that a server is reached by; a leading `*.` stands for one label. @default none */
  readonly dnsNames?: readonly string[];
  /** IPv4 and IPv6 addresses that a server is reached by. @default none */
  readonly ipAddresses?: readonly string[];
  /** @default both */
  readonly usages?: readonly CertificateUsage[];
  /** May be in the future or, for an expired certificate, far in the past. @default the authority's */
  readonly notBefore?: Date;
  /** @default the authority's */
  readonly notAfter?: Date;
}

/** A certificate and the key that belongs to it, both PEM. */
export interface IssuedCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Issues certificates that all trust one root. */
export interface Authority {
  /** The root certificate, PEM: what those who are to trust this authority need. */
  readonly certificate: string;
  /** The root's private key, PEM (PKCS #8). */
  readonly key: string;
  /** A new key and a certificate for it, signed by the root. */
  issue(request: CertificateRequest): IssuedCertificate;
}

/** A new certificate authority with its own ECDSA P-256 key. The key is in memory, and nothing can be revoked. */
export function createAuthority(options: AuthorityOptions = {}): Authority {
  const random = options.random ?? systemRandomness;
  const now = (options.clock ?? systemClock).now();
  const notBefore = options.notBefore ?? new Date(now - hourMs);
  const notAfter = options.notAfter ?? new Date(now + 3650 * 24 * hourMs);
  checkPeriod(notBefore, notAfter);
  const issuer: DistinguishedName = { organizations: [], commonName: options.name ?? "kubewright-ca" };
  const { publicKey: issuerPublicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const certificate = signCertificate(
    {
      subject: issuer,
      issuer,
      publicKey: issuerPublicKey,
      issuerPublicKey,
      notBefore,
      notAfter,
      role: { type: "authority" },
      serialBytes: random(16),
    },
    privateKey,
  );

  function issue(request: CertificateRequest): IssuedCertificate {
    checkRequest(request);
    const period = { notBefore: request.notBefore ?? notBefore, notAfter: request.notAfter ?? notAfter };
    checkPeriod(period.notBefore, period.notAfter);
    const pair = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    const cert = signCertificate(
      {
        ...period,
        issuer,
        issuerPublicKey,
        subject: { organizations: request.organizations ?? [], commonName: request.commonName },
        publicKey: pair.publicKey,
        serialBytes: random(16),
        role: {
          type: "leaf",
          usages: request.usages ?? ["server", "client"],
          dnsNames: request.dnsNames ?? [],
          ipAddresses: request.ipAddresses ?? [],
        },
      },
      privateKey,
    );
    return { cert, key: privateKeyPem(pair.privateKey) };
  }

  return { certificate, key: privateKeyPem(privateKey), issue };
}

const hourMs = 3_600_000;

function privateKeyPem(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

function checkRequest(request: CertificateRequest): void {
  if (request.commonName === "") throw new ApiServerError("INVALID_CERTIFICATE", "commonName is empty");
  if (request.usages?.length === 0) {
    throw new ApiServerError("INVALID_CERTIFICATE", 'usages is empty; name "server", "client", or both');
  }
  for (const name of request.dnsNames ?? []) {
    if (!/^(\*\.)?[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(name)) {
      throw new ApiServerError("INVALID_CERTIFICATE", `dnsNames: "${name}" is not a DNS name`);
    }
  }
}

function checkPeriod(notBefore: Date, notAfter: Date): void {
  for (const [field, date] of [["notBefore", notBefore] as const, ["notAfter", notAfter] as const]) {
    const year = date.getUTCFullYear();
    if (!(year >= 0 && year <= 9999)) {
      throw new ApiServerError(
        "INVALID_CERTIFICATE",
        `${field}: a certificate cannot name this date; use one in the years 0 to 9999`,
      );
    }
  }
  if (notAfter < notBefore) {
    throw new ApiServerError(
      "INVALID_CERTIFICATE",
      `notAfter (${notAfter.toISOString()}) is before notBefore (${notBefore.toISOString()}); give both for an expired certificate`,
    );
  }
}
