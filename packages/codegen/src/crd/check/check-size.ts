import { stringifyJson } from "@kubewright/api";
import { byteLength, escapeHtml } from "@kubewright/api/server";
import type { ReportProblem, SourcePosition } from "../../problem.ts";
import type { CustomResourceDefinition } from "../definition/custom-resource-definition.ts";

/** What all annotations of an object may have together; `kubectl apply` keeps a whole copy of the object in one. */
const maxAnnotationBytes = 262_144;

/** Warns of a definition that is too large for `kubectl apply`; `yaml` is how it is written. */
export function checkSize(
  definition: CustomResourceDefinition,
  yaml: string,
  position: SourcePosition,
  report: ReportProblem,
): void {
  // As JSON it is never more than twice as long.
  if (yaml.length * 2 < maxAnnotationBytes) return;
  const bytes = byteLength(escapeHtml(stringifyJson(definition))) + 1;
  if (bytes <= maxAnnotationBytes) return;
  const message = `the definition of ${definition.spec.names.kind} has ${bytes} bytes, and kubectl apply can keep ${maxAnnotationBytes}: shorten its descriptions with crd:maxDescLen=0 (or a number of bytes), or install it with kubectl apply --server-side`;
  report({ severity: "warning", position, message });
}
