import {
  type StatusCause,
  validateConfigMapKey,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateEnvVarName,
} from "@kubewright/api";
import type { EnvFromSource, EnvVar, EnvVarSource, FileKeySelector } from "@kubewright/api/core/v1";
import { invalidField } from "@kubewright/api/server";
import { checkNoBacksteps } from "../../rule/local-path.ts";
import { checkNeededText, checkPresent, checkText } from "../../rule/text-rule.ts";
import { checkFieldReference, checkResourceReference } from "./field-reference.ts";

const fields = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

/** Adds what is wrong with the variables of a container. */
export function checkEnvironment(variables: readonly EnvVar[] | undefined, field: string, causes: StatusCause[]): void {
  for (const [index, { name, value, valueFrom }] of (variables ?? []).entries()) {
    const place = `${field}[${index}]`;
    checkNeededText(validateEnvVarName, name, `${place}.name`, causes);
    if (valueFrom !== undefined) checkSource(valueFrom, Boolean(value), `${place}.valueFrom`, causes);
  }
}

/** Adds what is wrong with the places that a container takes all variables from. */
export function checkEnvironmentSources(
  sources: readonly EnvFromSource[] | undefined,
  field: string,
  causes: StatusCause[],
): void {
  for (const [index, { prefix, configMapRef, secretRef }] of (sources ?? []).entries()) {
    const place = `${field}[${index}]`;
    if (prefix) checkText(validateEnvVarName, prefix, `${place}.prefix`, causes);
    if (configMapRef) checkNeededText(validateNamePrefix, configMapRef.name, `${place}.configMapRef.name`, causes);
    if (secretRef) checkNeededText(validateNamePrefix, secretRef.name, `${place}.secretRef.name`, causes);
    if (!configMapRef && !secretRef) {
      causes.push(invalidField(field, "", "must specify one of: `configMapRef` or `secretRef`"));
    } else if (configMapRef && secretRef) {
      causes.push(invalidField(field, "", "may not have more than one field specified at a time"));
    }
  }
}

function validateNamePrefix(name: string): string[] {
  return validateDns1123Subdomain(name, { isPrefix: true });
}

function checkSource(source: EnvVarSource, hasValue: boolean, field: string, causes: StatusCause[]): void {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = source;
  if (fieldRef) checkFieldReference(fieldRef, fields, `${field}.fieldRef`, causes);
  if (resourceFieldRef) checkResourceReference(resourceFieldRef, false, `${field}.resourceFieldRef`, causes);
  if (configMapKeyRef) checkKey(configMapKeyRef, `${field}.configMapKeyRef`, causes);
  if (secretKeyRef) checkKey(secretKeyRef, `${field}.secretKeyRef`, causes);
  if (fileKeyRef) checkFileKey(fileKeyRef, `${field}.fileKeyRef`, causes);
  const count = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef].filter(Boolean).length;
  if (count === 0) {
    const detail =
      "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
    causes.push(invalidField(field, "", detail));
  } else if (hasValue) {
    causes.push(invalidField(field, "", "may not be specified when `value` is not empty"));
  } else if (count > 1) {
    causes.push(invalidField(field, "", "may not have more than one field specified at a time"));
  }
}

function checkKey({ name, key }: { name?: string; key?: string }, field: string, causes: StatusCause[]): void {
  checkText(validateDns1123Subdomain, name ?? "", `${field}.name`, causes);
  checkNeededText(validateConfigMapKey, key, `${field}.key`, causes);
}

function checkFileKey({ key, volumeName, path }: FileKeySelector, field: string, causes: StatusCause[]): void {
  checkNeededText(validateEnvVarName, key, `${field}.key`, causes);
  checkNeededText(validateDns1123Label, volumeName, `${field}.volumeName`, causes);
  if (checkPresent(path, `${field}.path`, causes)) checkNoBacksteps(path, `${field}.path`, causes);
}
