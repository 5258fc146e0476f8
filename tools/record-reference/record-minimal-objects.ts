import type { Discovery } from "./record-discovery.ts";

interface Stub {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly body: string;
}

/** The smallest object of a resource that the reference accepts. */
export interface MinimalObject {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
  readonly object: Record<string, unknown>;
}

/** Kinds that are not stored, of which the reference has no examples. */
const questions: Record<string, Record<string, unknown>> = {
  "authentication.k8s.io/v1/selfsubjectreviews": {},
  "authentication.k8s.io/v1/tokenreviews": { spec: { token: "none" } },
  "authorization.k8s.io/v1/localsubjectaccessreviews": {
    metadata: { namespace: "default" },
    spec: { user: "ann", resourceAttributes: { namespace: "default", verb: "get", resource: "pods" } },
  },
  "authorization.k8s.io/v1/selfsubjectaccessreviews": {
    spec: { resourceAttributes: { verb: "get", resource: "pods" } },
  },
  "authorization.k8s.io/v1/selfsubjectrulesreviews": { spec: { namespace: "default" } },
  "authorization.k8s.io/v1/subjectaccessreviews": {
    spec: { user: "ann", nonResourceAttributes: { verb: "get", path: "/healthz" } },
  },
};

/** One object of every resource that can be created, in the order of discovery. */
export function minimalObjects(stubs: readonly Stub[], discovery: Discovery): MinimalObject[] {
  const objects: MinimalObject[] = [];
  for (const [groupVersion, resources] of Object.entries(discovery.resources)) {
    const [version = "", group = ""] = groupVersion.split("/").reverse();
    for (const { name, kind, namespaced, verbs } of resources) {
      // A Binding needs a pod that is there.
      if (name.includes("/") || name === "bindings" || !verbs.includes("create")) continue;
      const stub = stubs.find((row) => row.group === group && row.version === version && row.resource === name);
      const body = stub === undefined ? questions[`${groupVersion}/${name}`] : JSON.parse(stub.body);
      if (body === undefined) throw new Error(`there is no minimal object of ${groupVersion}/${name}`);
      const object = { apiVersion: groupVersion, kind, ...body };
      objects.push({ group, version, resource: name, isNamespaced: namespaced, object });
    }
  }
  return objects;
}
