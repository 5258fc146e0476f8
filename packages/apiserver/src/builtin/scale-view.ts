import { type LabelSelector, type ObjectMeta, Selector, type StatusCause } from "@kubewright/api";
import { invalidField } from "@kubewright/api/server";
import type { GoStruct } from "../codec/go-type.ts";
import { writableMeta } from "../resource/object-meta/writable-meta.ts";
import type { ObjectCodec, ViewSubresource } from "../resource/resource.ts";
import type { Strategy } from "../resource/strategy.ts";
import type { ApiObject } from "../resource-object.ts";
import { scaleTable } from "./table/scale-table.ts";

interface ScaledObject {
  spec?: { replicas?: number; selector?: LabelSelector | Record<string, string> };
  status?: { replicas?: number };
}

/** The `scale` of a workload: how many replicas it should have and has. */
export function scaleView(
  kind: string,
  parts: {
    readonly type: GoStruct;
    readonly codec: ObjectCodec;
    readonly strategy: Strategy;
    verbs: readonly string[];
  },
): ViewSubresource {
  return {
    type: "view",
    name: "scale",
    verbs: parts.verbs,
    kind: { group: "autoscaling", version: "v1", kind: "Scale" },
    valueType: parts.type,
    codec: parts.codec,
    strategy: parts.strategy,
    replicasPath: ["spec", "replicas"],
    show: (object) => scaleOf(object, kind),
    writeBack: scaled,
    validateView: scaleProblems,
    table: scaleTable,
  };
}

function scaleOf(object: ApiObject, kind: string): ApiObject {
  const { spec, status } = object as unknown as ScaledObject;
  const selector = selectorTextOf(spec?.selector, kind);
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: scaleMetadata(object.metadata),
    spec: spec?.replicas ? { replicas: spec.replicas } : {},
    status: { replicas: status?.replicas ?? 0, ...(selector !== "" && { selector }) },
  };
}

const shownNames = ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"] as const;

/** What the Scale of an object shows of its metadata. */
export function scaleMetadata(metadata: ObjectMeta): ObjectMeta {
  return Object.fromEntries(
    shownNames.filter((name) => metadata[name] !== undefined).map((name) => [name, metadata[name]]),
  ) as unknown as ObjectMeta;
}

function selectorTextOf(selector: LabelSelector | Record<string, string> | undefined, kind: string): string {
  if (kind === "ReplicationController")
    return Selector.forLabels((selector ?? {}) as Record<string, string>).toString();
  return Selector.from(selector as LabelSelector | undefined).toString();
}

function scaled(object: ApiObject, scale: ApiObject): ApiObject {
  const { replicas } = (scale.spec ?? {}) as { replicas?: number };
  const result: ApiObject = {
    ...object,
    metadata: { ...object.metadata },
    spec: { ...(object.spec as object), replicas: replicas ?? 0 },
  };
  const { resourceVersion } = scale.metadata;
  if (resourceVersion !== undefined) writableMeta(result).resourceVersion = resourceVersion;
  return result;
}

function scaleProblems(scale: ApiObject): StatusCause[] {
  const { replicas } = (scale.spec ?? {}) as { replicas?: number };
  if (replicas === undefined || replicas >= 0) return [];
  return [invalidField("spec.replicas", replicas, "must be greater than or equal to 0")];
}
