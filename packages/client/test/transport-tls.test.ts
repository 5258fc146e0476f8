import { rootCertificates, type TLSSocket } from "node:tls";
import { inspect } from "node:util";
import type { ClientCertificate } from "@kubewright/client";
import { createAuthority } from "@kubewright/testing";
import { describe, expect, test } from "vitest";
import { deferred } from "./deferred.ts";
import { authority, echo, failureOf, open, presenting, startHttp, startHttps } from "./transport-fixture.ts";

const get = { method: "GET", path: "/version" } as const;

async function outcome(sent: Promise<{ status: number }>): Promise<number | string> {
  try {
    return (await sent).status;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("the server's certificate", () => {
  test("of another authority is not trusted", async () => {
    await using server = await startHttps(echo, { by: createAuthority() });
    await using transport = open({ server: `https://127.0.0.1:${server.port}` });
    const error = await failureOf(transport.send(get));
    expect(error).toMatchObject({ code: "TLS_FAILED", cause: { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" } });
    expect(error.message).toContain(
      `GET https://127.0.0.1:${server.port}/version: the certificate of 127.0.0.1:${server.port} is not signed by the configured certificate authority`,
    );
  });

  test("is not trusted when no authority is configured and Node does not know it", async () => {
    await using server = await startHttps(echo);
    await using transport = open({
      server: `https://127.0.0.1:${server.port}`,
      certificateAuthority: { pem: async () => rootCertificates[0]! },
    });
    expect(await failureOf(transport.send(get))).toMatchObject({ code: "TLS_FAILED" });
  });

  test("of any kind is accepted when verification is switched off", async () => {
    await using server = await startHttps(echo, { by: createAuthority(), certificate: { ipAddresses: ["10.0.0.1"] } });
    await using transport = open({ server: `https://127.0.0.1:${server.port}`, insecureSkipTlsVerify: true });
    expect((await transport.send(get)).status).toBe(200);
  });

  test("that has expired is refused", async () => {
    const past = { notBefore: new Date("2020-01-01"), notAfter: new Date("2021-01-01") };
    await using server = await startHttps(echo, { certificate: past });
    await using transport = open({ server: `https://127.0.0.1:${server.port}` });
    expect(await failureOf(transport.send(get))).toMatchObject({
      code: "TLS_FAILED",
      message: expect.stringContaining("has expired: renew it, or check this machine's clock"),
    });
  });

  test.each([
    [
      "another address",
      { ipAddresses: ["10.0.0.1"], dnsNames: ["kubernetes"] },
      undefined,
      "is not for 127.0.0.1, but for",
    ],
    ["the configured name", { ipAddresses: [], dnsNames: ["kubernetes"] }, "kubernetes", 200],
    ["another than the configured name", { dnsNames: ["kubernetes"] }, "other", "is not for other, but for"],
    ["the configured address", { ipAddresses: ["10.0.0.1"] }, "10.0.0.1", 200],
    [
      "another than the configured address",
      { ipAddresses: ["127.0.0.1"] },
      "10.0.0.1",
      "is not for 10.0.0.1, but for 127.0.0.1",
    ],
  ])("for %s", async (_name, certificate, tlsServerName, expected) => {
    await using server = await startHttps(echo, { certificate });
    await using transport = open({
      server: `https://127.0.0.1:${server.port}`,
      ...(tlsServerName !== undefined && { tlsServerName }),
    });
    const result = await outcome(transport.send(get));
    if (typeof expected === "number") expect(result).toBe(expected);
    else expect(result).toContain(expected);
  });

  test("is asked for by the configured name", async () => {
    let asked: unknown;
    await using server = await startHttps(
      (request, response) => {
        asked = (request.socket as TLSSocket & { servername: unknown }).servername;
        echo(request, response);
      },
      { certificate: { dnsNames: ["kubernetes"] } },
    );
    await using transport = open({ server: `https://127.0.0.1:${server.port}`, tlsServerName: "kubernetes" });
    await transport.send(get);
    expect(asked).toBe("kubernetes");
  });

  test("is checked against the authority of the moment", async () => {
    const next = createAuthority({ name: "the next authority" });
    let pem = authority.certificate;
    await using server = await startHttps(echo, { by: next });
    await using transport = open({
      server: `https://127.0.0.1:${server.port}`,
      certificateAuthority: { pem: async () => pem },
    });
    expect(await failureOf(transport.send(get))).toMatchObject({ code: "TLS_FAILED" });
    pem += next.certificate;
    expect((await transport.send(get)).status).toBe(200);
  });

  test("is missing where the server speaks plain HTTP", async () => {
    await using server = await startHttp(echo);
    await using transport = open({ server: `https://127.0.0.1:${server.port}` });
    expect(await failureOf(transport.send(get))).toMatchObject({
      code: "TLS_FAILED",
      message: expect.stringContaining("does not speak TLS: is it an http:// address?"),
    });
  });
});

describe("the client's certificate", () => {
  const mutual = { tls: { requestCert: true, rejectUnauthorized: true, ca: authority.certificate } };
  const names: string[] = [];
  const whoAmI: Parameters<typeof startHttps>[0] = (request, response) => {
    response.end((request.socket as TLSSocket).getPeerCertificate().subject.CN);
  };

  test("proves who is asking", async () => {
    await using server = await startHttps(whoAmI, mutual);
    await using transport = open({
      server: `https://127.0.0.1:${server.port}`,
      credential: presenting({ certificate: authority.issue({ commonName: "alice" }) }),
    });
    expect(await (await transport.send(get)).body.text()).toBe("alice");
  });

  test("is used for new connections once it changed, and old connections go", async () => {
    let certificate: ClientCertificate = authority.issue({ commonName: "monday" });
    await using server = await startHttps(whoAmI, mutual);
    await using transport = open({
      server: `https://127.0.0.1:${server.port}`,
      credential: { present: async () => ({ certificate }), reject: () => false },
    });
    for (const day of ["monday", "monday", "tuesday", "tuesday"]) {
      if (day === "tuesday" && names.length === 2) certificate = authority.issue({ commonName: day });
      names.push(await (await transport.send(get)).body.text());
    }
    expect(names).toEqual(["monday", "monday", "tuesday", "tuesday"]);
    expect(server.accepted).toBe(2);
    await expect.poll(() => server.sockets.size).toBe(1);
  });

  test("that changes during a request lets the request end, and its connection then goes", async () => {
    const arrived = deferred();
    const proceed = deferred();
    let certificate: ClientCertificate = authority.issue({ commonName: "monday" });
    await using server = await startHttps((request, response) => {
      if (request.url !== "/slow") return whoAmI(request, response);
      arrived.resolve();
      void proceed.promise.then(() => whoAmI(request, response));
    }, mutual);
    await using transport = open({
      server: `https://127.0.0.1:${server.port}`,
      credential: { present: async () => ({ certificate }), reject: () => false },
    });
    const slow = transport.send({ ...get, path: "/slow" }).then((response) => response.body.text());
    await arrived.promise;
    certificate = authority.issue({ commonName: "tuesday" });
    expect(await (await transport.send(get)).body.text()).toBe("tuesday");
    expect(server.sockets.size).toBe(2);
    proceed.resolve();
    expect(await slow).toBe("monday");
    await expect.poll(() => server.sockets.size).toBe(1);
  });

  test.each([
    ["alone, without the authority that is trusted", "", []],
    ["with those that come after it", authority.certificate, ["the cluster's authority"]],
  ])("is shown %s", async (_, rest, expected) => {
    let shown: string[] | undefined;
    await using server = await startHttps(
      (request, response) => {
        // Without authorities of its own, a server finds those that it was shown.
        const { issuerCertificate: issuer } = (request.socket as TLSSocket).getPeerCertificate(true);
        shown = issuer === undefined ? [] : [String(issuer.subject.CN)];
        whoAmI(request, response);
      },
      { tls: { requestCert: true, rejectUnauthorized: false } },
    );
    const { cert, key } = authority.issue({ commonName: "jane" });
    const credential = presenting({ certificate: { cert: `${cert}${rest}`, key } });
    await using transport = open({ server: `https://127.0.0.1:${server.port}`, credential });
    expect(await (await transport.send(get)).body.text()).toBe("jane");
    expect(shown).toEqual(expected);
  });

  test("that is missing is asked for", async () => {
    await using server = await startHttps(whoAmI, mutual);
    await using transport = open({ server: `https://127.0.0.1:${server.port}` });
    expect(await failureOf(transport.send(get))).toMatchObject({
      code: "TLS_FAILED",
      message: expect.stringContaining("asks for a client certificate (certificate required)"),
    });
  });

  test.each([
    ["that is no PEM", { cert: "not pem", key: "s3cr3t" }, "the client certificate or its key is not usable PEM"],
    [
      "with the key of another",
      { ...authority.issue({ commonName: "a" }), key: authority.issue({ commonName: "b" }).key },
      "the client key does not belong to the client certificate",
    ],
  ])("%s is named, and its key is not shown", async (_name, certificate, text) => {
    await using server = await startHttps(echo);
    await using transport = open({
      server: `https://127.0.0.1:${server.port}`,
      credential: presenting({ certificate }),
    });
    const error = await failureOf(transport.send(get));
    expect(error).toMatchObject({ code: "INVALID_CREDENTIAL", message: expect.stringContaining(text) });
    const secret = certificate.key.split("\n")[1] ?? certificate.key;
    expect(inspect([error, transport], { depth: 20, showHidden: true })).not.toContain(secret);
  });

  test("an authority that is no PEM is named", async () => {
    await using server = await startHttps(echo);
    await using transport = open({
      server: `https://127.0.0.1:${server.port}`,
      certificateAuthority: { pem: async () => "not pem" },
    });
    expect(await failureOf(transport.send(get))).toMatchObject({
      code: "INVALID_CREDENTIAL",
      message: expect.stringContaining("certificate-authority-data"),
    });
  });
});
