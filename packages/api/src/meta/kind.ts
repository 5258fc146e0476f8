import { formatApiVersion, type GroupVersionKind } from "./group-version.ts";
import type { KubeObject, ObjectMeta } from "./object.ts";

/** Whether objects of a kind live in namespaces. */
export type Scope = "Namespaced" | "Cluster";

/**
 * Describes a kind to the client, with the TypeScript type of its objects.
 *
 * By convention one name serves both: `Deployment` the interface and `Deployment` the `Kind`.
 */
export interface Kind<T extends KubeObject = KubeObject> extends GroupVersionKind {
  /** `group/version`, or the version alone for the core group. */
  readonly apiVersion: string;
  /** Resource name in URLs. Without it and `scope`, a client asks the server's discovery. */
  readonly plural?: string;
  readonly scope?: Scope;
  /** An object of this kind: `fields` with `apiVersion` and `kind` filled in. */
  of(fields: FieldsOf<T>): T;
  /** Whether `object` says it is of this group, version and kind. */
  is(object: { apiVersion?: string; kind?: string }): object is T;
}

/** The type of a kind's objects. */
export type ObjectOf<K extends Kind> = K extends Kind<infer T> ? T : never;

type FieldsOf<T extends KubeObject> = Omit<T, "apiVersion" | "kind" | "metadata"> & { metadata: ObjectMeta };

export interface KindDefinition {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural?: string;
  readonly scope?: Scope;
}

/** Makes the value side of a kind. The one place where a custom kind's group, version and kind are written. */
export function defineKind<T extends KubeObject>(definition: KindDefinition): Kind<T> {
  const { group, version, kind, plural, scope } = definition;
  const apiVersion = formatApiVersion({ group, version });
  return Object.freeze({
    group,
    version,
    kind,
    apiVersion,
    ...(plural !== undefined && { plural }),
    ...(scope !== undefined && { scope }),
    of: (fields: FieldsOf<T>): T => ({ apiVersion, kind, ...fields }) as unknown as T,
    is: (object: { apiVersion?: string; kind?: string }): object is T =>
      object.apiVersion === apiVersion && object.kind === kind,
  });
}
