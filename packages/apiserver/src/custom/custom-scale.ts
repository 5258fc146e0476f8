import { badRequestError, type Clock, cloneJson, internalError } from "@kubewright/api";
import { plainFailure } from "@kubewright/api/server";
import { BuiltinCodec } from "../builtin/builtin-codec.ts";
import { defaultsOf } from "../builtin/default/defaults.ts";
import { scaleMetadata } from "../builtin/scale-view.ts";
import type { GoStruct } from "../codec/go-type.ts";
import type { TypeGraph } from "../codec/type-graph.ts";
import type { ViewSubresource } from "../resource/resource.ts";
import type { Strategy } from "../resource/strategy.ts";
import type { ApiObject } from "../resource-object.ts";
import { scaleTable } from "./custom-table.ts";
import type { DefinitionVersion } from "./definition/definition.ts";
import { type NestedValue, nestedInteger, nestedText, stepsOf } from "./nested-value.ts";

type ScalePaths = NonNullable<NonNullable<DefinitionVersion["subresources"]>["scale"]>;

/** What stands for replicas that are not there, until someone writes them. */
const noReplicas = -0x8000_0000;

/** The `scale` of a custom resource, whose definition says where its replicas are. */
export function customScale(
  paths: ScalePaths,
  parts: {
    readonly graph: TypeGraph;
    readonly clock: Clock;
    readonly strategy: Strategy;
    readonly verbs: readonly string[];
  },
): ViewSubresource {
  const kind = { group: "autoscaling", version: "v1", kind: "Scale" };
  const type = parts.graph.kind(kind.group, kind.version, kind.kind) as GoStruct;
  const replicasPath = stepsOf(paths.specReplicasPath);
  return {
    type: "view",
    name: "scale",
    verbs: parts.verbs,
    kind,
    valueType: type,
    codec: new BuiltinCodec(type, defaultsOf(kind.group, kind.version, kind.kind), parts.clock),
    // Who writes replicas here owns them; nothing is put back.
    strategy: { ...parts.strategy, resetFields: [] },
    replicasPath,
    table: scaleTable,
    show(object) {
      const scale = scaleOf(object, paths, undefined);
      if (scale !== undefined) return scale;
      throw internalError(`the spec replicas field "${paths.specReplicasPath}" does not exist`);
    },
    base: (object) => scaleOf(object, paths, noReplicas)!,
    writeBack: (object, scale) => scaled(object, scale, replicasPath, paths),
  };
}

/** Undefined when the object has no replicas and nothing stands for them. */
function scaleOf(object: ApiObject, paths: ScalePaths, absent: number | undefined): ApiObject | undefined {
  const replicas = read(nestedInteger(object, stepsOf(paths.specReplicasPath))) ?? absent;
  const current = read(nestedInteger(object, stepsOf(paths.statusReplicasPath)));
  const selector = paths.labelSelectorPath ? read(nestedText(object, stepsOf(paths.labelSelectorPath))) : undefined;
  if (replicas === undefined) return undefined;
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: scaleMetadata(object.metadata),
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: current ?? 0, ...(selector !== undefined && selector !== "" && { selector }) },
  };
}

function read({ value, problem }: NestedValue): unknown {
  if (problem !== undefined) throw plainFailure(problem);
  return value;
}

function scaled(object: ApiObject, scale: ApiObject, steps: readonly string[], paths: ScalePaths): ApiObject {
  const { replicas = 0 } = (scale.spec ?? {}) as { replicas?: number };
  if (replicas === noReplicas) {
    throw badRequestError(`the spec replicas field "${paths.specReplicasPath}" cannot be empty`);
  }
  const result = cloneJson(object);
  let place = result as Record<string, unknown>;
  for (const step of steps.slice(0, -1)) {
    const next = place[step];
    place[step] = typeof next === "object" && next !== null ? next : {};
    place = place[step] as Record<string, unknown>;
  }
  place[steps.at(-1)!] = replicas;
  return result;
}
