import type { Container, EnvVar, HTTPGetAction, Probe } from "@kubewright/api/core/v1";
import { imageTagOf } from "./image-tag.ts";
import { defaultResources } from "./resource-list.ts";

/** Fills in what a container, init container or ephemeral container leaves out. */
export function defaultContainer(container: Container): void {
  container.imagePullPolicy ||= pullPolicyOf(container.image ?? "");
  container.terminationMessagePath ||= "/dev/termination-log";
  container.terminationMessagePolicy ||= "File";
  for (const port of container.ports ?? []) port.protocol ||= "TCP";
  for (const variable of container.env ?? []) defaultVariable(variable);
  defaultResources(container.resources);
  defaultProbe(container.livenessProbe);
  defaultProbe(container.readinessProbe);
  defaultProbe(container.startupProbe);
  defaultHttpGet(container.lifecycle?.postStart?.httpGet);
  defaultHttpGet(container.lifecycle?.preStop?.httpGet);
}

/** `Always` for images that move. */
export function pullPolicyOf(image: string): "Always" | "IfNotPresent" {
  return imageTagOf(image) === "latest" ? "Always" : "IfNotPresent";
}

function defaultVariable({ valueFrom }: EnvVar): void {
  if (valueFrom?.fieldRef !== undefined) valueFrom.fieldRef.apiVersion ||= "v1";
  if (valueFrom?.fileKeyRef !== undefined) valueFrom.fileKeyRef.optional ??= false;
}

function defaultProbe(probe: Probe | undefined): void {
  if (probe === undefined) return;
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  defaultHttpGet(probe.httpGet);
  if (probe.grpc !== undefined) probe.grpc.service ??= "";
}

function defaultHttpGet(action: HTTPGetAction | undefined): void {
  if (action === undefined) return;
  action.path ||= "/";
  action.scheme ||= "HTTP";
}
