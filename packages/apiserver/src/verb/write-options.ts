import { invalidError, type StatusCause } from "@kubewright/api";
import { forbiddenField, requiredField } from "@kubewright/api/server";
import { validateDryRun, validateFieldManager, validateFieldValidation } from "../resource/option-rules.ts";
import type { PatchType } from "./write-request.ts";

/** The options of a write as they are in the query. */
export interface WriteOptions {
  readonly dryRun: readonly string[];
  /** Empty when it is not given. */
  readonly fieldManager: string;
  /** Empty when it is not given. */
  readonly fieldValidation: string;
  /** For patches. */
  readonly force?: boolean | undefined;
}

/** Throws the 422 StatusError for options that a create, update or patch does not take. `patchType` is for `PatchOptions`. */
export function checkWriteOptions(
  kind: "CreateOptions" | "UpdateOptions" | "PatchOptions",
  options: WriteOptions,
  patchType?: PatchType,
): void {
  const causes: StatusCause[] = [];
  if (patchType === "apply" && options.fieldManager === "") {
    causes.push(requiredField("fieldManager", "is required for apply patch"));
  }
  if (patchType !== undefined && patchType !== "apply" && options.force !== undefined) {
    causes.push(forbiddenField("force", "may not be specified for non-apply patch"));
  }
  causes.push(
    ...validateFieldManager(options.fieldManager, "fieldManager"),
    ...validateDryRun(options.dryRun, "dryRun"),
    ...validateFieldValidation(options.fieldValidation, "fieldValidation"),
  );
  if (causes.length > 0) throw invalidError({ group: "meta.k8s.io", kind }, "", causes);
}
