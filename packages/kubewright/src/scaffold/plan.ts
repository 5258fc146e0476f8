import { insertAtAnchor } from "./anchor.ts";
import type { Insertion, ScaffoldFile, ScaffoldStep } from "./scaffold-file.ts";

/** What is to be done with a file. */
export interface PlannedFile extends ScaffoldFile {
  readonly how: PlannedChange;
}

export type PlannedChange =
  | "create"
  /** It gets lines at its anchors. */
  | "update"
  /** It is another one than would be scaffolded, and is replaced, as was asked for. */
  | "overwrite"
  /** It is as it should be. */
  | "unchanged"
  /** It is another one than would be scaffolded, and left as it is. */
  | "keep";

/** What a command is to do to a project. */
export interface ScaffoldPlan {
  readonly files: readonly PlannedFile[];
  /** What the user has to put into files that lost their anchors. */
  readonly byHand: readonly Insertion[];
}

export interface PlanOptions {
  /** Whether files that differ are replaced. */
  readonly isForced?: boolean;
}

/** Reads a file of the project; undefined when there is none. */
export type ReadFile = (path: string) => Promise<string | undefined>;

/** What steps, one after the other, come to in a project. Nothing is written. */
export async function planScaffold(
  steps: readonly ScaffoldStep[],
  read: ReadFile,
  { isForced = false }: PlanOptions = {},
): Promise<ScaffoldPlan> {
  const before = new Map<string, string | undefined>();
  const planned = new Map<string, ScaffoldFile>();
  const current = async (path: string): Promise<string | undefined> => {
    if (!before.has(path)) before.set(path, await read(path));
    return planned.get(path)?.text ?? before.get(path);
  };
  const others = new Set<string>();
  const byHand: Insertion[] = [];
  for (const { files, insertions } of steps) {
    for (const file of files) {
      const there = await current(file.path);
      // A file that an earlier step made, and later ones add to, is the same for all of them.
      if (planned.has(file.path)) continue;
      const isOther =
        there !== undefined && there !== file.text && file.isGenerated !== true && !isAddedTo(file, steps);
      if (isOther) others.add(file.path);
      planned.set(file.path, there === undefined || (isOther && isForced) ? file : { ...file, text: there });
    }
    for (const insertion of insertions) {
      const text = await current(insertion.path);
      const outcome = text === undefined ? ({ type: "no-anchor" } as const) : insertAtAnchor(text, insertion);
      if (outcome.type === "no-anchor") byHand.push(insertion);
      if (outcome.type !== "inserted") continue;
      planned.set(insertion.path, { ...planned.get(insertion.path), path: insertion.path, text: outcome.text });
    }
  }
  const files = [...planned.values()].map((file) => ({ ...file, how: changeOf(file, before, others) }));
  return { files, byHand };
}

/** Whether a file is made to be added to: that it differs from how it began is no work of the user. */
function isAddedTo({ path, text }: ScaffoldFile, steps: readonly ScaffoldStep[]): boolean {
  return (
    text.includes("+kubebuilder:scaffold:") &&
    steps.some(({ insertions }) => insertions.some((each) => each.path === path))
  );
}

function changeOf(
  { path, text }: ScaffoldFile,
  before: ReadonlyMap<string, string | undefined>,
  others: ReadonlySet<string>,
): PlannedChange {
  const there = before.get(path);
  if (there === undefined) return "create";
  if (others.has(path)) return there === text ? "keep" : "overwrite";
  return there === text ? "unchanged" : "update";
}
