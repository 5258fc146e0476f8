import { execFileSync } from "node:child_process";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer, type SecureContextOptions, type TLSSocket } from "node:tls";
import { describe, expect, test } from "vitest";
import { type Authority, type CertificateRequest, createAuthority, type IssuedCertificate } from "./authority.ts";

const yearMs = 365 * 24 * 3_600_000;
const longAgo = { notBefore: new Date("2001-01-01T00:00:00Z"), notAfter: new Date("2002-01-01T00:00:00Z") };

describe("createAuthority", () => {
  test("makes a self-signed root", () => {
    const root = new X509Certificate(createAuthority({ name: "my-ca" }).certificate);
    expect(root.ca).toBe(true);
    expect(root.subject).toBe("CN=my-ca");
    expect(root.issuer).toBe("CN=my-ca");
    expect(root.verify(root.publicKey)).toBe(true);
    expect(root.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
  });

  test("takes the dates from the clock", () => {
    const now = Date.UTC(2030, 4, 6, 7, 8, 9);
    const clock = { now: () => now, monotonic: () => 0, schedule: () => ({ cancel: () => {} }) };
    const root = new X509Certificate(createAuthority({ clock }).certificate);
    expect(Date.parse(root.validFrom)).toBe(now - 3_600_000);
    expect(Date.parse(root.validTo)).toBe(now + 10 * yearMs);
  });

  test.each([
    ["1949-12-31T23:59:59Z", "2049-12-31T23:59:59Z"],
    ["1950-01-01T00:00:00Z", "2050-01-01T00:00:00Z"],
    ["1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"],
  ])("keeps the dates %s and %s", (from, to) => {
    const period = { notBefore: new Date(from), notAfter: new Date(to) };
    const root = new X509Certificate(createAuthority(period).certificate);
    expect(new Date(root.validFrom)).toEqual(period.notBefore);
    expect(new Date(root.validTo)).toEqual(period.notAfter);
  });

  test("refuses a period that ends before it begins", () => {
    expect(() => createAuthority({ notBefore: longAgo.notAfter, notAfter: longAgo.notBefore })).toThrow(
      "notAfter (2001-01-01T00:00:00.000Z) is before notBefore (2002-01-01T00:00:00.000Z)",
    );
  });
});

describe("issue", () => {
  const authority = createAuthority();

  test("puts the user in the common name and its groups in the organizations", () => {
    const { cert } = authority.issue({ commonName: "jané", organizations: ["system:masters", "developers"] });
    expect(new X509Certificate(cert).toLegacyObject().subject).toEqual({
      CN: "jané",
      O: ["system:masters", "developers"],
    });
  });

  test("is signed by the authority and by no other", () => {
    const certificate = new X509Certificate(authority.issue({ commonName: "jane" }).cert);
    const root = new X509Certificate(authority.certificate);
    expect(certificate.checkIssued(root)).toBe(true);
    expect(certificate.verify(root.publicKey)).toBe(true);
    expect(certificate.verify(new X509Certificate(createAuthority().certificate).publicKey)).toBe(false);
    expect(certificate.ca).toBe(false);
  });

  test("gives the key that belongs to the certificate", () => {
    const { cert, key } = authority.issue({ commonName: "jane" });
    expect(new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))).toBe(true);
  });

  test("numbers certificates differently", () => {
    const serials = Array.from(
      { length: 20 },
      () => new X509Certificate(authority.issue({ commonName: "a" }).cert).serialNumber,
    );
    expect(new Set(serials).size).toBe(20);
  });

  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["255.0.10.1", "255.0.10.1"],
    ["::1", "::1"],
    ["::", "::"],
    ["fe80::", "fe80::"],
    ["2001:DB8::8:800:200C:417A", "2001:db8::8:800:200c:417a"],
    ["1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"],
    ["::ffff:10.0.0.1", "::ffff:a00:1"],
  ])("names the address %s", (address, same) => {
    const certificate = new X509Certificate(authority.issue({ commonName: "a", ipAddresses: [address] }).cert);
    expect(certificate.checkIP(same)).toBe(same);
    expect(certificate.checkIP("10.9.8.7")).toBeUndefined();
  });

  test("names hosts, wildcards included", () => {
    const certificate = new X509Certificate(
      authority.issue({ commonName: "a", dnsNames: ["localhost", "*.example.com"] }).cert,
    );
    expect(certificate.checkHost("localhost")).toBe("localhost");
    expect(certificate.checkHost("www.example.com")).toBe("*.example.com");
    expect(certificate.checkHost("example.com")).toBeUndefined();
  });

  test.each<[string, CertificateRequest, string]>([
    ["an empty name", { commonName: "" }, "commonName is empty"],
    ["no usage", { commonName: "a", usages: [] }, "usages is empty"],
    ["a name as address", { commonName: "a", ipAddresses: ["localhost"] }, '"localhost" is not an IP address'],
    ["an address with a zone", { commonName: "a", ipAddresses: ["fe80::1%eth0"] }, "is not an IP address"],
    ["a URL as name", { commonName: "a", dnsNames: ["https://a"] }, '"https://a" is not a DNS name'],
    ["an unusable date", { commonName: "a", notAfter: new Date(Number.NaN) }, "notAfter"],
  ])("refuses %s", (_, request, message) => {
    expect(() => authority.issue(request)).toThrow(message);
  });
});

describe("a TLS handshake", () => {
  const authority = createAuthority({ name: "right" });
  const server = authority.issue({ commonName: "server", usages: ["server"], ipAddresses: ["127.0.0.1"] });
  const client = authority.issue({ commonName: "jane", usages: ["client"], organizations: ["developers"] });
  const other = createAuthority({ name: "wrong" });

  test("succeeds with certificates of one authority, and the server learns the user and groups", async () => {
    const seen = await handshake(authority, server, { ca: authority.certificate, ...client });
    expect(seen).toEqual({ subject: { CN: "jane", O: "developers" }, refusal: null });
  });

  test.each<[string, string]>([
    ["another authority", other.certificate],
    ["another authority of the same name", createAuthority({ name: "right" }).certificate],
  ])("fails when the client trusts %s", async (_, ca) => {
    // Node's server sends its authority along, so the client names that one as what it does not trust.
    await expect(handshake(authority, server, { ca, ...client })).rejects.toMatchObject({
      code: "SELF_SIGNED_CERT_IN_CHAIN",
    });
  });

  test.each<[string, IssuedCertificate, string]>([
    ["of another authority", other.issue({ commonName: "jane" }), "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
    ["expired", authority.issue({ commonName: "jane", ...longAgo }), "CERT_HAS_EXPIRED"],
    ["a server's", authority.issue({ commonName: "jane", usages: ["server"] }), "INVALID_PURPOSE"],
  ])("is refused by the server when the client's certificate is %s", async (_, certificate, refusal) => {
    const seen = await handshake(authority, server, { ca: authority.certificate, ...certificate });
    expect(seen).toMatchObject({ refusal });
  });

  test.each<[string, Partial<CertificateRequest>, string]>([
    ["has expired", longAgo, "CERT_HAS_EXPIRED"],
    ["is not yet valid", { notBefore: new Date("2999-01-01"), notAfter: new Date("3000-01-01") }, "CERT_NOT_YET_VALID"],
    ["is for another address", { ipAddresses: ["10.0.0.1"] }, "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["is a client's", { usages: ["client"] }, "INVALID_PURPOSE"],
  ])("fails when the server's certificate %s", async (_, request, code) => {
    const bad = authority.issue({ commonName: "server", ipAddresses: ["127.0.0.1"], ...request });
    await expect(handshake(authority, bad, { ca: authority.certificate, ...client })).rejects.toMatchObject({ code });
  });
});

const hasOpenssl = succeeds("openssl", ["version"]);

describe.skipIf(!hasOpenssl)("OpenSSL (skipped where there is no openssl program)", () => {
  test("verifies what was issued, strictly, and reads every field", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kubewright-certificate-"));
    try {
      const authority = createAuthority({ name: "my-ca" });
      const [ca, cert] = [join(folder, "ca.crt"), join(folder, "tls.crt")];
      await writeFile(ca, authority.certificate);
      const request = { commonName: "server", dnsNames: ["localhost"], ipAddresses: ["127.0.0.1", "::1"] };
      await writeFile(cert, authority.issue(request).cert);
      for (const purpose of ["sslserver", "sslclient"]) {
        const output = openssl("verify", "-x509_strict", "-purpose", purpose, "-CAfile", ca, cert);
        expect(output).toBe(`${cert}: OK\n`);
      }
      expect(openssl("verify", "-x509_strict", "-CAfile", ca, ca)).toBe(`${ca}: OK\n`);

      const text = openssl("x509", "-text", "-noout", "-in", cert);
      expect(text).toContain("Version: 3 (0x2)");
      expect(text).toContain("Signature Algorithm: ecdsa-with-SHA256");
      expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
      expect(text).toMatch(/Key Usage: critical\s+Digital Signature\n/);
      expect(text).toMatch(/Extended Key Usage: \s+TLS Web Server Authentication, TLS Web Client Authentication\n/);
      expect(text).toMatch(/DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1\n/);
      expect(openssl("x509", "-text", "-noout", "-in", ca)).toMatch(
        /Key Usage: critical\s+Digital Signature, Certificate Sign, CRL Sign\n/,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

interface Seen {
  subject: unknown;
  /** Why a server that insists on a trusted certificate would have refused. */
  refusal: string | null;
}

/** Connects to a server that asks for a client certificate, and gives what the server saw. Rejects with the client's error. */
async function handshake(
  trusted: Authority,
  serverCertificate: IssuedCertificate,
  clientOptions: SecureContextOptions,
): Promise<Seen> {
  const options = { ca: trusted.certificate, requestCert: true, rejectUnauthorized: false };
  const server = createServer({ ...serverCertificate, ...options });
  server.on("secureConnection", (socket: TLSSocket) => {
    socket.on("error", () => {});
    const { subject } = socket.getPeerCertificate();
    socket.end(JSON.stringify({ subject, refusal: socket.authorizationError ?? null }));
  });
  server.on("tlsClientError", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect({ host: "127.0.0.1", port: (server.address() as AddressInfo).port, ...clientOptions });
  try {
    let received = "";
    for await (const chunk of socket) received += chunk;
    return JSON.parse(received) as Seen;
  } finally {
    socket.destroy();
    server.close();
    await once(server, "close");
  }
}

function openssl(...args: string[]): string {
  return execFileSync("openssl", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function succeeds(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
