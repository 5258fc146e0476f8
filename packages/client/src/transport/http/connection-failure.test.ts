import { describe, expect, test } from "vitest";
import { connectionFailure, type FailureContext, isConnectionReset } from "./connection-failure.ts";
import { DialFailure, TunnelRefused } from "./dial.ts";
import { RequestReset, UnprocessedRequest } from "./server-connection.ts";

const context: FailureContext = {
  doing: "GET https://k8s.example:6443/api/v1/pods",
  server: "k8s.example:6443",
  proxy: undefined,
  hasProxyCredentials: false,
  tlsName: "k8s.example",
  hasCertificate: false,
  hasAuthority: true,
};
const viaProxy: FailureContext = { ...context, proxy: "http://proxy.example:3128" };

function nodeError(code: string, properties: object = {}): Error {
  return Object.assign(new Error(`${code} happened`), { code, ...properties });
}

describe("connectionFailure", () => {
  test.each([
    ["ECONNREFUSED", "connection refused by k8s.example:6443: is the API server running"],
    ["ENOTFOUND", "the host of k8s.example:6443 is unknown"],
    ["EAI_AGAIN", "the name server did not answer for k8s.example:6443"],
    ["ECONNRESET", "k8s.example:6443 closed the connection before answering"],
    ["ETIMEDOUT", "no connection to k8s.example:6443 in time"],
    ["EHOSTUNREACH", "k8s.example:6443 cannot be reached from here (EHOSTUNREACH)"],
    ["EMFILE", "the connection to k8s.example:6443 failed (EMFILE happened)"],
  ])("%s on the way to the server: %s", (code, text) => {
    const cause = nodeError(code);
    const error = connectionFailure(new DialFailure("server", cause), context);
    expect(error).toMatchObject({ code: "CONNECTION_FAILED", cause });
    expect(error.message.startsWith(`${context.doing}: ${text}`)).toBe(true);
  });

  test("the last of several addresses speaks for all", () => {
    const cause = new AggregateError([nodeError("EHOSTUNREACH"), nodeError("ECONNREFUSED")]);
    expect(connectionFailure(new DialFailure("server", cause), context).message).toContain("connection refused");
  });

  test("a connection that broke in use leaves open what the server did", () => {
    const error = connectionFailure(nodeError("ECONNRESET"), context);
    expect(error.message).toContain("whether it acted on the request is not known");
    expect(isConnectionReset(error)).toBe(true);
    expect(isConnectionReset(connectionFailure(undefined, context))).toBe(true);
    expect(isConnectionReset(connectionFailure(new DialFailure("server", nodeError("ECONNREFUSED")), context))).toBe(
      false,
    );
  });

  test("a request that was reset leaves open what the server did, and one that was refused does not", () => {
    const reset = connectionFailure(new RequestReset("the server reset the request (INTERNAL_ERROR)"), context);
    expect(reset.message).toMatch(/INTERNAL_ERROR.*whether it acted on the request is not known/);
    expect(isConnectionReset(reset)).toBe(true);
    const refused = connectionFailure(new UnprocessedRequest("the server is closing the connection"), context);
    expect(refused.message).toContain("it has not acted on the request");
    expect(isConnectionReset(refused)).toBe(false);
  });

  test.each([
    ["SELF_SIGNED_CERT_IN_CHAIN", true, "is not signed by the configured certificate authority"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", false, "set certificate-authority or certificate-authority-data"],
    ["CERT_HAS_EXPIRED", true, "the certificate of k8s.example:6443 has expired"],
    ["CERT_NOT_YET_VALID", true, "is not valid yet: check this machine's clock"],
    ["CERT_REVOKED", true, "is revoked"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", true, "does not speak TLS: is it an http:// address?"],
    ["ERR_SSL_NO_PROTOCOLS_AVAILABLE", true, "the TLS handshake with k8s.example:6443 failed"],
    ["ERR_SSL_TLSV1_UNRECOGNIZED_NAME", true, "the TLS handshake with k8s.example:6443 failed"],
    ["ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR", true, "ended the TLS handshake (internal error)"],
    [
      "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
      true,
      "asks for a client certificate (certificate required): the credentials have none",
    ],
  ])("%s (authority configured: %s): %s", (code, hasAuthority, text) => {
    const error = connectionFailure(new DialFailure("server", nodeError(code)), { ...context, hasAuthority });
    expect(error).toMatchObject({ code: "TLS_FAILED", message: expect.stringContaining(text) });
  });

  test("a certificate for another name is named with the names it has", () => {
    const cause = nodeError("ERR_TLS_CERT_ALTNAME_INVALID", {
      cert: { subjectaltname: "DNS:kubernetes, DNS:kubernetes.default, IP Address:10.0.0.1" },
    });
    expect(connectionFailure(new DialFailure("server", cause), context).message).toContain(
      "is not for k8s.example, but for kubernetes, kubernetes.default, 10.0.0.1: use one of these names, or set tls-server-name",
    );
  });

  test("a client certificate that is refused after the handshake", () => {
    const error = connectionFailure(nodeError("ERR_SSL_TLSV1_ALERT_UNKNOWN_CA"), { ...context, hasCertificate: true });
    expect(error).toMatchObject({
      code: "TLS_FAILED",
      message: expect.stringContaining("refuses our client certificate (unknown ca)"),
    });
  });

  test.each([
    [nodeError("ECONNREFUSED"), "connection refused by the proxy http://proxy.example:3128"],
    [nodeError("CERT_HAS_EXPIRED"), "the certificate of the proxy http://proxy.example:3128 has expired"],
    [nodeError("ERR_SSL_WRONG_VERSION_NUMBER"), "the proxy http://proxy.example:3128 does not speak TLS"],
  ])("%s on the way to the proxy", (cause, text) => {
    const error = connectionFailure(new DialFailure("proxy", cause), viaProxy);
    expect(error).toMatchObject({ code: "PROXY_FAILED", message: expect.stringContaining(text) });
  });

  test.each([
    [
      407,
      "Proxy Authentication Required",
      false,
      "asks for a user and password (407 Proxy Authentication Required): put them into",
    ],
    [407, "", true, "refuses the user and password of the proxy URL (407)"],
    [
      403,
      "Forbidden",
      false,
      "answered 403 Forbidden when asked to connect to k8s.example:6443: does it allow this host",
    ],
  ])("a proxy that answers %d %s (credentials given: %s)", (status, phrase, hasProxyCredentials, text) => {
    const cause = new DialFailure("tunnel", new TunnelRefused(status, phrase));
    const error = connectionFailure(cause, { ...viaProxy, hasProxyCredentials });
    expect(error).toMatchObject({ code: "PROXY_FAILED", message: expect.stringContaining(text) });
  });
});
