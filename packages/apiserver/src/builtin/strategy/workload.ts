import { jsonEqual } from "@kubewright/api";
import type { DaemonSet, StatefulSet } from "@kubewright/api/apps/v1";
import type { Job } from "@kubewright/api/batch/v1";
import { knownAnnotation } from "../../resource/known-annotation.ts";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ApiObject } from "../../resource-object.ts";

const { templateGeneration } = knownAnnotation;

/** Jobs choose their pods by the uid of the job, unless told otherwise. */
export function prepareJob(object: ApiObject, { isDryRun }: RequestContext): void {
  const { metadata, spec } = object as unknown as Job;
  if (spec === undefined || spec.manualSelector === true) return;
  const name = metadata.name ?? "";
  const uid = metadata.uid ?? "";
  const template = spec.template as { metadata?: { labels?: Record<string, string> } };
  template.metadata ??= {};
  template.metadata.labels ??= {};
  const { labels } = template.metadata;
  labels["job-name"] ??= name;
  labels["batch.kubernetes.io/job-name"] ??= name;
  labels["controller-uid"] ??= uid;
  labels["batch.kubernetes.io/controller-uid"] ??= uid;
  // What is stored has none, so that the first update writes them even if it changes nothing.
  if (isDryRun && Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = { ...labels };
  spec.selector ??= {};
  spec.selector.matchLabels = { "batch.kubernetes.io/controller-uid": uid, ...spec.selector.matchLabels };
}

/** Every daemon set counts the changes of its template, in an annotation. */
export function prepareDaemonSet(object: ApiObject): void {
  const count = countIn(object);
  setCount(object, count < 1 ? 1 : count);
}

/** Counts a change of the template. */
export function prepareDaemonSetUpdate(object: ApiObject, old: ApiObject): void {
  const isSame = jsonEqual(
    (object as unknown as DaemonSet).spec?.template,
    (old as unknown as DaemonSet).spec?.template,
  );
  setCount(object, countIn(old) + (isSame ? 0 : 1));
}

/** A default server does not have the feature of this field. */
export function prepareStatefulSet(object: ApiObject, old?: ApiObject): void {
  const inUse = (old as unknown as StatefulSet | undefined)?.spec?.updateStrategy?.rollingUpdate?.maxUnavailable;
  if (inUse === undefined)
    delete (object as unknown as StatefulSet).spec?.updateStrategy?.rollingUpdate?.maxUnavailable;
}

function countIn({ metadata }: ApiObject): number {
  return Number(metadata.annotations?.[templateGeneration] ?? 0) || 0;
}

function setCount({ metadata }: ApiObject, count: number): void {
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: String(count) };
}
