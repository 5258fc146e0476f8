import { internalError, invalidError, type StatusCause, validateDns1123Label } from "@kubewright/api";
import type { Service, ServiceSpec } from "@kubewright/api/core/v1";
import { invalidField, plainFailure } from "@kubewright/api/server";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import type { KindRules } from "../strategy/kind-rules.ts";
import { familyOf, type IpFamily } from "./ip-family.ts";
import { type NodePorts, type PortChoice, portsOf } from "./node-ports.ts";
import type { ServiceAddresses } from "./service-addresses.ts";
import { fillInFamilies, isUnchangedDualStack } from "./service-family.ts";
import { isHeadless, needsAddress, needsHealthCheckPort, needsNodePorts, specOf } from "./service-kind.ts";
import { alignAddresses, dropOldFields, keepAllocated } from "./service-update.ts";

/** What services of one server share. */
export interface ServiceState {
  readonly store: ObjectStore;
  readonly addresses: ServiceAddresses;
  readonly ports: NodePorts;
}

/** The rules of services: addresses and ports are chosen while a write is prepared, and taken when it is written. */
export function serviceRules(state: ServiceState): KindRules {
  return {
    name: validateDns1123Label,
    allowsCreateOnUpdate: true,
    returnsDeletedObject: true,
    prepareForCreate(object, context) {
      const service = object as unknown as Service;
      alignAddresses(service, undefined);
      fillInFamilies(service, undefined, state.addresses);
      chooseAddresses(state, service, context);
      const choice = state.ports.begin(context.random, context.isDryRun);
      if (needsNodePorts(specOf(service))) chooseNewPorts(service, choice);
      if (needsHealthCheckPort(specOf(service))) chooseHealthCheckPort(service, choice);
    },
    prepareForUpdate(object, oldObject, context) {
      const service = object as unknown as Service;
      const old = oldObject as unknown as Service;
      keepAllocated(service, old);
      alignAddresses(service, old);
      fillInFamilies(service, old, state.addresses);
      updateAddresses(state, service, old, context);
      const choice = state.ports.begin(context.random, context.isDryRun);
      if (needsNodePorts(specOf(service))) choosePortsOf(service, old, choice);
      const neededBefore = needsHealthCheckPort(specOf(old));
      if (!neededBefore && needsHealthCheckPort(specOf(service))) chooseHealthCheckPort(service, choice);
      dropOldFields(service, old);
    },
    canonicalize(object) {
      const spec = specOf(object as unknown as Service);
      if (spec.type === "ExternalName") delete spec.internalTrafficPolicy;
    },
    beginWrite(object, old, context) {
      if (!context.isDryRun) takeAddresses(state, object, old);
    },
    afterWrite(object, old) {
      const kept = addressesOf(object);
      for (const address of old ? addressesOf(old).keys() : []) {
        if (!kept.has(address)) state.addresses.free(address);
      }
    },
    afterDelete(object) {
      for (const address of addressesOf(object).keys()) state.addresses.free(address);
      const { namespace = "", name = "" } = object.metadata;
      const endpoints = state.store.get("endpoints", namespace, name);
      if (endpoints !== undefined) state.store.delete("endpoints", namespace, name, endpoints.revision);
    },
  };
}

/** The cluster addresses that a service has, with their families. */
function addressesOf(object: ApiObject): Map<string, IpFamily> {
  const { spec } = object as unknown as Service;
  const addresses = new Map<string, IpFamily>();
  if (spec === undefined || !needsAddress(spec) || isHeadless(spec)) return addresses;
  for (const address of spec.clusterIPs ?? []) {
    const family = familyOf(address);
    if (family !== undefined) addresses.set(address, family);
  }
  return addresses;
}

function takeAddresses(state: ServiceState, object: ApiObject, old: ApiObject | undefined): void {
  const { namespace = "", name = "" } = object.metadata;
  if (old === undefined && state.store.get("services", namespace, name) !== undefined) return;
  const had = old ? addressesOf(old) : new Map();
  const service = object as unknown as Service;
  for (const [address, family] of addressesOf(object)) {
    if (had.has(address)) continue;
    if (!state.addresses.take(address, family, service)) throw taken(service, address);
  }
  const ports = old ? portsOf(old as unknown as Service) : new Set<number>();
  for (const [index, { nodePort = 0 }] of (specOf(service).ports ?? []).entries()) {
    if (nodePort === 0 || ports.has(nodePort) || !state.ports.isTaken(nodePort)) continue;
    throw invalid(service, [portProblem(index, nodePort, "provided port is already allocated")]);
  }
}

function chooseAddresses(state: ServiceState, service: Service, context: RequestContext): void {
  const spec = specOf(service);
  if (!needsAddress(spec) || isHeadless(spec)) return;
  // Validation says what is wrong with these.
  if (!spec.clusterIP && (spec.clusterIPs?.length ?? 0) > 0) return;
  if (spec.clusterIPs?.some((address) => familyOf(address) === undefined)) return;
  if (new Set(spec.clusterIPs?.map(familyOf)).size !== (spec.clusterIPs?.length ?? 0)) return;
  for (const [index, family] of (spec.ipFamilies ?? []).entries()) {
    const given = spec.clusterIPs?.[index];
    setAddress(spec, index, given ?? chosenAddress(state, service, family as IpFamily, context));
    if (given !== undefined) checkAddress(state, service, given, family as IpFamily, context);
  }
}

function updateAddresses(state: ServiceState, service: Service, old: Service, context: RequestContext): void {
  const spec = specOf(service);
  const oldSpec = specOf(old);
  if (isUnchangedDualStack(spec, oldSpec)) return;
  if (!needsAddress(oldSpec)) {
    chooseAddresses(state, service, context);
    return;
  }
  if (isHeadless(oldSpec) || !needsAddress(spec)) return;
  if (oldSpec.ipFamilies?.length !== 1 || spec.ipFamilies?.length !== 2) return;
  const family = spec.ipFamilies[1] as IpFamily;
  const given = spec.clusterIPs?.[1];
  if (given === undefined) setAddress(spec, 1, chosenAddress(state, service, family, context));
  else checkAddress(state, service, given, family, context);
}

function setAddress(spec: ServiceSpec, index: number, address: string): void {
  const addresses = [...(spec.clusterIPs ?? [])];
  addresses[index] = address;
  spec.clusterIPs = addresses;
  if (index === 0) spec.clusterIP = address;
}

function chosenAddress(state: ServiceState, service: Service, family: IpFamily, context: RequestContext): string {
  const address = state.addresses.choose(family, context.random, context.isDryRun);
  if (address !== undefined) return address;
  const { name } = service.metadata;
  throw internalError(`failed to allocate a serviceIP for Service ${JSON.stringify(name ?? "")}: range is full`);
}

function checkAddress(
  state: ServiceState,
  service: Service,
  address: string,
  family: IpFamily,
  { isDryRun }: RequestContext,
): void {
  const problem = state.addresses.problemWith(address, family, isDryRun);
  if (problem !== undefined) throw addressRefused(service, address, problem);
}

function chooseNewPorts(service: Service, choice: PortChoice): void {
  const spec = specOf(service);
  const ports = spec.ports ?? [];
  /** Ports of one number, of several protocols, share the port of the node. */
  const byPort = new Map<number, number>();
  for (const [index, port] of ports.entries()) {
    if (!port.nodePort && !allocatesPorts(spec)) continue;
    const shared = byPort.get(port.port);
    if (shared === undefined) {
      const requested = ports.find(({ port: number, nodePort }) => number === port.port && nodePort)?.nodePort;
      if (requested !== undefined) takePort(service, index, requested, choice);
      const nodePort = requested ?? nextPort(choice);
      port.nodePort = nodePort;
      byPort.set(port.port, nodePort);
    } else if (!port.nodePort) {
      port.nodePort = shared;
    } else if (port.nodePort !== shared) {
      takePort(service, index, port.nodePort, choice);
    }
  }
}

function choosePortsOf(service: Service, old: Service, choice: PortChoice): void {
  const spec = specOf(service);
  const had = new Set((specOf(old).ports ?? []).map(({ nodePort }) => nodePort ?? 0));
  const taken = new Set<number>();
  const used = new Set<string>();
  for (const [index, port] of (spec.ports ?? []).entries()) {
    if (!port.nodePort && !allocatesPorts(spec)) continue;
    if (!port.nodePort) port.nodePort = nextPort(choice);
    else if (!had.has(port.nodePort) && !taken.has(port.nodePort)) {
      takePort(service, index, port.nodePort, choice);
      taken.add(port.nodePort);
    }
    const key = `${port.protocol} ${port.nodePort}`;
    if (used.has(key)) throw plainFailure(`duplicate nodePort: {${key}}`);
    used.add(key);
  }
}

function allocatesPorts({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean {
  return type === "NodePort" || (type === "LoadBalancer" && allocateLoadBalancerNodePorts !== false);
}

function chooseHealthCheckPort(service: Service, choice: PortChoice): void {
  const spec = specOf(service);
  if (!spec.healthCheckNodePort) {
    spec.healthCheckNodePort = nextPort(choice, "a HealthCheck NodePort 0");
    return;
  }
  const problem = choice.take(spec.healthCheckNodePort);
  if (problem === undefined) return;
  throw internalError(`failed to allocate requested HealthCheck NodePort ${spec.healthCheckNodePort}: ${problem}`);
}

function takePort(service: Service, index: number, nodePort: number, choice: PortChoice): void {
  const problem = choice.take(nodePort);
  if (problem !== undefined) throw invalid(service, [portProblem(index, nodePort, problem)]);
}

function nextPort(choice: PortChoice, what = "a nodePort"): number {
  const port = choice.next();
  if (port === undefined) throw internalError(`failed to allocate ${what}: range is full`);
  return port;
}

function portProblem(index: number, nodePort: number, detail: string): StatusCause {
  return invalidField(`spec.ports[${index}].nodePort`, nodePort, detail);
}

function taken(service: Service, address: string): Error {
  return addressRefused(service, address, "provided IP is already allocated");
}

function addressRefused(service: Service, address: string, problem: string): Error {
  const detail = `failed to allocate IP ${address}: ${problem}`;
  return invalid(service, [invalidField("spec.clusterIPs", specOf(service).clusterIPs, detail)]);
}

function invalid({ metadata }: Service, causes: readonly StatusCause[]): Error {
  return invalidError({ group: "", kind: "Service" }, metadata.name ?? "", causes);
}
