import type { HostileRequest } from "../hostile-request.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

const targets: Readonly<Record<string, string>> = {
  "that goes up": "/api/v1/namespaces/default/configmaps/../secrets",
  "that goes up in escapes": "/api/v1/namespaces/default/configmaps/%2e%2e/secrets",
  "that goes up in half an escape": "/api/v1/namespaces/default/configmaps/.%2E",
  "that names its folder": "/api/v1/namespaces/default/configmaps/.",
  "that goes up past the root": "/../../etc/passwd",
  "that goes up past the root in escapes": "/%2e%2e/%2e%2e/etc/passwd",
  "with a slash in the name": "/api/v1/namespaces/default/configmaps/a%2Fb",
  "with a NUL": "/api/v1/namespaces/default/configmaps/%00",
  "with a NUL behind the name": "/api/v1/namespaces/default/configmaps/target%00",
  "with a line break": "/api/v1/namespaces/default/configmaps/a%0d%0aX-Header:%20a",
  "with a percent sign": "/api/v1/namespaces/default/configmaps/%25",
  "with twice the escape": "/api/v1/namespaces/default/configmaps/%252e%252e",
  "with a bad escape": "/api/v1/namespaces/default/configmaps/%zz",
  "with half an escape": "/api/v1/namespaces/default/configmaps/%2",
  "with bytes that are no UTF-8": "/api/v1/namespaces/default/configmaps/%ff%fe",
  "with two slashes in front": "//api/v1/namespaces/default/configmaps/target",
  "with two slashes": "/api//v1/namespaces/default/configmaps/target",
  "with two slashes before the name": "/api/v1/namespaces/default/configmaps//target",
  "with a slash at the end": "/api/v1/namespaces/default/configmaps/target/",
  "with many slashes": `/api/v1/${"/".repeat(1_000)}`,
  "with backslashes": "/api\\v1\\namespaces",
  "with a semicolon": "/api/v1/namespaces/default/configmaps/target;a=b",
  "with a colon": "/api/v1/namespaces/default/configmaps/a:b",
  "with a star": "/api/v1/namespaces/default/configmaps/*",
  "with a namespace that goes up": "/api/v1/namespaces/../pods",
  "with a namespace in escapes": "/api/v1/namespaces/%2e%2e/configmaps",
  "with an empty namespace": "/api/v1/namespaces//configmaps",
  "with a name in an empty namespace": "/api/v1/namespaces//configmaps/target",
  "with a name in a namespace that goes up": "/api/v1/namespaces/../configmaps/target",
  "with a name in a namespace that is a dot": "/api/v1/namespaces/./configmaps/target",
  "with a namespace that is a dot": "/api/v1/namespaces/./configmaps",
  "with a namespace of a slash": "/api/v1/namespaces/a%2Fb/configmaps",
  "with a namespace in upper case": "/api/v1/namespaces/UPPER/configmaps",
  "of custom objects in an empty namespace": "/apis/hostile.example.com/v1/namespaces//tricks",
  "of custom objects in a namespace that goes up": "/apis/hostile.example.com/v1/namespaces/../tricks",
  "of a custom object in a namespace that goes up": "/apis/hostile.example.com/v1/namespaces/../tricks/target",
  "of a custom object that goes up": "/apis/hostile.example.com/v1/namespaces/default/tricks/..",
  "of a custom object with a slash in the name": "/apis/hostile.example.com/v1/namespaces/default/tricks/a%2Fb",
  "of custom objects of all namespaces": "/apis/hostile.example.com/v1/tricks",
  "of objects of all namespaces": "/api/v1/secrets",
  "of a node that goes up": "/api/v1/nodes/..",
  "with a subresource that is not there": "/api/v1/namespaces/default/configmaps/target/status",
  "with more parts than anything has": "/api/v1/namespaces/default/configmaps/target/a/b/c/d",
  "of a version that is not there": "/api/v9/namespaces/default/configmaps",
  "of a group that is not there": "/apis/nothing.example.com/v1/things",
  "of the prototype": "/apis/__proto__/v1/things",
  "of a resource called as a method": "/api/v1/constructor",
  "of a resource called as the prototype": "/api/v1/namespaces/default/__proto__",
  "of the prototype alone": "/__proto__",
  "in upper case": "/API/V1/NAMESPACES",
  "that says watch": "/api/v1/watch",
  "that says proxy": "/api/v1/proxy",
  "with a name of ten thousand letters": `/api/v1/namespaces/default/configmaps/${"n".repeat(10_000)}`,
  "with a name of half a megabyte": `/api/v1/namespaces/default/configmaps/${"n".repeat(500_000)}`,
  "of half a million slashes": `/api/v1${"/a".repeat(250_000)}`,
  "past all bounds": `/${"a".repeat(1_100_000)}`,
  "with a question mark alone": `${configMaps}?`,
  "of another server": `https://elsewhere.example.com${configMaps}/target`,
  "that is a star": "*",
  "without a slash": "api/v1",
  "that is empty but for a query": "?watch=1",
};

const queries: Readonly<Record<string, string>> = {
  "of half a megabyte": `a=${"b".repeat(500_000)}`,
  "of a hundred thousand parameters": Array.from({ length: 100_000 }, () => "a=b").join("&"),
  "of a hundred thousand marks": "&".repeat(100_000),
  "that repeats a parameter": "limit=1&limit=2",
  "with bad escapes": "limit=%zz&labelSelector=%",
  "with semicolons": "limit=1;limit=2",
  "with the prototype": "__proto__=a&constructor=b",
  "of a limit below nothing": "limit=-1",
  "of a limit past all bounds": "limit=99999999999999999999",
  "of a limit that is none": "limit=many",
  "of a limit in other digits": "limit=0x10",
  "of a version that is none": "resourceVersion=new",
  "of a version below nothing": "resourceVersion=-1",
  "of a version past all bounds": "resourceVersion=99999999999999999999999",
  "of a version with a zero in front": "resourceVersion=01",
  "of a version match that is none": "resourceVersionMatch=Newest&resourceVersion=1",
  "of a version match alone": "resourceVersionMatch=Exact",
  "of a timeout past all bounds": "timeoutSeconds=99999999999999999999&watch=1",
  "of a timeout that is none": "timeout=soon",
  "of a watch that is no truth": "watch=maybe&timeoutSeconds=1",
  "of a watch from a version that is none": "watch=1&resourceVersion=abc&timeoutSeconds=1",
  "of initial events in a list": "sendInitialEvents=true",
  "of pretty that is no truth": "pretty=ugly&limit=1",
};

const configMap = { kind: "ConfigMap", apiVersion: "v1" };
const trick = { kind: "Trick", apiVersion: "hostile.example.com/v1" };

const creations: readonly (readonly [what: string, target: string, kind: object])[] = [
  ["in an empty namespace", "/api/v1/namespaces//configmaps", configMap],
  ["in a namespace that goes up", "/api/v1/namespaces/../configmaps", configMap],
  ["in a namespace that is a dot", "/api/v1/namespaces/./configmaps", configMap],
  ["in a namespace in upper case", "/api/v1/namespaces/UPPER/configmaps", configMap],
  ["of a custom object in an empty namespace", "/apis/hostile.example.com/v1/namespaces//tricks", trick],
  ["of a custom object in a namespace that goes up", "/apis/hostile.example.com/v1/namespaces/../tricks", trick],
];

const methods = ["HEAD", "OPTIONS", "TRACE", "CONNECT", "FOO", "get", "PROPFIND", "PUT", "PATCH", "POST"];

/** Paths that lead astray, and queries that ask too much. */
export const targetRequests: readonly HostileRequest[] = [
  ...Object.entries(targets).map(([what, target]) => ({ name: `a path ${what}`, method: "GET", target })),
  ...Object.entries(targets)
    .filter(([, target]) => target.length < 2_000 && !target.endsWith("?"))
    .map(([what, target]) => ({ name: `a deletion of a path ${what}`, method: "DELETE", target })),
  ...Object.entries(queries).map(([what, query]) => ({
    name: `a query ${what}`,
    method: "GET",
    target: `${configMaps}?${query}`,
  })),
  ...methods.map((method) => ({ name: `the method ${method}`, method, target: `${configMaps}/target` })),
  ...methods.map((method) => ({ name: `the method ${method} on a list`, method, target: configMaps })),
  ...creations.map(([what, target, kind]) => ({
    name: `a creation ${what}`,
    method: "POST",
    target,
    headers: ["Content-Type: application/json"],
    body: JSON.stringify({ ...kind, metadata: { name: "created" } }),
  })),
];
