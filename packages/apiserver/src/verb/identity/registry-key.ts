import type { Resource } from "../../resource/resource.ts";

/** Resources that the reference stores under another name than their own. */
const specialNames: Readonly<Record<string, string>> = {
  replicationcontrollers: "controllers",
  endpoints: "services/endpoints",
  nodes: "minions",
  services: "services/specs",
  "networking.k8s.io/ingresses": "ingress",
  "events.k8s.io/events": "events",
};

/** Where the reference keeps an object. Some messages have it. */
export function registryKey({ group, resource, isCustom }: Resource, namespace: string, name: string): string {
  const path = group === "" ? resource : `${group}/${resource}`;
  const isGrouped = isCustom || group === "apiextensions.k8s.io" || group === "apiregistration.k8s.io";
  const folder = specialNames[path] ?? (isGrouped ? path : resource);
  return ["/registry", folder, ...(namespace === "" ? [] : [namespace]), name].join("/");
}
