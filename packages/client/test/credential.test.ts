import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { ManualClock } from "@kubewright/api";
import {
  Anonymous,
  BearerToken,
  ClientCertificateCredential,
  type Credential,
  TokenFile,
  withImpersonation,
} from "@kubewright/client";
import { createAuthority } from "@kubewright/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CombinedCredential } from "../src/credential/combined-credential.ts";

const now = Date.UTC(2026, 5, 1);
const clockAt = () => new ManualClock({ now });
const authority = createAuthority({ notBefore: new Date(now - 1e10), notAfter: new Date(now + 1e10) });
const pair = authority.issue({ commonName: "jane", organizations: ["dev"] });
const otherPair = authority.issue({ commonName: "john" });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "credential-"));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

function fromPem(cert: string, key: string, clock = clockAt()): ClientCertificateCredential {
  return new ClientCertificateCredential({
    cert: { pem: cert, source: "client-certificate-data" },
    key: { pem: key, source: "client-key-data" },
    clock,
  });
}

async function authorization(credential: Credential): Promise<unknown> {
  return (await credential.present()).headers?.authorization;
}

describe("BearerToken", () => {
  test("presents the token in the authorization header, as one object", async () => {
    const credential = new BearerToken("abc");
    expect(await authorization(credential)).toBe("Bearer abc");
    expect(await credential.present()).toBe(await credential.present());
    expect(credential.reject()).toBe(false);
  });

  test.each(["", "abc\n", "a b", "ä"])("refuses %j without showing it", (token) => {
    expect(() => new BearerToken(token, "users[0].user.token in config")).toThrow(
      expect.objectContaining({
        code: "INVALID_CREDENTIAL",
        message: expect.stringMatching(/^users\[0\]\.user\.token in config (?!.*ä)/),
      }),
    );
  });
});

describe("TokenFile", () => {
  test("a replaced file is read after ten seconds, and not before", async () => {
    const path = join(directory, "token");
    const clock = clockAt();
    const credential = new TokenFile({ path, clock });
    await writeFile(path, "first\n");
    const first = await credential.present();
    await writeFile(path, "second\n");
    clock.advance(9_999);
    expect(await credential.present()).toBe(first);
    clock.advance(1);
    expect(await authorization(credential)).toBe("Bearer second");
  });

  test("a refused token makes it look at the file at once", async () => {
    const path = join(directory, "token");
    const credential = new TokenFile({ path, clock: clockAt() });
    await writeFile(path, "first");
    await credential.present();
    await writeFile(path, "second");
    expect(credential.reject()).toBe(true);
    expect(await authorization(credential)).toBe("Bearer second");
  });

  test("a token that is refused and not replaced stays the same object", async () => {
    const path = join(directory, "token");
    const credential = new TokenFile({ path, clock: clockAt() });
    await writeFile(path, "only");
    const only = await credential.present();
    credential.reject();
    expect(await credential.present()).toBe(only);
  });

  test("a file that vanishes or is emptied leaves the last token in place", async () => {
    const path = join(directory, "token");
    const clock = clockAt();
    const credential = new TokenFile({ path, clock });
    await writeFile(path, "first");
    await credential.present();
    await writeFile(path, "");
    clock.advance(10_000);
    expect(await authorization(credential)).toBe("Bearer first");
    await rm(path);
    clock.advance(10_000);
    expect(await authorization(credential)).toBe("Bearer first");
  });

  test("a file that was never there is an error that names it, and the next call looks again", async () => {
    const path = join(directory, "token");
    const credential = new TokenFile({ path, clock: clockAt() });
    await expect(credential.present()).rejects.toMatchObject({
      code: "INVALID_CREDENTIAL",
      message: `cannot read the token file: ${path} does not exist; correct the path or create the file`,
    });
    await writeFile(path, "late");
    expect(await authorization(credential)).toBe("Bearer late");
  });

  test("parallel callers share one read", async () => {
    const path = join(directory, "token");
    await writeFile(path, "one");
    const credential = new TokenFile({ path, clock: clockAt() });
    const [first, second] = await Promise.all([credential.present(), credential.present()]);
    expect(first).toBe(second);
  });
});

describe("ClientCertificateCredential", () => {
  test("presents certificate and key", async () => {
    expect((await fromPem(pair.cert, pair.key).present()).certificate).toEqual(pair);
  });

  test("presents the first certificate of a chain", async () => {
    const chain = pair.cert + authority.certificate;
    expect((await fromPem(chain, pair.key).present()).certificate?.cert).toBe(chain);
  });

  test.each([
    ["no PEM", "hello", pair.key, /^client-certificate-data has no PEM certificate \(nothing in PEM form\)/],
    [
      "a key for a certificate",
      pair.key,
      pair.key,
      /^client-certificate-data has no PEM certificate \(found PRIVATE KEY\)/,
    ],
    [
      "a cut certificate",
      pair.cert.replace(/\n[^\n]+\n[^\n]+\n-----END/, "\n-----END"),
      pair.key,
      /^certificate 1 of client-certificate-data is damaged/,
    ],
    ["no key", pair.cert, "", /^client-key-data has no usable PEM private key/],
    ["a certificate for a key", pair.cert, pair.cert, /^client-key-data has no usable PEM private key/],
    ["an encrypted key", pair.cert, "-----BEGIN ENCRYPTED PRIVATE KEY-----\nx\n", /client-key-data is encrypted/],
    [
      "another's key",
      pair.cert,
      otherPair.key,
      /^the private key in client-key-data does not belong to the certificate in client-certificate-data \(O=dev, CN=jane\)/,
    ],
  ])("%s is an error that names the field", async (_, cert, key, message) => {
    await expect(fromPem(cert, key).present()).rejects.toMatchObject({
      code: "INVALID_CREDENTIAL",
      message: expect.stringMatching(message),
    });
  });

  test("a certificate past its end is an error with both times and what to do", async () => {
    const old = authority.issue({ commonName: "jane", notAfter: new Date(now - 1000) });
    await expect(fromPem(old.cert, old.key).present()).rejects.toMatchObject({
      code: "EXPIRED_CREDENTIAL",
      message: expect.stringMatching(
        /^the client certificate in client-certificate-data \(CN=jane\) expired at 2026-05-31T23:59:59Z, and it is 2026-06-01T00:00:00Z now; get a new one/,
      ),
    });
  });

  test("a certificate that expires while in use is refused from then on", async () => {
    const clock = clockAt();
    const short = authority.issue({ commonName: "jane", notAfter: new Date(now + 60_000) });
    const credential = fromPem(short.cert, short.key, clock);
    await credential.present();
    clock.advance(60_001);
    await expect(credential.present()).rejects.toMatchObject({ code: "EXPIRED_CREDENTIAL" });
  });

  test("a certificate before its start hints at the clock", async () => {
    const early = authority.issue({ commonName: "jane", notBefore: new Date(now + 1000) });
    await expect(fromPem(early.cert, early.key).present()).rejects.toMatchObject({
      code: "INVALID_CREDENTIAL",
      message: expect.stringMatching(/not valid before 2026-06-01T00:00:01Z.*clock$/),
    });
  });

  test("replaced files are read again, but only as a pair that fits", async () => {
    const [cert, key] = [join(directory, "tls.crt"), join(directory, "tls.key")];
    const clock = clockAt();
    const credential = new ClientCertificateCredential({
      cert: { file: cert, source: "client-certificate" },
      key: { file: key, source: "client-key" },
      clock,
    });
    await writeFile(cert, pair.cert);
    await writeFile(key, pair.key);
    const first = await credential.present();
    await writeFile(cert, otherPair.cert);
    clock.advance(10_000);
    expect(await credential.present()).toBe(first);
    await writeFile(key, otherPair.key);
    clock.advance(10_000);
    expect((await credential.present()).certificate).toEqual(otherPair);
  });

  test("an expired file is looked at again at once", async () => {
    const [cert, key] = [join(directory, "tls.crt"), join(directory, "tls.key")];
    const clock = clockAt();
    const short = authority.issue({ commonName: "jane", notAfter: new Date(now + 1000) });
    const credential = new ClientCertificateCredential({
      cert: { file: cert, source: "client-certificate" },
      key: { file: key, source: "client-key" },
      clock,
    });
    await writeFile(cert, short.cert);
    await writeFile(key, short.key);
    await credential.present();
    await writeFile(cert, pair.cert);
    await writeFile(key, pair.key);
    clock.advance(1001);
    expect((await credential.present()).certificate).toEqual(pair);
  });

  test("a missing file is an error that names it and its field", async () => {
    const file = join(directory, "tls.crt");
    const credential = new ClientCertificateCredential({
      cert: { file, source: "client-certificate" },
      key: { pem: pair.key, source: "client-key-data" },
      clock: clockAt(),
    });
    await expect(credential.present()).rejects.toMatchObject({
      code: "INVALID_CREDENTIAL",
      message: `cannot read client-certificate: ${file} does not exist; correct the path or create the file`,
    });
  });
});

describe("CombinedCredential", () => {
  test("presents all parts as one object, and passes a refusal to each", async () => {
    const path = join(directory, "token");
    await writeFile(path, "first");
    const combined = new CombinedCredential([fromPem(pair.cert, pair.key), new TokenFile({ path, clock: clockAt() })]);
    const first = await combined.present();
    expect(first.certificate).toEqual(pair);
    expect(first.headers).toEqual({ authorization: "Bearer first" });
    expect(await combined.present()).toBe(first);

    await writeFile(path, "second");
    expect(combined.reject(first)).toBe(true);
    expect(await authorization(combined)).toBe("Bearer second");
    expect(combined.reject(first)).toBe(true);
  });

  test("is hopeless when each part is", async () => {
    const combined = new CombinedCredential([new BearerToken("abc"), new Anonymous()]);
    expect(combined.reject(await combined.present())).toBe(false);
  });
});

describe("withImpersonation", () => {
  test("keeps what the credential presents", async () => {
    const { headers } = await withImpersonation(new BearerToken("abc"), { user: "jane", groups: ["dev"] }).present();
    expect(headers).toEqual({
      authorization: "Bearer abc",
      "impersonate-user": "jane",
      "impersonate-group": ["dev"],
    });
  });

  test.each([
    [{ user: "", groups: ["dev"] }, /names no user/],
    [{ user: "jane\r\nx: y" }, /the user to impersonate has a line break/],
    [{ user: "jane", extra: { scope: ["\n"] } }, /the extra "scope" to impersonate has a line break/],
  ])("refuses %j", (impersonation, message) => {
    expect(() => withImpersonation(new Anonymous(), impersonation)).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT", message: expect.stringMatching(message) }),
    );
  });
});

test("no credential shows its secret, nor does what it presents", async () => {
  const path = join(directory, "token");
  await writeFile(path, "hunter2");
  const credentials: Credential[] = [
    new BearerToken("hunter2"),
    new TokenFile({ path, clock: clockAt(), fallback: "hunter2" }),
    fromPem(pair.cert, pair.key),
    new CombinedCredential([new BearerToken("hunter2"), fromPem(pair.cert, pair.key)]),
    withImpersonation(new BearerToken("hunter2"), { user: "jane" }),
  ];
  for (const credential of credentials) {
    const presentation = await credential.present();
    const options = { depth: 20, showHidden: true };
    const shown = [
      inspect(credential, options),
      inspect(presentation, options),
      JSON.stringify([credential, presentation]),
    ];
    expect(shown.join("\n")).not.toMatch(/hunter2|PRIVATE KEY/);
  }
});
