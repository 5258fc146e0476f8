import { quote } from "@kubewright/api/server";
import type { Definition } from "./definition.ts";

const annotation = "api-approved.kubernetes.io";
const pullRequest = "see https://github.com/kubernetes/enhancements/pull/1111";

/** Whether an API of a group of the Kubernetes project has been approved by it. */
export interface Approval {
  readonly state: "invalid" | "approved" | "bypassed" | "missing";
  readonly reason: string;
}

/** Where the annotation is, for messages. */
export const approvalField: string = `metadata.annotations[${annotation}]`;

/** Whether only the Kubernetes project may define APIs of the group. */
export function isProtectedGroup(group: string): boolean {
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
}

/** What the annotation says; empty when it is not there. */
export function approvalAnnotationOf({ metadata }: Definition): string {
  return metadata.annotations?.[annotation] ?? "";
}

/** Whether a definition has been approved, and why not. */
export function approvalOf(definition: Definition): Approval {
  const value = approvalAnnotationOf(definition);
  const demand = `protected groups must have approval annotation ${quote(annotation)}`;
  if (value === "") return { state: "missing", reason: `${demand}, ${pullRequest}` };
  if (value.startsWith("unapproved")) return { state: "bypassed", reason: `not approved: ${quote(value)}` };
  if (isUrl(value)) return { state: "approved", reason: `approved in ${value}` };
  const choice = 'with either a URL or a reason starting with "unapproved"';
  return { state: "invalid", reason: `${demand} ${choice}, ${pullRequest}` };
}

function isUrl(text: string): boolean {
  return URL.canParse(text) && new URL(text).host !== "";
}
