import { jsonEqual, type StatusCause } from "@kubewright/api";
import type { ControllerRevision } from "@kubewright/api/apps/v1";
import { invalidField, requiredField } from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkNotNegative } from "../rule/number-rule.ts";
import { typedValidation } from "../typed-validation.ts";

/** The rules of what controllers remember of former templates. */
export const controllerRevisionValidation: KindValidation = typedValidation<ControllerRevision>({
  validate({ revision, data }, causes) {
    checkNotNegative(revision, "revision", causes);
    checkData(data, causes);
  },
  validateUpdate({ revision, data }, old, causes) {
    checkNotNegative(revision, "revision", causes);
    if (!jsonEqual(data ?? null, old.data ?? null)) {
      causes.push(invalidField("data", data ?? null, "field is immutable"));
    }
  },
});

function checkData(data: unknown, causes: StatusCause[]): void {
  if (data === undefined || data === null) causes.push(requiredField("data", "data is mandatory"));
  else if (typeof data !== "object" || Array.isArray(data)) {
    causes.push(requiredField("data", "data must be a valid JSON object"));
  }
}
