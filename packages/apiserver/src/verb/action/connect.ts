import { badRequestError, notFoundError, type StatusError, serviceUnavailableError } from "@kubewright/api";
import { quote } from "@kubewright/api/server";
import type { ServerState } from "../../resource/server-state.ts";
import type { ActionRequest } from "./perform-action.ts";
import { containerOf, nodeOf, objectOf } from "./pod-container.ts";

/** Why nobody can be connected to what runs for an object: no node runs anything here. */
export function refuseConnection(state: ServerState, request: ActionRequest): StatusError {
  switch (`${request.resource.resource}/${request.subresource}`) {
    case "pods/proxy":
      return refuseProxy(state, request);
    case "services/proxy":
      return refuseService(state, request);
    case "nodes/proxy":
      objectOf(state, request);
      return unreachable();
    default:
      return refuseStream(state, request);
  }
}

function refuseStream(state: ServerState, request: ActionRequest): StatusError {
  const pod = objectOf(state, request);
  if (request.subresource !== "portforward") containerOf(pod, request.parameters.get("container") ?? "");
  if (nodeOf(state, pod) === "") return badRequestError(`pod ${request.name} does not have a host assigned`);
  const { podIP = "" } = (pod.status ?? {}) as { podIP?: string };
  return isLoopback(podIP) ? processes(state, request.name, podIP) : unreachable();
}

/** What runs at a loopback address runs on this machine, where everybody can do for themselves what a connection would be for. */
function processes(state: ServerState, name: string, address: string): StatusError {
  const logs = state.actions.podLogs === undefined ? "" : `, "kubectl logs" shows what it prints`;
  return serviceUnavailableError(
    `error trying to reach service: this server has no connections to pods. Pod ${name} runs as processes of the server's machine: its ports are at ${address} there (events tell of mapped ones)${logs}, and a shell there takes the place of exec and cp`,
  );
}

/** A name can have a scheme before and a port after it. */
function nameOf(id: string): string | undefined {
  const parts = id.split(":");
  if (parts.length === 3) return ["", "http", "https"].includes(parts[0]!) ? parts[1]! : undefined;
  return parts.length < 3 ? parts[0]! : undefined;
}

function refuseProxy(state: ServerState, request: ActionRequest): StatusError {
  const name = nameOf(request.name);
  if (name === undefined || name === "") return badRequestError(`invalid pod request ${quote(request.name)}`);
  const pod = objectOf(state, { ...request, name });
  const { podIP = "" } = (pod.status ?? {}) as { podIP?: string };
  const isReachable = podIP !== "" && !isLoopback(podIP) && !podIP.startsWith("169.254.");
  return isReachable ? unreachable() : badRequestError("address not allowed");
}

function refuseService(state: ServerState, request: ActionRequest): StatusError {
  const name = nameOf(request.name);
  if (name === undefined || name === "") return badRequestError(`invalid service request ${quote(request.name)}`);
  const { resource, namespace } = request;
  if (state.store.get(resource.collection, namespace, name) === undefined) throw notFoundError(resource, name);
  return serviceUnavailableError(`no endpoints available for service ${quote(request.name)}`);
}

function isLoopback(address: string): boolean {
  return address.startsWith("127.") || address === "::1";
}

function unreachable(): StatusError {
  return serviceUnavailableError("error trying to reach service: this server has no connections to pods and services");
}
