import type { KindValidation } from "./kind-validation.ts";
import { podValidation } from "./pod/pod-validation.ts";

/** The rules of kinds that have some of their own, by group and kind as in `apps/Deployment`, or `Pod`. */
const validations: Readonly<Record<string, KindValidation>> = {
  Pod: podValidation,
};

/** The rules of a kind, for all of its versions; undefined where none are known. */
export function validationOf(group: string, kind: string): KindValidation | undefined {
  return validations[group === "" ? kind : `${group}/${kind}`];
}
