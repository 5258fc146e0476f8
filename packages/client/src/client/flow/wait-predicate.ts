import type { KubeObject } from "@kubewright/api";

/** Whether what is waited for has come. Gets undefined while the object does not exist. */
export type WaitPredicate<T extends KubeObject, R extends T | undefined = T | undefined> = (
  object: T | undefined,
) => object is R;

/** Holds when the object exists. */
export function exists<T extends KubeObject>(object: T | undefined): object is T {
  return object !== undefined;
}

/** Holds when the object does not exist. */
export function deleted(object: KubeObject | undefined): object is undefined {
  return object === undefined;
}

/**
 * Holds when the object has a condition of this type and status.
 *
 * A condition that is about an older generation of the object does not count.
 */
export function conditionIs(
  type: string,
  status: "True" | "False" | "Unknown" = "True",
): <T extends KubeObject>(object: T | undefined) => object is T {
  return <T extends KubeObject>(object: T | undefined): object is T => {
    const observed = (object as WithConditions | undefined)?.status;
    const condition = observed?.conditions?.find((candidate) => candidate.type === type);
    if (condition?.status !== status) return false;
    const seen = condition.observedGeneration ?? observed?.observedGeneration;
    return seen === undefined || seen >= (object?.metadata.generation ?? 0);
  };
}

/** The parts of an object that tell how it is, where its kind has them. */
export interface WithConditions extends KubeObject {
  readonly status?: {
    readonly observedGeneration?: number;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason?: string;
      readonly message?: string;
      readonly observedGeneration?: number;
    }[];
  };
}
