import type { ServiceAccount } from "@kubewright/api/core/v1";
import type { KindValidation } from "../kind-validation.ts";
import { typedValidation } from "../typed-validation.ts";

const mountAnnotation = "kubernetes.io/enforce-mountable-secrets";

/** The rules of service accounts: only metadata has some. */
export const serviceAccountValidation: KindValidation = typedValidation<ServiceAccount>({
  validate: () => {},
  validateUpdate: () => {},
  warningsOnCreate: (account) => mountWarnings(account, undefined),
  warningsOnUpdate: mountWarnings,
});

function mountWarnings({ metadata }: ServiceAccount, old: ServiceAccount | undefined): string[] {
  const isNew = old?.metadata.annotations?.[mountAnnotation] === undefined;
  if (!isNew || metadata.annotations?.[mountAnnotation] === undefined) return [];
  const advice = "prefer separate namespaces to isolate access to mounted secrets";
  return [`metadata.annotations[${mountAnnotation}]: deprecated in v1.32+; ${advice}`];
}
