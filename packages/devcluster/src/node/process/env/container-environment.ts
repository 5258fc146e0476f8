import { type EnvVarSource, Service } from "@kubewright/api/core/v1";
import type { Client } from "@kubewright/client";
import type { NodeContext } from "../../node-agent.ts";
import { expandVariables } from "../container/expand-variables.ts";
import type { EnvironmentRequest } from "../container/pod-resources.ts";
import { ClusterObjects } from "./cluster-objects.ts";
import { fieldValue } from "./field-value.ts";
import { resourceValue } from "./resource-value.ts";
import { type ServicePlace, servicePlace, serviceVariables } from "./service-variables.ts";

export interface EnvironmentSources {
  readonly client: Pick<Client, "find" | "list">;
  /** Where the variables of the service `kubernetes` point; absent: there are none. */
  readonly server?: NodeContext["server"];
  /** Where services answer; absent: at their cluster addresses. */
  readonly services?: NodeContext["services"];
}

/**
 * The variables of a container: those of services, then `envFrom`, then `env`, the later before the earlier.
 *
 * Rejects in the kubelet's words where something is not there.
 */
export async function containerEnvironment(
  sources: EnvironmentSources,
  request: EnvironmentRequest,
): Promise<Record<string, string>> {
  const { pod, container, signal } = request;
  const namespace = pod.metadata.namespace ?? "";
  const objects = new ClusterObjects(sources.client, namespace, signal);
  const variables = serviceVariables(await servicesOf(sources, request));
  for (const { prefix = "", configMapRef, secretRef } of container.envFrom ?? []) {
    const configMap = configMapRef && (await objects.configMap(configMapRef.name ?? "", configMapRef.optional));
    for (const [key, value] of Object.entries(configMap?.data ?? {})) variables[prefix + key] = value;
    const secret = secretRef && (await objects.secret(secretRef.name ?? "", secretRef.optional));
    for (const [key, value] of Object.entries(secret?.data ?? {})) variables[prefix + key] = decode(value);
  }
  for (const { name, value = "", valueFrom } of container.env ?? []) {
    const isPlain = value !== "" || valueFrom === undefined;
    const own = isPlain ? expandVariables(value, variables) : await sourceValue(valueFrom, request, objects);
    if (own !== undefined) variables[name] = own;
  }
  return variables;
}

/** Undefined for what is optional and not there. */
async function sourceValue(
  source: EnvVarSource,
  { pod, container, podIp, hostIp }: EnvironmentRequest,
  objects: ClusterObjects,
): Promise<string | undefined> {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = source;
  const namespace = pod.metadata.namespace ?? "";
  if (fieldRef !== undefined) return fieldValue(pod, fieldRef.fieldPath, { podIp, hostIp });
  if (resourceFieldRef !== undefined) {
    const node = await objects.node(pod.spec?.nodeName ?? "");
    return resourceValue(resourceFieldRef, container, node);
  }
  if (configMapKeyRef !== undefined) {
    const { name = "", key, optional } = configMapKeyRef;
    const value = (await objects.configMap(name, optional))?.data?.[key];
    if (value !== undefined || optional === true) return value;
    throw new Error(`couldn't find key ${key} in ConfigMap ${namespace}/${name}`);
  }
  if (secretKeyRef !== undefined) {
    const { name = "", key, optional } = secretKeyRef;
    const value = (await objects.secret(name, optional))?.data?.[key];
    if (value !== undefined) return decode(value);
    if (optional === true) return undefined;
    throw new Error(`couldn't find key ${key} in Secret ${namespace}/${name}`);
  }
  if (fileKeyRef?.optional === true) return undefined;
  if (fileKeyRef !== undefined) throw new Error("this node cannot take variables from files of a volume");
  return "";
}

/** The services that a container is told of: the API server, and those of its namespace unless the pod does not want them. */
async function servicesOf(
  { client, server, services }: EnvironmentSources,
  { pod, signal }: EnvironmentRequest,
): Promise<ServicePlace[]> {
  const places: ServicePlace[] = [];
  if (pod.spec?.enableServiceLinks !== false) {
    const namespace = pod.metadata.namespace ?? "";
    const { items } = await client.list(Service, { namespace, signal });
    for (const service of items) {
      // The cluster's address of the API server leads nowhere here.
      const isServer = namespace === "default" && service.metadata.name === "kubernetes";
      const place = isServer ? undefined : servicePlace(service, services);
      if (place !== undefined) places.push(place);
    }
  }
  // One of that name in the pod's own namespace comes first.
  if (server === undefined || places.some(({ name }) => name === "kubernetes")) return places;
  const ports = [{ name: "https", port: server.port, protocol: "TCP" as const }];
  return [...places, { name: "kubernetes", ip: server.host, ports }];
}

function decode(base64: string): string {
  return Buffer.from(base64, "base64").toString("utf8");
}
