import {
  type StatusCause,
  semanticEqual,
  validateDns1123Label,
  validateDns1123Subdomain,
  validatePortNumber,
  validateQualifiedName,
} from "@kubewright/api";
import type { EndpointAddress, EndpointPort, EndpointSubset, Endpoints } from "@kubewright/api/core/v1";
import { invalidField, requiredField } from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkNeededOneOf, checkText } from "../rule/text-rule.ts";
import { portProtocols } from "../service/service-port.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkEndpointIp, checkOlderIp } from "./address-rules.ts";

/** The rules of endpoints. */
export const endpointsValidation: KindValidation = typedValidation<Endpoints>({
  validate: checkEndpoints,
  validateUpdate(endpoints, old, causes) {
    const problems: StatusCause[] = [];
    checkEndpoints(endpoints, problems);
    // What is as it was stays good.
    const isSame = (): boolean =>
      semanticEqual(endpoints.subsets ?? [], old.subsets ?? [], { kind: { apiVersion: "v1" } });
    if (problems.length > 0 && !isSame()) causes.push(...problems);
  },
});

function checkEndpoints({ subsets = [] }: Endpoints, causes: StatusCause[]): void {
  for (const [index, subset] of subsets.entries()) checkSubset(subset, `subsets[${index}]`, causes);
}

function checkSubset(subset: EndpointSubset, field: string, causes: StatusCause[]): void {
  const { addresses = [], notReadyAddresses = [], ports = [] } = subset;
  if (addresses.length + notReadyAddresses.length === 0) {
    causes.push(requiredField(field, "must specify `addresses` or `notReadyAddresses`"));
  }
  for (const [index, address] of addresses.entries()) checkAddress(address, `${field}.addresses[${index}]`, causes);
  for (const [index, address] of notReadyAddresses.entries()) {
    checkAddress(address, `${field}.notReadyAddresses[${index}]`, causes);
  }
  for (const [index, port] of ports.entries()) {
    checkEndpointPort(port, ports.length > 1, `${field}.ports[${index}]`, causes);
  }
}

function checkAddress(address: EndpointAddress, field: string, causes: StatusCause[]): void {
  const { ip = "", hostname = "", nodeName } = address;
  checkOlderIp(ip, `${field}.ip`, causes);
  if (hostname !== "") checkText(validateDns1123Label, hostname, `${field}.hostname`, causes);
  if (nodeName !== undefined) checkText(validateDns1123Subdomain, nodeName, `${field}.nodeName`, causes);
  checkEndpointIp(ip, `${field}.ip`, causes);
}

function checkEndpointPort(port: EndpointPort, needsName: boolean, field: string, causes: StatusCause[]): void {
  const { name = "", protocol, appProtocol } = port;
  if (name !== "") checkText(validateDns1123Label, name, `${field}.name`, causes);
  else if (needsName) causes.push(requiredField(`${field}.name`));
  for (const problem of validatePortNumber(port.port ?? 0)) {
    causes.push(invalidField(`${field}.port`, port.port ?? 0, problem));
  }
  checkNeededOneOf(protocol, portProtocols, `${field}.protocol`, causes);
  if (appProtocol !== undefined) checkText(validateQualifiedName, appProtocol, `${field}.appProtocol`, causes);
}
