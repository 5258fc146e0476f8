import type { KindValidation } from "../kind-validation.ts";

/** The rules of pods. */
export const podValidation: KindValidation = {
  validate: () => [],
  validateUpdate: () => [],
};
