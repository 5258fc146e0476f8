import type { ObjectMeta, Selector, StatusCause } from "@kubewright/api";
import type { PodTemplateSpec } from "@kubewright/api/core/v1";
import { forbiddenField, invalidField, requiredField, unsupportedField } from "@kubewright/api/server";
import { internalValue } from "../internal/internal-value.ts";
import { checkPodTemplate, specOf } from "../pod/pod-template.ts";
import {
  checkLabelSelector,
  type GivenSelector,
  isEmptySelector,
  printedSelector,
  selectorOf,
} from "../rule/label-selector.ts";

/** Adds what is wrong with a selector that must be there and ask for something. `kind` is what it is called in the message. */
export function checkNeededSelector(selector: GivenSelector, kind: string, field: string, causes: StatusCause[]): void {
  if (!selector) return void causes.push(requiredField(field));
  checkLabelSelector(selector, field, causes);
  if (isEmptySelector(selector)) {
    causes.push(invalidField(field, printedSelector(selector), `empty selector is invalid for ${kind}`));
  }
}

/** Adds what is wrong with the selector and template of pods that are all alike. */
export function checkSelectedTemplate(
  selector: GivenSelector,
  template: PodTemplateSpec,
  field: string,
  causes: StatusCause[],
): void {
  checkNeededSelector(selector, "deployment", `${field}.selector`, causes);
  const parsed = selectorOf(selector);
  if (parsed === undefined) {
    const detail = "invalid label selector";
    return void causes.push(invalidField(`${field}.selector`, printedSelector(selector), detail));
  }
  const place = `${field}.template`;
  checkSelected(parsed, template, place, causes);
  checkPodTemplate(template, place, causes);
  checkAlwaysRestarted(template, "ReplicaSet", place, causes);
}

/** Adds a cause when a selector does not select the pods of a template. */
export function checkSelected(
  selector: Selector,
  template: PodTemplateSpec,
  field: string,
  causes: StatusCause[],
): void {
  const { labels } = (template.metadata ?? {}) as ObjectMeta;
  if (!selector.matches(labels)) causes.push(unselectedLabels(template, field));
}

/** The cause for a template whose pods its owner does not select. */
export function unselectedLabels(template: PodTemplateSpec, field: string): StatusCause {
  const { labels } = (template.metadata ?? {}) as ObjectMeta;
  const detail = "`selector` does not match template `labels`";
  return invalidField(`${field}.metadata.labels`, internalValue("map string", labels), detail);
}

/** Adds what is wrong with pods that are to run for ever. `kind` is whose pods they are. */
export function checkAlwaysRestarted(
  template: PodTemplateSpec,
  kind: string,
  field: string,
  causes: StatusCause[],
): void {
  const { restartPolicy, activeDeadlineSeconds } = specOf(template);
  if (restartPolicy !== "Always") {
    causes.push(unsupportedField(`${field}.spec.restartPolicy`, restartPolicy ?? "", ["Always"]));
  }
  if (activeDeadlineSeconds !== undefined) {
    const detail = `activeDeadlineSeconds in ${kind} is not Supported`;
    causes.push(forbiddenField(`${field}.spec.activeDeadlineSeconds`, detail));
  }
}
