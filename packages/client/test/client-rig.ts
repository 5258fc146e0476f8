import { type DynamicObject, defineKind, type KubeObject } from "@kubewright/api";
import { ApiClient, type ApiClientOptions } from "@kubewright/client";
import { type Script, ScriptedServer, statusReply } from "./scripted-server.ts";

export interface Deployment extends KubeObject {
  spec?: { replicas?: number };
}
export const Deployment = defineKind<Deployment>({
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  scope: "Namespaced",
});
export const Widget = defineKind<DynamicObject>({ group: "example.com", version: "v1", kind: "Widget" });

/** What the server serves, in groups and without one. */
export const discovery = {
  kind: "APIGroupDiscoveryList",
  items: [
    {
      metadata: { name: "apps" },
      versions: [
        {
          version: "v1",
          resources: [{ ...served("deployments", "Deployment"), subresources: [{ subresource: "scale" }] }],
        },
      ],
    },
    {
      metadata: { name: "example.com" },
      versions: [{ version: "v1", resources: [served("widgets", "Widget")] }],
    },
  ],
};

export const core = {
  kind: "APIGroupDiscoveryList",
  items: [{ metadata: {}, versions: [{ version: "v1", resources: [served("nodes", "Node", "Cluster")] }] }],
};

function served(resource: string, kind: string, scope = "Namespaced"): object {
  return { resource, responseKind: { kind }, scope, verbs: [] };
}

/** A client of a server that answers with its discovery, and else as the script says. */
export function connect(script: Script, options: Omit<ApiClientOptions, "transport"> = {}) {
  const server = new ScriptedServer((request) => {
    if (request.path === "/api") return { json: core };
    return request.path === "/apis" ? { json: discovery } : script(request);
  });
  return { server, client: new ApiClient({ transport: server, ...options }) };
}

/** Answers with what was sent. */
export const echo: Script = ({ body }) => ({ json: body === undefined ? web() : JSON.parse(body) });

export function web(more: object = {}): Deployment {
  return Deployment.of({ metadata: { name: "web", namespace: "default", ...more } });
}

export const notFound = statusReply(404, "NotFound", 'deployments.apps "web" not found', {
  name: "web",
  group: "apps",
  kind: "deployments",
});
