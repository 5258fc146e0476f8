import { type StatusCause, validatePortName, validatePortNumber } from "@kubewright/api";
import type { Container, ContainerPort } from "@kubewright/api/core/v1";
import { duplicateField, invalidField, requiredField } from "@kubewright/api/server";
import { checkNeededOneOf } from "../../rule/text-rule.ts";

const protocols = ["SCTP", "TCP", "UDP"];

/** Adds what is wrong with the ports of a container. */
export function checkPorts(ports: readonly ContainerPort[] | undefined, field: string, causes: StatusCause[]): void {
  const names = new Set<string>();
  for (const [index, port] of (ports ?? []).entries()) {
    const place = `${field}[${index}]`;
    if (port.name) checkName(port.name, names, `${place}.name`, causes);
    if (!port.containerPort) causes.push(requiredField(`${place}.containerPort`));
    else checkNumber(port.containerPort, `${place}.containerPort`, causes);
    if (port.hostPort) checkNumber(port.hostPort, `${place}.hostPort`, causes);
    checkNeededOneOf(port.protocol, protocols, `${place}.protocol`, causes);
  }
}

/** Adds a cause for each port of the host that containers want twice. */
export function checkHostPorts(containers: readonly Container[], field: string, causes: StatusCause[]): void {
  const taken = new Set<string>();
  for (const [index, { ports = [] }] of containers.entries()) {
    for (const [place, { hostPort, hostIP = "", protocol = "" }] of ports.entries()) {
      if (!hostPort) continue;
      const wanted = `${protocol}/${hostIP}/${hostPort}`;
      if (taken.has(wanted)) causes.push(duplicateField(`${field}[${index}].ports[${place}].hostPort`, wanted));
      taken.add(wanted);
    }
  }
}

function checkName(name: string, names: Set<string>, field: string, causes: StatusCause[]): void {
  const problems = validatePortName(name);
  for (const problem of problems) causes.push(invalidField(field, name, problem));
  if (problems.length > 0) return;
  if (names.has(name)) causes.push(duplicateField(field, name));
  names.add(name);
}

function checkNumber(port: number, field: string, causes: StatusCause[]): void {
  for (const problem of validatePortNumber(port)) causes.push(invalidField(field, port, problem));
}
