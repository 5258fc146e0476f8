import type { ServiceAccount } from "@kubewright/api/core/v1";
import type { KindValidation } from "../kind-validation.ts";
import { typedValidation } from "../typed-validation.ts";

/** The rules of service accounts: only metadata has some. */
export const serviceAccountValidation: KindValidation = typedValidation<ServiceAccount>({
  validate: () => {},
  validateUpdate: () => {},
});
