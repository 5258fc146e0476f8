import type { NamespaceCondition } from "@kubewright/api/core/v1";

/** What was found while the content of a namespace was deleted. */
export interface DeletionFindings {
  /** Why not all groups that the server serves are known. */
  readonly discoveryFailure?: string | undefined;
  /** What resources could not be deleted for, in any order. */
  readonly failures: readonly string[];
  /** How many objects are left: by `resource.group`. */
  readonly remaining: ReadonlyMap<string, number>;
  /** How many of those that are left have which finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

type Outcome = Pick<NamespaceCondition, "status" | "reason" | "message">;

/** In the order in which they are first written. */
const successes: Readonly<Record<string, Outcome>> = {
  NamespaceDeletionDiscoveryFailure: fine("ResourcesDiscovered", "All resources successfully discovered"),
  NamespaceDeletionGroupVersionParsingFailure: fine("ParsedGroupVersions", "All legacy kube types successfully parsed"),
  NamespaceDeletionContentFailure: fine(
    "ContentDeleted",
    "All content successfully deleted, may be waiting on finalization",
  ),
  NamespaceContentRemaining: fine("ContentRemoved", "All content successfully removed"),
  NamespaceFinalizersRemaining: fine("ContentHasNoFinalizers", "All content-preserving finalizers finished"),
};

/** The conditions of a namespace after another try to delete its content; undefined when they stay as they are. */
export function conditionsAfter(
  before: readonly NamespaceCondition[] | undefined,
  findings: DeletionFindings,
  time: string,
): NamespaceCondition[] | undefined {
  const found = problemsOf(findings);
  const conditions = [...(before ?? [])];
  let hasChanged = false;
  for (const [type, success] of Object.entries(successes)) {
    const now = { type, ...(found[type] ?? success) };
    const index = conditions.findIndex((condition) => condition.type === type);
    const old = conditions[index];
    if (old === undefined) conditions.push({ ...now, lastTransitionTime: time });
    else if (old.status === now.status && old.reason === now.reason && old.message === now.message) continue;
    else conditions[index] = { ...old, ...now, ...(old.status !== now.status && { lastTransitionTime: time }) };
    hasChanged = true;
  }
  return hasChanged ? conditions : undefined;
}

function problemsOf({ discoveryFailure, failures, remaining, finalizers }: DeletionFindings): Record<string, Outcome> {
  const problems: Record<string, Outcome> = {};
  if (discoveryFailure !== undefined) {
    problems.NamespaceDeletionDiscoveryFailure = problem("DiscoveryFailed", discoveryFailure);
  }
  if (failures.length > 0) {
    const texts = [...failures].sort().join(", ");
    problems.NamespaceDeletionContentFailure = problem(
      "ContentDeletionFailed",
      `Failed to delete all resource types, ${failures.length} remaining: ${texts}`,
    );
  }
  if (remaining.size > 0) {
    const texts = [...remaining].map(([resource, count]) => `${resource} has ${count} resource instances`).sort();
    problems.NamespaceContentRemaining = problem(
      "SomeResourcesRemain",
      `Some resources are remaining: ${texts.join(", ")}`,
    );
  }
  if (finalizers.size > 0) {
    const texts = [...finalizers].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`).sort();
    problems.NamespaceFinalizersRemaining = problem(
      "SomeFinalizersRemain",
      `Some content in the namespace has finalizers remaining: ${texts.join(", ")}`,
    );
  }
  return problems;
}

function fine(reason: string, message: string): Outcome {
  return { status: "False", reason, message };
}

function problem(reason: string, message: string): Outcome {
  return { status: "True", reason, message };
}
