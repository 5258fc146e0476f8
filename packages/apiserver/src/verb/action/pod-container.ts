import { badRequestError, notFoundError } from "@kubewright/api";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { ActionRequest } from "./perform-action.ts";

interface PodSpec {
  readonly nodeName?: string;
  readonly containers?: readonly { readonly name: string }[];
  readonly initContainers?: readonly { readonly name: string }[];
  readonly ephemeralContainers?: readonly { readonly name: string }[];
}

/** The object that an action is about. Throws NotFound. */
export function objectOf(
  state: ServerState,
  { resource, namespace, name }: Pick<ActionRequest, "resource" | "namespace" | "name">,
): ApiObject {
  const stored = state.store.get(resource.collection, namespace, name);
  if (stored === undefined) throw notFoundError(resource, name);
  return resource.fromStored(stored.object);
}

/** The name of the container that is meant: the one that is named, or the only one. Throws the 400 StatusError. */
export function containerOf(pod: ApiObject, asked: string): string {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = (pod.spec ?? {}) as PodSpec;
  const names = [...initContainers, ...containers, ...ephemeralContainers].map((container) => container.name);
  const { name } = pod.metadata;
  if (asked !== "") {
    if (!names.includes(asked)) throw badRequestError(`container ${asked} is not valid for pod ${name}`);
    return asked;
  }
  const [only] = containers;
  if (only === undefined) throw badRequestError(`a container name must be specified for pod ${name}`);
  if (containers.length === 1) return only.name;
  throw badRequestError(`a container name must be specified for pod ${name}, choose one of: [${names.join(" ")}]`);
}

/** The node that the pod is on; empty when it is on none. Throws NotFound, in the reference's odd words, when there is no such node. */
export function nodeOf(state: ServerState, pod: ApiObject): string {
  const { nodeName = "" } = (pod.spec ?? {}) as PodSpec;
  if (nodeName === "") return "";
  const nodes = state.catalog.find("", "v1", "nodes");
  if (nodes !== undefined && state.store.get(nodes.collection, "", nodeName) === undefined) {
    throw notFoundError({ group: "", resource: "pods" }, nodeName);
  }
  return nodeName;
}
