import { jsonEqual } from "@kubewright/api";
import type { Pod, PodSpec } from "@kubewright/api/core/v1";
import type { RuntimeClass } from "@kubewright/api/node/v1";
import { quote } from "@kubewright/api/server";
import type { AdmissionPlugin, AdmissionRequest } from "../../resource/admission-plugin.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import { forbidWrite, isWriteOf } from "../forbid-write.ts";
import { mergeTolerations } from "./toleration.ts";

/** Pods get the overhead, node selector and tolerations of their runtime class. */
export function runtimeClassAdmission(store: ObjectStore): AdmissionPlugin {
  return {
    name: "RuntimeClass",
    admit(request) {
      const spec = newPodSpec(request);
      const runtime = spec && runtimeClassOf(store, request, spec);
      if (runtime === undefined || spec === undefined) return;
      const fixed = runtime.overhead?.podFixed;
      if (runtime.overhead !== undefined) {
        if (Object.keys(spec.overhead ?? {}).length > 0 && !jsonEqual(spec.overhead, fixed)) {
          throw forbidWrite(request, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
        }
        if (fixed !== undefined) spec.overhead = { ...fixed };
      }
      if (runtime.scheduling !== undefined) schedule(request, spec, runtime.scheduling);
    },
    validate(request) {
      const spec = newPodSpec(request);
      if (spec === undefined) return;
      const runtime = runtimeClassOf(store, request, spec);
      if (runtime?.overhead === undefined) {
        if (spec.overhead === undefined) return;
        throw forbidWrite(
          request,
          "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead",
        );
      }
      if (!jsonEqual(runtime.overhead.podFixed, spec.overhead)) {
        throw forbidWrite(request, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
      }
    },
  };
}

function newPodSpec(request: AdmissionRequest): PodSpec | undefined {
  if (!isWriteOf(request, "", "pods") || request.operation !== "CREATE") return undefined;
  return (request.object as unknown as Pod | undefined)?.spec;
}

function runtimeClassOf(store: ObjectStore, request: AdmissionRequest, spec: PodSpec): RuntimeClass | undefined {
  const name = spec.runtimeClassName;
  if (name === undefined) return undefined;
  const found = store.get("node.k8s.io/runtimeclasses", "", name);
  if (found === undefined) throw forbidWrite(request, `pod rejected: RuntimeClass ${quote(name)} not found`);
  return found.object as unknown as RuntimeClass;
}

function schedule(
  request: AdmissionRequest,
  spec: PodSpec,
  { nodeSelector, tolerations }: NonNullable<RuntimeClass["scheduling"]>,
): void {
  const selector: Record<string, string> = { ...spec.nodeSelector };
  for (const [key, value] of Object.entries(nodeSelector ?? {})) {
    const own = selector[key];
    if (own !== undefined && own !== value) {
      throw forbidWrite(
        request,
        `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`,
      );
    }
    selector[key] = value;
  }
  if (Object.keys(selector).length > 0) spec.nodeSelector = selector;
  const merged = mergeTolerations(spec.tolerations ?? [], tolerations ?? []);
  if (merged.length > 0) spec.tolerations = merged;
}
