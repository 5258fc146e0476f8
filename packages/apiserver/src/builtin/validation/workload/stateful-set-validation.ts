import { type ObjectMeta, type StatusCause, semanticEqual, validateDns1123Label } from "@kubewright/api";
import type { StatefulSet, StatefulSetSpec, StatefulSetUpdateStrategy } from "@kubewright/api/apps/v1";
import type { PodTemplateSpec, Volume } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { validateAnnotations } from "../../../resource/object-meta/validate-object-meta.ts";
import { internalValue } from "../internal/internal-value.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkPodAnnotations } from "../pod/pod-annotation.ts";
import { checkPodTemplate, specOf } from "../pod/pod-template.ts";
import { checkClaimSpec } from "../pod/volume/claim-spec.ts";
import { checkLabels, printedSelector, selectorOf } from "../rule/label-selector.ts";
import { checkNotNegative } from "../rule/number-rule.ts";
import { checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";
import { checkCollisions, checkCounts, checkShares } from "./replica-count.ts";
import { checkAtMostAll, checkIntOrPercent, isNone } from "./rolling-update.ts";
import { checkAlwaysRestarted, checkNeededSelector, checkSelected } from "./selected-template.ts";

/** The rules of stateful sets. */
export const statefulSetValidation: KindValidation = typedValidation<StatefulSet>({
  validate: (set, causes) => checkSpec(set.spec, true, causes),
  validateUpdate({ spec }, old, causes) {
    checkSpec(spec, false, causes);
    if (semanticEqual(fixedPart(spec), fixedPart(old.spec), { kind: { apiVersion: "apps/v1" } })) return;
    causes.push(forbiddenField("spec", refusal));
  },
  views: {
    status: {
      validateUpdate({ status }, old, causes) {
        checkCounts(status ?? {}, statusCounts, causes);
        checkShares(status ?? {}, shares, "cannot be greater than status.readyReplicas", causes);
        checkCollisions(status ?? {}, old.status ?? {}, causes);
      },
    },
  },
});

const refusal =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
const shares = ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"];
const statusCounts = ["replicas", ...shares, "observedGeneration", "collisionCount"];

/** What may not change. */
function fixedPart(spec: StatefulSetSpec | undefined): object {
  const {
    replicas: _,
    template: __,
    updateStrategy: ___,
    minReadySeconds: ____,
    ordinals: _____,
    revisionHistoryLimit: ______,
    persistentVolumeClaimRetentionPolicy: _______,
    ...fixed
  } = spec ?? ({} as StatefulSetSpec);
  return fixed;
}

/** `isNew`: what cannot change any more is checked. */
function checkSpec(given: StatefulSetSpec | undefined, isNew: boolean, causes: StatusCause[]): void {
  const spec = given ?? ({} as StatefulSetSpec);
  const { podManagementPolicy, serviceName, selector, template = {} } = spec;
  if (!podManagementPolicy) causes.push(requiredField("spec.podManagementPolicy"));
  else if (podManagementPolicy !== "OrderedReady" && podManagementPolicy !== "Parallel") {
    const detail = "must be 'OrderedReady' or 'Parallel'";
    causes.push(invalidField("spec.podManagementPolicy", podManagementPolicy, detail));
  }
  checkUpdateStrategy(spec.updateStrategy ?? {}, "spec.updateStrategy", causes);
  checkRetention(spec, "spec.persistentVolumeClaimRetentionPolicy", causes);
  if (isNew) {
    for (const [index, claim] of (spec.volumeClaimTemplates ?? []).entries()) {
      checkClaimSpec(claim.spec ?? {}, `spec.volumeClaimTemplates[${index}].spec`, causes);
    }
  }
  checkNotNegative(spec.replicas, "spec.replicas", causes);
  checkNotNegative(spec.minReadySeconds, "spec.minReadySeconds", causes);
  checkNotNegative(spec.ordinals?.start, "spec.ordinals.start", causes);
  if (isNew && serviceName) checkText(validateDns1123Label, serviceName, "spec.serviceName", causes);
  checkNeededSelector(selector, "statefulset", "spec.selector", causes);
  const parsed = selectorOf(selector);
  if (parsed === undefined) {
    causes.push(invalidField("spec.selector", printedSelector(selector), ""));
  } else {
    checkSelected(parsed, template, "spec.template", causes);
    checkTemplate(completeTemplate(spec), "spec.template", causes);
  }
  checkAlwaysRestarted(template, "StatefulSet", "spec.template", causes);
}

function checkUpdateStrategy(strategy: StatefulSetUpdateStrategy, field: string, causes: StatusCause[]): void {
  const { type, rollingUpdate } = strategy;
  const place = `${field}.rollingUpdate`;
  if (!type) {
    causes.push(requiredField(field));
  } else if (type === "OnDelete") {
    if (rollingUpdate === undefined) return;
    const printed = internalValue("apps.RollingUpdateStatefulSetStrategy", rollingUpdate);
    causes.push(invalidField(place, printed, "only allowed for updateStrategy 'RollingUpdate'"));
  } else if (type !== "RollingUpdate") {
    const printed = internalValue("apps.StatefulSetUpdateStrategy", strategy);
    causes.push(invalidField(field, printed, "must be 'RollingUpdate' or 'OnDelete'"));
  } else if (rollingUpdate !== undefined) {
    checkNotNegative(rollingUpdate.partition, `${place}.partition`, causes);
    const { maxUnavailable } = rollingUpdate;
    if (maxUnavailable === undefined) return;
    checkIntOrPercent(maxUnavailable, `${place}.maxUnavailable`, causes);
    if (isNone(maxUnavailable)) causes.push(invalidField(`${place}.maxUnavailable`, maxUnavailable, "cannot be 0"));
    checkAtMostAll(maxUnavailable, `${place}.maxUnavailable`, causes);
  }
}

function checkRetention(spec: StatefulSetSpec, field: string, causes: StatusCause[]): void {
  const policy = spec.persistentVolumeClaimRetentionPolicy;
  if (policy === undefined) return;
  for (const name of ["whenDeleted", "whenScaled"] as const) {
    const value = policy[name] ?? "";
    if (value === "Retain" || value === "Delete") continue;
    causes.push(unsupportedField(`${field}.${name}`, value, ["Retain", "Delete"]));
  }
}

/** The controller adds volumes of the claims, and names pods itself. */
function completeTemplate({ template = {}, volumeClaimTemplates = [] }: StatefulSetSpec): PodTemplateSpec {
  const spec = { ...specOf(template) };
  delete spec.subdomain;
  delete spec.hostname;
  if (volumeClaimTemplates.length > 0) {
    const claimed = new Map<string, Volume>(
      volumeClaimTemplates.map(({ metadata }) => {
        const name = metadata?.name ?? "";
        return [name, { name, persistentVolumeClaim: { claimName: name } }];
      }),
    );
    spec.volumes = [...claimed.values(), ...(spec.volumes ?? []).filter(({ name }) => !claimed.has(name))];
  }
  return { ...template, spec };
}

function checkTemplate(template: PodTemplateSpec, field: string, causes: StatusCause[]): void {
  checkPodTemplate(template, field, causes);
  // The reference looks at metadata twice.
  const { labels, annotations } = (template.metadata ?? {}) as ObjectMeta;
  checkLabels(labels, `${field}.labels`, causes);
  causes.push(...validateAnnotations(annotations, `${field}.annotations`));
  checkPodAnnotations(annotations, specOf(template), `${field}.annotations`, causes);
}
