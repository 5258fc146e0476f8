import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { ManualClock, statusErrorOf } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { ApiObject } from "../resource-object.ts";
import { MemoryStore } from "../storage/memory-store.ts";
import { RequestAuthenticator } from "./request-authenticator.ts";
import { reviewSelf, reviewToken } from "./review/user-review.ts";
import { ServiceAccountTokens } from "./token/service-account-tokens.ts";
import { SigningKey } from "./token/signing-key.ts";
import { answerTokenRequest } from "./token/token-request.ts";

const issuer = "https://kubernetes.default.svc.cluster.local";

describe("RequestAuthenticator", () => {
  test("knows people by certificate and by token, and everyone else as anonymous", () => {
    const { authenticator } = world();
    const certificate = { commonName: "ann", organizations: ["system:masters"], sha256: "ab12" };
    expect(authenticator.authenticate({ certificate })).toEqual({
      name: "ann",
      uid: "",
      groups: ["system:masters", "system:authenticated"],
      extra: { "authentication.kubernetes.io/credential-id": ["X509SHA256=ab12"] },
    });
    expect(authenticator.authenticate({ authorization: "Bearer sekret" })).toEqual({
      name: "alice",
      uid: "u-1",
      groups: ["dev", "ops", "system:authenticated"],
      extra: {},
    });
    for (const authorization of [undefined, "", "Basic abc", "Bearer", "Bearer "]) {
      expect(authenticator.authenticate({ authorization })).toEqual({
        name: "system:anonymous",
        uid: "",
        groups: ["system:unauthenticated"],
        extra: {},
      });
    }
  });

  test("refuses a token that proves nothing with a 401", () => {
    const { authenticator } = world();
    expect(() => authenticator.authenticate({ authorization: "bearer nope" })).toThrow("Unauthorized");
    try {
      authenticator.authenticate({ authorization: "bearer nope" });
    } catch (error) {
      expect(statusErrorOf(error)?.status).toMatchObject({ code: 401, reason: "Unauthorized" });
    }
  });
});

describe("answerTokenRequest", () => {
  test("gives a token that the server takes, and that others can check", () => {
    const { request, authenticator, tokens } = world();
    const answer = request({});
    expect(answer).toMatchObject({
      metadata: { name: "sa", namespace: "default", uid: "sa-uid", creationTimestamp: "2026-01-01T00:00:00Z" },
      spec: { audiences: [issuer], expirationSeconds: 3600, boundObjectRef: null },
      status: { expirationTimestamp: "2026-01-01T01:00:00Z" },
    });
    const { token } = answer.status as { token: string };
    const [header, payload, signature] = token.split(".") as [string, string, string];
    expect(decode(header)).toEqual({ alg: "ES256", kid: tokens.key.id });
    const now = Date.UTC(2026, 0, 1) / 1000;
    expect(decode(payload)).toEqual({
      aud: [issuer],
      exp: now + 3600,
      iat: now,
      iss: issuer,
      jti: "id-1",
      "kubernetes.io": { namespace: "default", serviceaccount: { name: "sa", uid: "sa-uid" } },
      nbf: now,
      sub: "system:serviceaccount:default:sa",
    });
    const key = createPublicKey({ key: tokens.key.toJwk(), format: "jwk" });
    const options = { key, dsaEncoding: "ieee-p1363" } as const;
    expect(verify("sha256", Buffer.from(`${header}.${payload}`), options, Buffer.from(signature, "base64url"))).toBe(
      true,
    );
    expect(authenticator.authenticate({ authorization: `Bearer ${token}` })).toEqual({
      name: "system:serviceaccount:default:sa",
      uid: "sa-uid",
      groups: ["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"],
      extra: { "authentication.kubernetes.io/credential-id": ["JTI=id-1"] },
    });
  });

  test("signs with the key that it is given", () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const key = new SigningKey(privateKey);
    expect([key.algorithm, key.verifies("text", key.sign("text")), key.verifies("other", key.sign("text"))]).toEqual([
      "RS256",
      true,
      false,
    ]);
  });

  test("a token of a pod tells the pod and its node, and lasts for a year", () => {
    const { request, authenticator } = world();
    const { status, spec } = request({
      expirationSeconds: 3607,
      boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "pod" },
    });
    const { token, expirationTimestamp } = status as { token: string; expirationTimestamp: string };
    expect([expirationTimestamp, (spec as { expirationSeconds: number }).expirationSeconds]).toEqual([
      "2026-01-01T01:00:07Z",
      3607,
    ]);
    const {
      exp,
      iat,
      "kubernetes.io": claims,
    } = decode(token.split(".")[1]!) as Record<string, unknown> & {
      exp: number;
      iat: number;
    };
    expect(exp - iat).toBe(365 * 24 * 3600);
    expect(claims).toMatchObject({ pod: { name: "pod", uid: "pod-uid" }, node: { name: "n1" }, warnafter: iat + 3607 });
    expect(authenticator.authenticate({ authorization: `Bearer ${token}` }).extra).toMatchObject({
      "authentication.kubernetes.io/pod-name": ["pod"],
      "authentication.kubernetes.io/pod-uid": ["pod-uid"],
      "authentication.kubernetes.io/node-name": ["n1"],
    });
  });

  // All texts are the reference's.
  test.each<[Record<string, unknown>, Record<string, unknown>, number, string]>([
    [
      { expirationSeconds: 10 },
      {},
      422,
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 10: may not specify a duration less than 10 minutes',
    ],
    [
      {},
      { name: "x" },
      422,
      'TokenRequest.authentication.k8s.io "sa" is invalid: metadata.name: Invalid value: "x": must match the service account name if specified',
    ],
    [
      {},
      { uid: "x" },
      409,
      'Operation cannot be fulfilled on TokenRequest.authentication.k8s.io "sa": the UID in the token request (x) does not match the UID of the service account (sa-uid)',
    ],
    [
      { boundObjectRef: { kind: "Foo", apiVersion: "v1", name: "x" } },
      {},
      400,
      "cannot bind token to object of type /v1, Kind=Foo",
    ],
    [{ boundObjectRef: { kind: "Secret", apiVersion: "v1", name: "x" } }, {}, 404, 'secrets "x" not found'],
    [
      { boundObjectRef: { kind: "Secret", apiVersion: "v1", name: "sec", uid: "z" } },
      {},
      409,
      'Operation cannot be fulfilled on Secret "sec": the UID in the bound object reference (z) does not match the UID in record. The object might have been deleted and then recreated',
    ],
  ])("refuses %j with metadata %j", (spec, metadata, code, message) => {
    const { request } = world();
    try {
      request(spec, metadata);
      expect.unreachable();
    } catch (error) {
      expect(statusErrorOf(error)?.status).toMatchObject({ code, message });
    }
  });
});

describe("reviewToken", () => {
  const review = (spec: Record<string, unknown>): ApiObject => {
    return { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", metadata: {} as ApiObject["metadata"], spec };
  };

  test("says whose token it is and for which audiences", () => {
    const { authenticator, request } = world();
    expect(reviewToken(authenticator, review({ token: "sekret" })).status).toEqual({
      authenticated: true,
      user: { username: "alice", uid: "u-1", groups: ["dev", "ops", "system:authenticated"] },
      audiences: [issuer],
    });
    const { token } = request({ audiences: ["foo", "bar"] }).status as { token: string };
    expect(reviewToken(authenticator, review({ token, audiences: ["bar", "baz"] })).status).toMatchObject({
      authenticated: true,
      audiences: ["bar"],
    });
  });

  test("says what is wrong with a token", () => {
    const { authenticator, request, clock, store } = world();
    const { token } = request({ audiences: ["foo", "bar"] }).status as { token: string };
    const bound = request({ boundObjectRef: { kind: "Secret", apiVersion: "v1", name: "sec" } }).status as {
      token: string;
    };
    const problemOf = (spec: Record<string, unknown>) => {
      const { authenticated, user, error } = reviewToken(authenticator, review(spec)).status as Record<string, unknown>;
      expect([authenticated, user]).toEqual([undefined, {}]);
      return error;
    };
    expect(problemOf({ token: "nope" })).toBe("invalid bearer token");
    expect(problemOf({ token: "sekret", audiences: ["foo"] })).toBe("invalid bearer token");
    expect(problemOf({ token })).toBe(
      `[invalid bearer token, token audiences ["foo" "bar"] is invalid for the target audiences ["${issuer}"]]`,
    );
    expect(problemOf({ token: `${token.slice(0, -6)}AAAAAA` })).toBe(
      "[invalid bearer token, go-jose/go-jose: error in cryptographic primitive]",
    );
    store.delete("secrets", "default", "sec", store.get("secrets", "default", "sec")!.revision);
    expect(problemOf({ token: bound.token })).toBe(
      "[invalid bearer token, service account token has been invalidated]",
    );
    store.delete("serviceaccounts", "default", "sa", store.get("serviceaccounts", "default", "sa")!.revision);
    expect(problemOf({ token, audiences: ["foo"] })).toBe('[invalid bearer token, serviceaccounts "sa" not found]');
    clock.advance(3_661_000);
    expect(problemOf({ token, audiences: ["foo"] })).toBe("[invalid bearer token, service account token has expired]");
    expect(() => reviewToken(authenticator, review({}))).toThrow("token is required for TokenReview in authentication");
  });

  test("reviewSelf says who asks", () => {
    const asked = { ...review({}), kind: "SelfSubjectReview" };
    const user = { name: "bob", uid: "", groups: ["system:authenticated"], extra: { "a/b": ["u"] } };
    expect(reviewSelf(asked, user, Date.UTC(2026, 0, 1))).toEqual({
      apiVersion: "authentication.k8s.io/v1",
      kind: "SelfSubjectReview",
      metadata: { creationTimestamp: "2026-01-01T00:00:00Z" },
      status: { userInfo: { username: "bob", groups: ["system:authenticated"], extra: { "a/b": ["u"] } } },
    });
  });
});

function world() {
  const store = new MemoryStore();
  const clock = new ManualClock();
  let ids = 0;
  const tokens = new ServiceAccountTokens({ store, clock, newId: () => `id-${++ids}` });
  const users = new Map([["sekret", { name: "alice", uid: "u-1", groups: ["dev", "ops"] }]]);
  const authenticator = new RequestAuthenticator(tokens, users);
  const object = (kind: string, name: string, uid: string, fields = {}): ApiObject => {
    return { apiVersion: "v1", kind, metadata: { name, namespace: "default", uid }, ...fields };
  };
  const account = store.create("serviceaccounts", object("ServiceAccount", "sa", "sa-uid"))!.object;
  store.create("secrets", object("Secret", "sec", "sec-uid"));
  store.create("pods", object("Pod", "pod", "pod-uid", { spec: { serviceAccountName: "sa", nodeName: "n1" } }));
  const request = (spec: Record<string, unknown>, metadata: Record<string, unknown> = {}): ApiObject => {
    const body = {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenRequest",
      metadata,
      spec: { expirationSeconds: 3600, ...spec },
    };
    return answerTokenRequest(tokens, store, account, body as unknown as ApiObject, clock.now());
  };
  return { store, clock, tokens, authenticator, request };
}

function decode(text: string): unknown {
  return JSON.parse(Buffer.from(text, "base64url").toString());
}
