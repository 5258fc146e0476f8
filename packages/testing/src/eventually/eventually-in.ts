import type { Kind, KubeObject } from "@kubewright/api";
import { ClientError, type KeyLike, type WaitClient, type WaitForOptions, waitFor } from "@kubewright/client";
import { TestingError } from "../errors.ts";
import { messageOf } from "./check-window.ts";
import { isSameObject, placeOf } from "./object-place.ts";

/** Passes when it returns; fails when it throws or gives `false`, or a promise. Assertions of any library will do. */
export type ObjectCheck<T extends KubeObject> = (object: T) => unknown;

/**
 * What becomes of objects, without polling: each state that the server tells of is looked at.
 *
 * Throws TestingError `NOT_EVENTUALLY` when time is up; it says how the object was last seen, and its cause is what failed.
 */
export interface EventuallyIn {
  /** The object, as soon as it exists and `check` passes for it. */
  exists<T extends KubeObject>(kind: Kind<T>, key: KeyLike, check?: ObjectCheck<T>): Promise<T>;
  /** Resolves as soon as this very object is gone, also if another one has its name. */
  gone(object: KubeObject): Promise<void>;
  /** Resolves as soon as there is no such object. */
  gone(kind: Kind, key: KeyLike): Promise<void>;
  /** The object that took the place of this one: the same name, another uid. */
  replaced<T extends KubeObject>(object: T): Promise<T>;
}

/** What becomes of the objects of one server. Each call waits for 30 seconds, unless `options` say otherwise. */
export function eventuallyIn(client: WaitClient, options: WaitForOptions = {}): EventuallyIn {
  const until = async <T extends KubeObject>(
    wanted: string,
    [kind, key]: readonly [Kind<T>, KeyLike],
    check: (object: T | undefined) => unknown,
  ): Promise<T | undefined> => {
    let last: { readonly failure: unknown } | undefined;
    const predicate = (object: T | undefined): boolean => {
      last = undefined;
      try {
        const verdict = check(object);
        if (verdict instanceof Promise)
          throw new Error("the check is asynchronous: it is asked about a state that is there");
        return verdict !== false;
      } catch (failure) {
        last = { failure };
        return false;
      }
    };
    try {
      return await waitFor(client, kind, key, predicate, options);
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== "TIMEOUT") throw error;
      const why = last === undefined ? "" : `; the check fails: ${messageOf(last.failure)}`;
      const cause = last === undefined ? error : last.failure;
      throw new TestingError("NOT_EVENTUALLY", `eventually ${wanted}: ${error.message}${why}`, { cause });
    }
  };

  return {
    async exists<T extends KubeObject>(kind: Kind<T>, key: KeyLike, check: ObjectCheck<T> = () => true): Promise<T> {
      return (await until("exists", [kind, key], (found) => found !== undefined && check(found)))!;
    },
    async gone(subject: KubeObject | Kind, key?: KeyLike): Promise<void> {
      if (key !== undefined) await until("gone", [subject as Kind, key], (found) => found === undefined);
      else await until("gone", placeOf(subject as KubeObject), (found) => !isSameObject(found, subject as KubeObject));
    },
    async replaced<T extends KubeObject>(object: T): Promise<T> {
      const isAnother = (found: T | undefined): boolean => found !== undefined && !isSameObject(found, object);
      return (await until("replaced", placeOf(object), isAnother))!;
    },
  };
}
