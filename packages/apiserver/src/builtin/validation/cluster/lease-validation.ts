import { type StatusCause, validateQualifiedName } from "@kubewright/api";
import type { Lease, LeaseSpec } from "@kubewright/api/coordination/v1";
import { forbiddenField, invalidField, unsupportedField } from "@kubewright/api/server";
import type { KindValidation } from "../kind-validation.ts";
import { checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";

/** The rules of leases. */
export const leaseValidation: KindValidation = typedValidation<Lease>({
  validate: (lease, causes) => checkLease(lease.spec ?? {}, causes),
  validateUpdate: (lease, _old, causes) => checkLease(lease.spec ?? {}, causes),
});

function checkLease(spec: LeaseSpec, causes: StatusCause[]): void {
  const { leaseDurationSeconds, leaseTransitions, strategy, preferredHolder } = spec;
  if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0) {
    causes.push(invalidField("spec.leaseDurationSeconds", leaseDurationSeconds, "must be greater than 0"));
  }
  if (leaseTransitions !== undefined && leaseTransitions < 0) {
    causes.push(invalidField("spec.leaseTransitions", leaseTransitions, "must be greater than or equal to 0"));
  }
  if (strategy !== undefined) checkStrategy(strategy, causes);
  if (preferredHolder && !strategy) {
    causes.push(forbiddenField("spec.preferredHolder", "may only be specified if `strategy` is defined"));
  }
}

/** Its field is named twice. */
function checkStrategy(strategy: string, causes: StatusCause[]): void {
  const field = "spec.strategy.strategy";
  if (strategy.includes("/")) checkText(validateQualifiedName, strategy, field, causes);
  else if (strategy !== "OldestEmulationVersion") {
    causes.push(unsupportedField(field, strategy, ["OldestEmulationVersion"]));
  }
}
