import {
  type StatusCause,
  semanticEqual,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateLabelValue,
  validateQualifiedName,
} from "@kubewright/api";
import type { Endpoint, EndpointHints, EndpointPort, EndpointSlice } from "@kubewright/api/discovery/v1";
import {
  duplicateField,
  type IpBytes,
  invalidField,
  isIpv4,
  parseIp,
  requiredField,
  tooManyField,
} from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkImmutable } from "../rule/immutable.ts";
import { checkLabels } from "../rule/label-selector.ts";
import { checkNeededOneOf, checkOneOf, checkText, type TextRule } from "../rule/text-rule.ts";
import { portProtocols } from "../service/service-port.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkEndpointIp, checkIp, checkOlderIp } from "./address-rules.ts";

/** The rules of endpoint slices. */
export const endpointSliceValidation: KindValidation = typedValidation<EndpointSlice>({
  validate: (slice, causes) => checkSlice(slice, undefined, causes),
  validateUpdate(slice, old, causes) {
    checkSlice(slice, old, causes);
    checkImmutable(slice.addressType, old.addressType, "string", "addressType", causes);
  },
});

const maxEndpoints = 1000;
const maxAddresses = 100;
const maxPorts = 20_000;
const maxTopologyLabels = 16;
const maxHints = 8;

function checkSlice(slice: EndpointSlice, old: EndpointSlice | undefined, causes: StatusCause[]): void {
  const { addressType } = slice;
  checkNeededOneOf(addressType, ["FQDN", "IPv4", "IPv6"], "addressType", causes);
  checkPorts(slice.ports ?? [], causes);
  const problems: StatusCause[] = [];
  checkEndpoints(slice.endpoints ?? [], addressType, problems);
  if (problems.length === 0) return;
  // What is as it was stays good.
  const equality = { kind: { apiVersion: "discovery.k8s.io/v1" } };
  if (old === undefined || !semanticEqual(slice.endpoints ?? [], old.endpoints ?? [], equality)) {
    causes.push(...problems);
  }
}

function checkPorts(ports: readonly EndpointPort[], causes: StatusCause[]): void {
  if (ports.length > maxPorts) {
    causes.push(tooManyField("ports", ports.length, maxPorts));
    return;
  }
  const names = new Set<string>();
  for (const [index, { name = "", protocol, appProtocol }] of ports.entries()) {
    const field = `ports[${index}]`;
    if (name !== "") checkText(validateDns1123Label, name, `${field}.name`, causes);
    if (names.has(name)) causes.push(duplicateField(`${field}.name`, name));
    names.add(name);
    if (protocol === undefined) causes.push(requiredField(`${field}.protocol`));
    checkOneOf(protocol, portProtocols, `${field}.protocol`, causes);
    if (appProtocol !== undefined) checkText(validateQualifiedName, appProtocol, `${field}.appProtocol`, causes);
  }
}

function checkEndpoints(endpoints: readonly Endpoint[], addressType: string, causes: StatusCause[]): void {
  if (endpoints.length > maxEndpoints) {
    causes.push(tooManyField("endpoints", endpoints.length, maxEndpoints));
    return;
  }
  for (const [index, endpoint] of endpoints.entries()) {
    checkEndpoint(endpoint, addressType, `endpoints[${index}]`, causes);
  }
}

function checkEndpoint(endpoint: Endpoint, addressType: string, field: string, causes: StatusCause[]): void {
  const { nodeName, deprecatedTopology, hostname, hints } = endpoint;
  const addresses = endpoint.addresses ?? [];
  if (addresses.length === 0) causes.push(requiredField(`${field}.addresses`, "must contain at least 1 address"));
  if (addresses.length > maxAddresses) {
    causes.push(tooManyField(`${field}.addresses`, addresses.length, maxAddresses));
  }
  for (const [index, address] of addresses.entries()) {
    checkAddress(address, addressType, `${field}.addresses`, index, causes);
  }
  if (nodeName !== undefined) checkText(validateDns1123Subdomain, nodeName, `${field}.nodeName`, causes);
  const labels = Object.keys(deprecatedTopology ?? {}).length;
  const topology = `${field}.deprecatedTopology`;
  if (labels > maxTopologyLabels) causes.push(tooManyField(topology, labels, maxTopologyLabels));
  checkLabels(deprecatedTopology, topology, causes);
  if (hostname !== undefined) checkText(validateDns1123Label, hostname, `${field}.hostname`, causes);
  if (hints !== undefined) checkHints(hints, `${field}.hints`, causes);
}

function checkAddress(address: string, addressType: string, field: string, index: number, causes: StatusCause[]): void {
  const at = `${field}[${index}]`;
  if (addressType === "FQDN") checkDomainName(address, at, causes);
  if (addressType !== "IPv4" && addressType !== "IPv6") return;
  const before = causes.length;
  if (addressType === "IPv4") checkOlderIp(address, at, causes);
  else checkIp(address, at, causes);
  if (causes.length > before) return;
  if (isIpv4(parseIp(address) as IpBytes) !== (addressType === "IPv4")) {
    causes.push(invalidField(field, address, `must be an ${addressType} address`));
  }
  checkEndpointIp(address, at, causes);
}

/** A name of several parts, which may end with a dot. */
function checkDomainName(text: string, field: string, causes: StatusCause[]): void {
  if (text === "") {
    causes.push(requiredField(field));
    return;
  }
  const name = text.replace(/\.$/, "");
  const problems = validateDns1123Subdomain(name);
  if (problems.length > 0) {
    causes.push(invalidField(field, name, problems.join(",")));
    return;
  }
  const parts = name.split(".");
  if (parts.length < 2) {
    causes.push(invalidField(field, name, "should be a domain with at least two segments separated by dots"));
    return;
  }
  const bad = parts.find((part) => validateDns1123Label(part).length > 0);
  if (bad !== undefined) causes.push(invalidField(field, bad, validateDns1123Label(bad).join(",")));
}

function checkHints({ forZones = [], forNodes = [] }: EndpointHints, field: string, causes: StatusCause[]): void {
  if (!checkNames(forZones, validateLabelValue, `${field}.forZones`, causes)) return;
  checkNames(forNodes, validateDns1123Subdomain, `${field}.forNodes`, causes);
}

/** Says whether there are few enough. */
function checkNames(
  items: readonly { readonly name?: string }[],
  rule: TextRule,
  field: string,
  causes: StatusCause[],
): boolean {
  if (items.length > maxHints) {
    causes.push(tooManyField(field, items.length, maxHints));
    return false;
  }
  const names = new Set<string>();
  for (const [index, { name = "" }] of items.entries()) {
    if (names.has(name)) causes.push(duplicateField(`${field}[${index}].name`, name));
    names.add(name);
    checkText(rule, name, `${field}[${index}].name`, causes);
  }
  return true;
}
