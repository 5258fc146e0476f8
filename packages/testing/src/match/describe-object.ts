import { formatKey, type KubeObject, keyOf } from "@kubewright/api";

/** `Deployment shop/web`. */
export function describeObject(object: KubeObject): string {
  return `${object.kind} ${formatKey(keyOf(object))}`;
}

/** The part of an object's status that many kinds have. */
export interface ShownCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The conditions of an object whose kind has them. */
export function conditionsOf(object: unknown): readonly ShownCondition[] {
  const { conditions } = ((object as { status?: unknown } | undefined)?.status ?? {}) as { conditions?: unknown };
  return Array.isArray(conditions) ? conditions : [];
}

/** `Available=False (MinimumReplicasUnavailable: Deployment does not have minimum availability.)`. */
export function formatCondition({ type, status, reason, message }: ShownCondition): string {
  const why = [reason, message].filter(Boolean).join(": ");
  return why === "" ? `${type}=${status}` : `${type}=${status} (${why})`;
}

/** What keeps an object that should be gone: `it is being deleted and waits for its finalizers a, b`. */
export function whyStillThere({
  metadata: { deletionTimestamp, finalizers = [], ownerReferences = [] },
}: KubeObject): string {
  if (deletionTimestamp !== undefined) {
    return finalizers.length === 0
      ? "it is being deleted, and has no finalizers"
      : `it is being deleted and waits for its finalizers ${finalizers.join(", ")}`;
  }
  const owners = ownerReferences.map(({ kind, name }) => `${kind} ${name}`);
  return owners.length === 0
    ? "nobody has asked for its deletion"
    : `nobody has asked for its deletion; it is owned by ${owners.join(", ")}`;
}
