import type { HostileRequest } from "../hostile-request.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const tricks = "/apis/hostile.example.com/v1/namespaces/default/tricks";

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

function listed(depth: number): string {
  return `${"[".repeat(depth)}${"]".repeat(depth)}`;
}

function trick(name: string, spec: string): string {
  return `{"kind":"Trick","apiVersion":"hostile.example.com/v1","metadata":{"name":"${name}"},"spec":${spec}}`;
}

const depths = [1_000, 10_001, 100_000];

const types = {
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
  json: "application/json-patch+json",
};

function patch(name: string, type: keyof typeof types, target: string, body: string): HostileRequest {
  const query = type === "apply" ? "?dryRun=All&fieldManager=hostile" : "?dryRun=All";
  return { name, method: "PATCH", target: `${target}${query}`, headers: [`Content-Type: ${types[type]}`], body };
}

/** What is nested deeper than anyone reads. */
export const depthRequests: readonly HostileRequest[] = depths.flatMap((depth) => [
  {
    name: `an object ${depth} deep`,
    method: "POST",
    target: configMaps,
    headers: ["Content-Type: application/json"],
    body: `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"deep-${depth}"},"data":${nested(depth)}}`,
  },
  {
    name: `an unknown field ${depth} deep`,
    method: "POST",
    target: configMaps,
    headers: ["Content-Type: application/json"],
    body: `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"unknown-${depth}"},"unknown":${nested(depth)}}`,
  },
  {
    name: `a list ${depth} deep`,
    method: "POST",
    target: configMaps,
    headers: ["Content-Type: application/json"],
    body: listed(depth),
  },
  {
    name: `a custom object ${depth} deep`,
    method: "POST",
    target: tricks,
    headers: ["Content-Type: application/json"],
    body: trick(`deep-${depth}`, nested(depth)),
  },
  {
    name: `a custom object of lists ${depth} deep`,
    method: "POST",
    target: tricks,
    headers: ["Content-Type: application/json"],
    body: trick(`lists-${depth}`, `{"a":${listed(depth)}}`),
  },
  patch(`a merge patch ${depth} deep`, "merge", `${configMaps}/target`, `{"data":${nested(depth)}}`),
  patch(`a merge patch ${depth} deep, of a custom object`, "merge", `${tricks}/target`, `{"spec":${nested(depth)}}`),
  patch(`a strategic patch ${depth} deep`, "strategic", `${configMaps}/target`, `{"data":${nested(depth)}}`),
  patch(
    `a JSON patch ${depth} deep`,
    "json",
    `${tricks}/target`,
    `[{"op":"add","path":"/spec/json","value":${nested(depth)}}]`,
  ),
  patch(
    `a JSON patch whose path is ${depth} deep`,
    "json",
    `${tricks}/target`,
    `[{"op":"add","path":"/spec${"/a".repeat(depth)}","value":1}]`,
  ),
  patch(`an apply ${depth} deep`, "apply", `${tricks}/applied-${depth}`, trick(`applied-${depth}`, nested(depth))),
  {
    name: `a selector ${depth} deep`,
    method: "GET",
    target: `${configMaps}?labelSelector=${"(".repeat(depth)}`,
  },
  {
    name: `managed fields ${depth} deep`,
    method: "POST",
    target: tricks,
    headers: ["Content-Type: application/json"],
    body: `{"kind":"Trick","apiVersion":"hostile.example.com/v1","metadata":{"name":"managed-${depth}","managedFields":[{"manager":"m","operation":"Update","apiVersion":"hostile.example.com/v1","fieldsType":"FieldsV1","fieldsV1":${`${'{"f:a":'.repeat(depth)}{}${"}".repeat(depth)}`}}]},"spec":{}}`,
  },
  {
    name: `a definition whose schema is ${depth} deep`,
    method: "POST",
    target: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    headers: ["Content-Type: application/json"],
    body: `{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1","metadata":{"name":"deeps.hostile${depth}.example.com"},"spec":{"group":"hostile${depth}.example.com","scope":"Namespaced","names":{"plural":"deeps","kind":"Deep"},"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":${`${'{"type":"object","properties":{"a":'.repeat(depth)}{"type":"object"}${"}}".repeat(depth)}`}}}]}}`,
  },
]);
