import { badRequestError, conflictError, formatTime, jsonEqual, notFoundError } from "@kubewright/api";
import { joinProblems, plainFailure, quote, requiredField, unsupportedField } from "@kubewright/api/server";
import type { RequestContext } from "../../resource/request-context.ts";
import type { Resource } from "../../resource/resource.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import { checkStorePrecondition } from "../identity/uid-precondition.ts";
import { validateAdmission } from "../write/admit.ts";
import { setPodCondition } from "./pod-condition.ts";
import type { AdmittedAction } from "./read-action.ts";

/** Binds a pod to the node that a Binding names. `name` is the pod's. Throws StatusErrors. */
export async function bindPod(state: ServerState, binding: AdmittedAction, name: string): Promise<void> {
  const { object, namespace, context } = binding;
  if (object.metadata.name !== name) throw badRequestError("name in URL does not match name in Binding object");
  checkTarget(object);
  await validateAdmission(state, binding);
  const pods = state.catalog.find("", "v1", "pods")!;
  const stored = state.store.get(pods.collection, namespace, name);
  if (stored === undefined) throw notFoundError(pods, name);
  const old = pods.fromStored(stored.object);
  checkMeantPod(pods, old, object);
  const problem = refusalOf(old);
  if (problem !== undefined) throw conflictError({ group: "", resource: "pods/binding" }, name, problem);
  const next = pods.toStored(boundPod(old, object, context));
  if (!context.isDryRun && !jsonEqual(next, stored.object)) state.store.update(pods.collection, next, stored.revision);
}

interface Target {
  readonly kind?: string;
  readonly name?: string;
}

function checkTarget(binding: ApiObject): void {
  const { kind = "", name = "" } = (binding.target ?? {}) as Target;
  const causes = [];
  if (kind !== "" && kind !== "Node") causes.push(unsupportedField("target.kind", kind, ["Node", "<empty>"]));
  if (name === "") causes.push(requiredField("target.name"));
  if (causes.length === 0) return;
  const texts = causes.map(({ field, message }) => `${field}: ${message}`);
  throw plainFailure(joinProblems(texts));
}

function checkMeantPod(pods: Resource, pod: ApiObject, { metadata }: ApiObject): void {
  checkStorePrecondition(pods, pod, "UID", metadata.uid ?? "", pod.metadata.uid ?? "");
  checkStorePrecondition(
    pods,
    pod,
    "ResourceVersion",
    metadata.resourceVersion ?? "",
    pod.metadata.resourceVersion ?? "",
  );
}

interface BoundSpec {
  nodeName?: string;
  readonly schedulingGates?: readonly unknown[];
}

interface BoundStatus {
  nominatedNodeName?: string;
  conditions?: readonly unknown[];
}

function refusalOf(pod: ApiObject): string | undefined {
  const { name, deletionTimestamp } = pod.metadata;
  const { nodeName = "", schedulingGates = [] } = pod.spec as BoundSpec;
  if (deletionTimestamp !== undefined) return `pod ${name} is being deleted, cannot be assigned to a host`;
  if (nodeName !== "") return `pod ${name} is already assigned to node ${quote(nodeName)}`;
  if (schedulingGates.length > 0) return `pod ${name} has non-empty .spec.schedulingGates`;
  return undefined;
}

/** The pod on its node. It shares what stays the same. */
function boundPod(old: ApiObject, binding: ApiObject, context: RequestContext): ApiObject {
  const status: BoundStatus = { ...(old.status as BoundStatus) };
  delete status.nominatedNodeName;
  status.conditions = [...(status.conditions ?? [])];
  const spec: BoundSpec = { ...(old.spec as BoundSpec), nodeName: (binding.target as Target).name! };
  const pod: ApiObject = { ...old, metadata: { ...old.metadata }, spec, status };
  const { annotations = {}, labels = {} } = binding.metadata;
  if (Object.keys(annotations).length > 0) pod.metadata.annotations = { ...pod.metadata.annotations, ...annotations };
  if (Object.keys(labels).length > 0) pod.metadata.labels = { ...pod.metadata.labels, ...labels };
  setPodCondition(pod, { type: "PodScheduled", status: "True" }, formatTime(context.clock.now()));
  return pod;
}
