import { type StatusCause, validateDns1123Label, validatePortNumber, validateQualifiedName } from "@kubewright/api";
import type { ServicePort } from "@kubewright/api/core/v1";
import { duplicateField, forbiddenField, invalidField, requiredField } from "@kubewright/api/server";
import { internalValue } from "../internal/internal-value.ts";
import { checkPort } from "../rule/number-rule.ts";
import { checkNeededOneOf, checkText } from "../rule/text-rule.ts";

/** The protocols that ports of services and endpoints have. */
export const portProtocols: readonly string[] = ["SCTP", "TCP", "UDP"];

/** Adds what is wrong with ports one by one: their names and numbers. */
export function checkServicePorts(ports: readonly ServicePort[], causes: StatusCause[]): void {
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const field = `spec.ports[${index}]`;
    checkPortName(port.name ?? "", ports.length > 1, names, `${field}.name`, causes);
    for (const problem of validatePortNumber(port.port ?? 0)) {
      causes.push(invalidField(`${field}.port`, port.port ?? 0, problem));
    }
    checkNeededOneOf(port.protocol, portProtocols, `${field}.protocol`, causes);
    checkPort(port.targetPort, `${field}.targetPort`, causes);
    if (port.appProtocol !== undefined) {
      checkText(validateQualifiedName, port.appProtocol, `${field}.appProtocol`, causes);
    }
  }
}

/** Adds a cause for each port of nodes that a service of this type cannot have, or has twice, and for ports that it has twice. */
export function checkPortNumbers(ports: readonly ServicePort[], type: string, causes: StatusCause[]): void {
  if (type === "ClusterIP") {
    for (const [index, { nodePort }] of ports.entries()) {
      if (!nodePort) continue;
      causes.push(forbiddenField(`spec.ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'"));
    }
  }
  const nodePorts = new Set<string>();
  for (const [index, { nodePort, protocol }] of ports.entries()) {
    if (!nodePort) continue;
    const key = `${protocol} ${nodePort}`;
    if (nodePorts.has(key)) causes.push(duplicateField(`spec.ports[${index}].nodePort`, nodePort));
    nodePorts.add(key);
  }
  const numbers = new Set<string>();
  for (const [index, { port, protocol }] of ports.entries()) {
    const key = `${protocol} ${port}`;
    if (numbers.has(key)) {
      causes.push(duplicateField(`spec.ports[${index}]`, internalValue("core.ServicePort", { port, protocol })));
    }
    numbers.add(key);
  }
}

function checkPortName(
  name: string,
  isRequired: boolean,
  names: Set<string>,
  field: string,
  causes: StatusCause[],
): void {
  if (name === "") {
    if (isRequired) causes.push(requiredField(field));
    return;
  }
  checkText(validateDns1123Label, name, field, causes);
  if (names.has(name)) causes.push(duplicateField(field, name));
  names.add(name);
}
