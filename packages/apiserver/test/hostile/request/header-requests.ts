import type { HostileRequest } from "../hostile-request.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const target = `${configMaps}/target`;
const body = '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"header"}}';

const readHeaders: Readonly<Record<string, readonly string[]>> = {
  "two hosts": ["Host: other"],
  "a header of half a megabyte": [`X-Long: ${"x".repeat(500_000)}`],
  "a header past all bounds": [`X-Long: ${"x".repeat(1_200_000)}`],
  "two thousand headers": Array.from({ length: 2_000 }, (_, index) => `X-H${index}: a`),
  "a header with the prototype for its name": ["__proto__: a", "constructor: b"],
  "Accept of ten thousand types": [`Accept: ${Array.from({ length: 10_000 }, (_, index) => `a/b${index}`).join(",")}`],
  "Accept of one type ten thousand times": [
    `Accept: ${Array.from({ length: 10_000 }, () => "application/json").join(",")}`,
  ],
  "Accept of nothing known": ["Accept: image/png"],
  "Accept of garbage": ["Accept: ;;;,,,=;q=z"],
  "Accept with ten thousand parameters": [`Accept: application/json${";a=b".repeat(10_000)}`],
  "Accept of quotes": [`Accept: application/json;as="${"\\".repeat(10_000)}`],
  "Accept of a Table that is none": ["Accept: application/json;as=Chair;v=v1;g=meta.k8s.io"],
  "Accept-Encoding of garbage": ["Accept-Encoding: gzip;q=zero, *;q=1, gzip, gzip, ;"],
  "an expectation": ["Expect: 100-continue"],
  "an expectation that is unknown": ["Expect: wonders"],
  "an upgrade to a socket": ["Upgrade: websocket", "Connection: Upgrade"],
  "an upgrade to another version": ["Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABk"],
  "a method in a header": ["X-HTTP-Method-Override: DELETE", "X-Method-Override: DELETE"],
  "someone else, twice": ["Impersonate-User: a", "Impersonate-User: b"],
  "a group of someone else without them": ["Impersonate-Group: system:masters"],
  "someone else without a name": ["Impersonate-User: "],
  "someone else with a name of a megabyte's half": [`Impersonate-User: ${"u".repeat(500_000)}`],
  "someone else with bad extras": ["Impersonate-User: a", "Impersonate-Extra-%zz: b"],
  "a token beside a certificate": ["Authorization: Bearer nobody"],
  "a token of half a megabyte": [`Authorization: Bearer ${"t".repeat(500_000)}`],
  "a token of three garbled parts": ["Authorization: Bearer a.b.c"],
  "a token whose algorithm is none": [
    `Authorization: Bearer ${["eyJhbGciOiJub25lIn0", Buffer.from('{"iss":"https://kubernetes.default.svc.cluster.local","sub":"system:serviceaccount:kube-system:default"}').toString("base64url"), ""].join(".")}`,
  ],
  "a password": ["Authorization: Basic YWRtaW46YWRtaW4="],
  "a user agent of half a megabyte": [`User-Agent: ${"u".repeat(500_000)}`],
  "an audit of half a megabyte": [`Audit-ID: ${"a".repeat(500)}`],
  "a range of bytes": ["Range: bytes=0-1"],
  "a wish for an old version": ["If-None-Match: *", "If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT"],
};

const contentTypes: Readonly<Record<string, readonly string[]>> = {
  "no type": [],
  "an empty type": ["Content-Type: "],
  "plain text": ["Content-Type: text/plain"],
  XML: ["Content-Type: application/xml"],
  "a form": ["Content-Type: application/x-www-form-urlencoded"],
  "any type": ["Content-Type: */*"],
  "another character set": ["Content-Type: application/json; charset=latin1"],
  "parameters without names": ["Content-Type: application/json;;;"],
  "a type that begins like JSON": ["Content-Type: application/jsonx"],
  "JSON in upper case": ["Content-Type: APPLICATION/JSON"],
  "two types": ["Content-Type: application/json", "Content-Type: application/yaml"],
  "a list of types": ["Content-Type: application/json, application/yaml"],
  CBOR: ["Content-Type: application/cbor"],
  "JSON as protobuf": ["Content-Type: application/vnd.kubernetes.protobuf"],
  "a patch for a create": ["Content-Type: application/merge-patch+json"],
  "a type of ten thousand letters": [`Content-Type: application/${"j".repeat(10_000)}`],
  garbage: ["Content-Type: \u00ff\u00fe/="],
};

const patchTypes: Readonly<Record<string, readonly string[]>> = {
  "no type": [],
  JSON: ["Content-Type: application/json"],
  "an unknown patch": ["Content-Type: application/other-patch+json"],
  "a patch in upper case": ["Content-Type: APPLICATION/MERGE-PATCH+JSON"],
  "a patch with parameters": ["Content-Type: application/merge-patch+json; charset=utf-8"],
  "an apply as CBOR": ["Content-Type: application/apply-patch+cbor"],
};

/** Headers that say too much, too little, or what nobody understands. */
export const headerRequests: readonly HostileRequest[] = [
  ...Object.entries(readHeaders).map(([what, headers]) => ({
    name: `headers: ${what}`,
    method: "GET",
    target,
    headers,
  })),
  ...Object.entries(contentTypes).map(([what, headers]) => {
    return { name: `a create as ${what}`, method: "POST", target: `${configMaps}?dryRun=All`, headers, body };
  }),
  ...Object.entries(contentTypes).map(([what, headers]) => {
    return { name: `a deletion as ${what}`, method: "DELETE", target: `${configMaps}/nothing`, headers, body: "{}" };
  }),
  ...Object.entries(patchTypes).map(([what, headers]) => {
    return { name: `a patch as ${what}`, method: "PATCH", target, headers, body: '{"data":{"a":"b"}}' };
  }),
];
