import { type Clock, formatTime, type ManagedFieldsEntry } from "@kubewright/api";
import type { FlowSchema, FlowSchemaCondition } from "@kubewright/api/flowcontrol/v1";
import { quote } from "@kubewright/api/server";
import type { ApiObject } from "../resource-object.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import type { KindRules } from "./strategy/kind-rules.ts";

const collection = "flowcontrol.apiserver.k8s.io/flowschemas";
const levels = "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations";
const manager = "api-priority-and-fairness-config-consumer-v1";

/** The rules of flow schemas: the server itself writes into their status whether the level that they name is there. */
export function flowSchemaRules(store: ObjectStore, clock: Clock): KindRules {
  return {
    afterWrite(object) {
      const { metadata, spec, status } = object as unknown as FlowSchema;
      const level = spec?.priorityLevelConfiguration?.name ?? "";
      const wanted = conditionFor(level, store.get(levels, "", level) !== undefined, formatTime(clock.now()));
      const found = status?.conditions?.find(({ type }) => type === "Dangling");
      if (found?.status === wanted.status && found?.message === wanted.message) return;
      const { name = "", deletionTimestamp } = metadata;
      const stored = store.get(collection, "", name);
      if (stored === undefined || deletionTimestamp !== undefined) return;
      store.update(collection, withCondition(stored.object, wanted), stored.revision);
    },
  };
}

function conditionFor(level: string, isThere: boolean, now: string): FlowSchemaCondition {
  const subject = `This FlowSchema references the PriorityLevelConfiguration object named ${quote(level)}`;
  return {
    type: "Dangling",
    status: isThere ? "False" : "True",
    lastTransitionTime: now,
    reason: isThere ? "Found" : "NotFound",
    message: isThere ? `${subject} and it exists` : `${subject} but there is no such object`,
  };
}

function withCondition(schema: ApiObject, condition: FlowSchemaCondition): ApiObject {
  const { status } = schema as unknown as FlowSchema;
  const others = (status?.conditions ?? []).filter(({ type }) => type !== condition.type);
  const owners = (schema.metadata.managedFields ?? []).filter((entry) => entry.manager !== manager);
  return {
    ...schema,
    metadata: { ...schema.metadata, managedFields: [ownership(condition.lastTransitionTime), ...owners] },
    status: { ...status, conditions: [...others, condition] },
  };
}

function ownership(time: string | undefined): ManagedFieldsEntry {
  const fields = ["lastTransitionTime", "message", "reason", "status", "type"];
  const owned = Object.fromEntries([".", ...fields.map((field) => `f:${field}`)].map((field) => [field, {}]));
  return {
    manager,
    operation: "Apply",
    apiVersion: "flowcontrol.apiserver.k8s.io/v1",
    ...(time !== undefined && { time }),
    fieldsType: "FieldsV1",
    fieldsV1: { "f:status": { "f:conditions": { 'k:{"type":"Dangling"}': owned } } },
    subresource: "status",
  };
}
