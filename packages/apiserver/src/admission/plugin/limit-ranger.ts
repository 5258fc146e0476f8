import type {
  Container,
  LimitRange,
  LimitRangeItem,
  PersistentVolumeClaim,
  Pod,
  PodSpec,
} from "@kubewright/api/core/v1";
import { joinProblems } from "@kubewright/api/server";
import { neededResources } from "../../builtin/default/pod/pod-resources.ts";
import type { ResourceList } from "../../builtin/default/pod/resource-list.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../resource/admission-plugin.ts";
import type { ObjectStore } from "../../storage/object-store.ts";
import { forbidWrite, isWriteOf } from "../forbid-write.ts";
import { type Amounts, limitProblems, requestProblems } from "./limit-rule.ts";

const annotation = "kubernetes.io/limit-ranger";

/** Containers get the defaults of the namespace's limit ranges; pods and claims must keep within them. */
export function limitRanger(store: ObjectStore): AdmissionPlugin {
  return {
    name: "LimitRanger",
    admit(request) {
      if (!isWriteOf(request, "", "pods") || request.operation !== "CREATE") return;
      for (const range of rangesIn(store, request)) fillIn(request.object as unknown as Pod, range);
    },
    validate(request) {
      if (!isLimited(request) || request.old?.metadata.deletionTimestamp !== undefined) return;
      for (const range of rangesIn(store, request)) {
        const problems = (range.spec?.limits ?? []).flatMap((limit) => problemsOf(request, limit));
        if (problems.length > 0) throw forbidWrite(request, joinProblems(problems));
      }
    },
  };
}

function isLimited(request: AdmissionRequest): boolean {
  const { operation, resource, subresource, object } = request;
  if (object === undefined || resource.group !== "") return false;
  if (resource.resource === "pods") {
    return operation === (subresource === "resize" ? "UPDATE" : "CREATE") && ["", "resize"].includes(subresource);
  }
  if (resource.resource !== "persistentvolumeclaims" || subresource !== "") return false;
  return operation === "CREATE" || operation === "UPDATE";
}

function rangesIn(store: ObjectStore, { namespace }: AdmissionRequest): LimitRange[] {
  if (store.count("limitranges") === 0) return [];
  return store.list("limitranges", { namespace }).items.map(({ object }) => object as unknown as LimitRange);
}

function fillIn(pod: Pod, range: LimitRange): void {
  const requests: ResourceList = {};
  const limits: ResourceList = {};
  for (const { type, defaultRequest, default: defaultLimit } of range.spec?.limits ?? []) {
    if (type !== "Container") continue;
    Object.assign(requests, defaultRequest);
    Object.assign(limits, defaultLimit);
  }
  const spec = pod.spec as PodSpec;
  const set = [
    ...(spec.containers ?? []).flatMap((container) => fillContainer(container, "container", requests, limits)),
    ...(spec.initContainers ?? []).flatMap((container) => fillContainer(container, "init container", requests, limits)),
  ];
  if (set.length === 0) return;
  pod.metadata.annotations = { ...pod.metadata.annotations, [annotation]: `LimitRanger plugin set: ${set.join("; ")}` };
}

/** What was filled in, in words. */
function fillContainer(container: Container, what: string, requests: ResourceList, limits: ResourceList): string[] {
  const resources = container.resources ?? {};
  const texts: string[] = [];
  for (const [name, defaults, kind] of [
    ["request", requests, "requests"],
    ["limit", limits, "limits"],
  ] as const) {
    const missing = Object.keys(defaults).filter((key) => resources[kind]?.[key] === undefined);
    if (missing.length === 0) continue;
    resources[kind] = { ...defaults, ...resources[kind] };
    texts.push(`${missing.sort().join(", ")} ${name} for ${what} ${container.name}`);
  }
  if (texts.length > 0) container.resources = resources;
  return texts;
}

function problemsOf(request: AdmissionRequest, limit: LimitRangeItem): string[] {
  if (request.resource.resource === "persistentvolumeclaims") {
    if (limit.type !== "PersistentVolumeClaim") return [];
    return requestProblems(limit, (request.object as unknown as PersistentVolumeClaim).spec?.resources?.requests ?? {});
  }
  const spec = (request.object as unknown as Pod).spec as PodSpec;
  if (limit.type === "Container") {
    return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].flatMap(({ resources }) =>
      limitProblems(limit, { requests: resources?.requests ?? {}, limits: resources?.limits ?? {} }),
    );
  }
  return limit.type === "Pod" ? limitProblems(limit, amountsOf(spec)) : [];
}

/** What a pod needs in all: what it says itself, or else what its containers say. */
function amountsOf(spec: PodSpec): Amounts {
  const [requests, limits] = (["requests", "limits"] as const).map((kind) => {
    const needed = neededResources(spec, kind);
    for (const name of ["cpu", "memory"]) {
      const amount = spec.resources?.[kind]?.[name];
      if (amount !== undefined) needed[name] = amount;
    }
    return needed;
  });
  return { requests: requests ?? {}, limits: limits ?? {} };
}
