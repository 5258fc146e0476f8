import { ApiError } from "../errors.ts";
import { formatApiVersion, type GroupVersionKind } from "./group-version.ts";
import type { KubeObject, MetadataObject, ObjectMeta, Review, TemplateMeta, Unnamed, UnnamedMeta } from "./object.ts";

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
  /** Reads ask the server for this part of the objects only. @default the whole objects */
  readonly projection?: "metadata";
  /** An object of this kind: `fields` with `apiVersion` and `kind` filled in. */
  of(fields: FieldsOf<T>): T;
  /** An object of this kind whose name the server makes. */
  of(fields: UnnamedFieldsOf<T>): Unnamed<T>;
  /** Whether `object` says it is of this group, version and kind. */
  is(object: { apiVersion?: string; kind?: string }): object is T;
}

/** The type of a kind's objects. */
export type ObjectOf<K extends Kind> = K extends Kind<infer T> ? T : never;

/** What an object of type `T` is made from: all but the `apiVersion` and `kind`, which its `Kind` knows. */
export type FieldsOf<T extends KubeObject> = Omit<T, "apiVersion" | "kind" | "metadata"> &
  (T extends Review ? { metadata?: TemplateMeta } : { metadata: PlacedBy<ObjectMeta> });

/** As `FieldsOf`, with a `generateName` instead of a name. */
export type UnnamedFieldsOf<T extends KubeObject> = Omit<T, "apiVersion" | "kind" | "metadata"> & {
  metadata: PlacedBy<UnnamedMeta>;
};

/** As `M`, where a namespace that is undefined counts as left out: what another object says of its own can be taken over as it is. */
type PlacedBy<M extends TemplateMeta> = Omit<M, "namespace"> & { namespace?: string | undefined };

export interface KindDefinition {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural?: string;
  readonly scope?: Scope;
}

/**
 * Makes the value side of a kind. The one place where a custom kind's group, version and kind are written.
 *
 * Throws ApiError `INVALID_KIND` for a definition that no server could serve.
 */
export function defineKind<T extends KubeObject>(definition: KindDefinition): Kind<T> {
  const { group, version, kind, plural, scope } = definition;
  validate(definition);
  const apiVersion = formatApiVersion({ group, version });
  return Object.freeze({
    group,
    version,
    kind,
    apiVersion,
    ...(plural !== undefined && { plural }),
    ...(scope !== undefined && { scope }),
    of: (fields: { metadata?: object }): never =>
      ({ apiVersion, kind, ...fields, metadata: placed(fields.metadata) }) as never,
    is: (object: { apiVersion?: string; kind?: string }): object is T =>
      object.apiVersion === apiVersion && object.kind === kind,
  });
}

/**
 * The same kind, of whose objects reads give the metadata only: less to send and to keep for large objects.
 *
 * For get, list and watch. Writes send what they are given.
 */
export function metadataOf(kind: Kind): Kind<MetadataObject> {
  return Object.freeze({ ...kind, projection: "metadata" });
}

/** Without a namespace that is undefined. */
function placed(metadata: { namespace?: string | undefined } = {}): object {
  if (!("namespace" in metadata) || metadata.namespace !== undefined) return metadata;
  const { namespace: _, ...rest } = metadata;
  return rest;
}

const LABEL = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

function validate({ group, version, kind, plural, scope }: KindDefinition): void {
  if (typeof group !== "string" || (group !== "" && (group.length > 253 || !SUBDOMAIN.test(group)))) {
    refuse(kind, "group", group, 'a lower-case DNS name such as "cache.example.com", or "" for the core group');
  }
  if (typeof version !== "string" || !LABEL.test(version)) {
    refuse(kind, "version", version, 'a version alone, such as "v1alpha1"; the group has its own field');
  }
  if (typeof kind !== "string" || !LABEL.test(kind.toLowerCase())) {
    refuse(kind, "kind", kind, 'a name in CamelCase of letters and digits, such as "Memcached"');
  }
  if (plural !== undefined && !LABEL.test(plural)) {
    refuse(kind, "plural", plural, 'the lower-case resource name in URLs, such as "memcacheds"');
  }
  if (scope !== undefined && scope !== "Namespaced" && scope !== "Cluster") {
    refuse(kind, "scope", scope, '"Namespaced" or "Cluster"');
  }
}

function refuse(kind: unknown, field: string, value: unknown, expected: string): never {
  throw new ApiError(
    "INVALID_KIND",
    `definition of kind ${JSON.stringify(kind)}: ${field} is ${JSON.stringify(value)}, but must be ${expected}`,
  );
}
