import type { KindContext } from "../../scaffold/kind-context.ts";
import type { ReadFile, ScaffoldPlan } from "../../scaffold/plan.ts";
import { hasStorageMarker, withStorageMarker } from "../../scaffold/storage-version.ts";

/** Which version of a kind stays the one that is stored. */
export interface StorageChoice {
  readonly file: ScaffoldPlan["files"][number];
  /** For the user. */
  readonly message: string;
}

/**
 * What makes the oldest of a kind's versions say that objects are stored in it, as they were while it was the only one.
 *
 * Undefined with a single version, or where one says so already, or has no module that could.
 */
export async function chooseStorage(
  added: KindContext,
  before: readonly KindContext[],
  read: ReadFile,
): Promise<StorageChoice | undefined> {
  const [oldest] = before;
  if (oldest === undefined) return undefined;
  const texts = await Promise.all([...before, added].map(({ apiFile }) => read(apiFile)));
  if (texts.some((text) => text !== undefined && hasStorageMarker(text))) return undefined;
  const text = texts[0] === undefined ? undefined : withStorageMarker(texts[0], oldest.kind);
  if (text === undefined) return undefined;
  const { apiFile: path, kind, version } = oldest;
  return {
    file: { path, text, how: "update" },
    message: `Objects of the kind ${kind} stay stored as ${version}: ${path} has +kubebuilder:storageversion now. Move it to ${added.apiFile} to have them stored as ${added.version}. Until there is a conversion, both versions need the same fields.`,
  };
}
