import type { StatusCause } from "@kubewright/api";
import type { RequestContext } from "../../resource/request-context.ts";
import type { KindValidation, ViewValidation } from "./kind-validation.ts";

/** The rules of a kind, written for its type. Checks add what is wrong to `causes`, in the reference's order. */
export interface TypedValidation<T> {
  validate(object: T, causes: StatusCause[], context: RequestContext): void;
  validateUpdate(object: T, old: T, causes: StatusCause[], context: RequestContext): void;
  readonly views?: Readonly<Record<string, TypedViewValidation<T>>>;
}

/** The rules of writes through a view of an object, written for the type of the object. */
export interface TypedViewValidation<T> {
  validateUpdate(object: T, old: T, causes: StatusCause[], context: RequestContext): void;
}

/** The rules of a kind whose objects are of one type. */
export function typedValidation<T>(rules: TypedValidation<T>): KindValidation {
  const { views = {} } = rules;
  return {
    validate(object, context) {
      const causes: StatusCause[] = [];
      rules.validate(object as T, causes, context);
      return causes;
    },
    ...typedView(rules),
    views: Object.fromEntries(Object.entries(views).map(([name, view]) => [name, typedView(view)])),
  };
}

function typedView<T>(view: TypedViewValidation<T>): ViewValidation {
  return {
    validateUpdate(object, old, context) {
      const causes: StatusCause[] = [];
      view.validateUpdate(object as T, old as T, causes, context);
      return causes;
    },
  };
}
