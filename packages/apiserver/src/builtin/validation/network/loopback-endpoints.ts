import type { StatusCause } from "@kubewright/api";
import type { KindValidation } from "../kind-validation.ts";
import { loopbackProblem } from "./address-rules.ts";
import { endpointSliceValidation } from "./endpoint-slice-validation.ts";
import { endpointsValidation } from "./endpoints-validation.ts";

/** The rules of kinds with endpoints, by group and kind, but that endpoints may be in the loopback range. */
export const loopbackEndpointValidations: Readonly<Record<string, KindValidation>> = {
  Endpoints: withLoopback(endpointsValidation),
  "discovery.k8s.io/EndpointSlice": withLoopback(endpointSliceValidation),
};

function withLoopback({ validate, validateUpdate, views = {} }: KindValidation): KindValidation {
  return {
    validate: (object, context) => validate(object, context).filter(isOther),
    validateUpdate: (object, old, context) => validateUpdate(object, old, context).filter(isOther),
    views,
  };
}

function isOther({ message = "" }: StatusCause): boolean {
  return !message.endsWith(loopbackProblem);
}
