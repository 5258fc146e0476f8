import { badRequestError, expiredError, StatusError } from "@kubewright/api";
import type { Resource } from "../../resource/resource.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import { CompactedError, type StorePage } from "../../storage/object-store.ts";
import { type Continuation, decodeContinue, encodeContinue, encodeInconsistentContinue } from "./continue-token.ts";
import type { ListOptions } from "./list-options.ts";
import { parseRequestedVersion, type RequestedVersion } from "./requested-version.ts";
import { waitForRevision } from "./revision-wait.ts";
import { Selection } from "./selection.ts";

/** The objects of a resource that are listed or watched. */
export interface CollectionTarget {
  readonly resource: Resource;
  /** Empty for all, and for objects of the cluster. */
  readonly namespace: string;
}

/** What a list gives. */
export interface ObjectPage {
  /** As the resource shows them. */
  readonly items: readonly ApiObject[];
  /** At which all items were as they are. */
  readonly resourceVersion: string;
  /** What the next request says to go on; absent on the last page. */
  readonly continue?: string;
  /** Absent on the last page, and where selectors make it unknown. */
  readonly remainingItemCount?: number;
}

/** Objects in the order of namespace and name. Rejects with a 400, with a 410 for a forgotten version, or a 504 for one that does not come. */
export async function listObjects(
  state: Pick<ServerState, "store" | "clock">,
  { resource, namespace }: CollectionTarget,
  options: ListOptions,
  signal: AbortSignal,
): Promise<ObjectPage> {
  const selection = new Selection(resource, namespace, options);
  const start = startOf(options, namespace, selection);
  if (start.version !== undefined && start.version.revision > state.store.revision) {
    await waitForRevision(state, start.version, signal);
  }
  const page = readPage(state, resource, namespace, options, selection, start);
  const items = page.items.map((stored) => resource.fromStored(stored.object));
  const resourceVersion = String(page.revision);
  const last = page.items.at(-1);
  if (page.remaining === 0 || last === undefined) return { items, resourceVersion };
  return {
    items,
    resourceVersion,
    continue: encodeContinue(page.revision, namespace, last),
    ...(selection.isEverything && { remainingItemCount: page.remaining }),
  };
}

/** Where in time and place a list starts. */
interface ListStart {
  /** Must have come; absent for the present. */
  readonly version?: RequestedVersion | undefined;
  /** Whether the list is as at that version, not later. */
  readonly isExact: boolean;
  readonly continuation?: Continuation;
}

function startOf(options: ListOptions, namespace: string, selection: Selection): ListStart {
  const { resourceVersion, resourceVersionMatch, limit } = options;
  if (options.continue !== "" && selection.single === undefined) {
    const continuation = decodeContinue(options.continue, namespace);
    if (resourceVersion !== "" && resourceVersion !== "0") {
      throw badRequestError("specifying resource version is not allowed when using continue");
    }
    if (continuation.revision === undefined) return { isExact: false, continuation };
    const version = { revision: continuation.revision, digits: String(continuation.revision) };
    return { version, isExact: true, continuation };
  }
  const version = parseRequestedVersion(resourceVersion);
  if (version !== undefined && "problem" in version) {
    throw badRequestError(`invalid resource version: ${version.problem}`);
  }
  if (version === undefined || version.revision === 0) return { isExact: false };
  // Without a word on how to match, a limit alone makes the version an exact one.
  return { version, isExact: resourceVersionMatch === "Exact" || (resourceVersionMatch === "" && limit > 0) };
}

function readPage(
  { store }: Pick<ServerState, "store">,
  { collection }: Resource,
  namespace: string,
  options: ListOptions,
  selection: Selection,
  { version, isExact, continuation }: ListStart,
): StorePage {
  const revision = isExact && version !== undefined ? version.revision : store.revision;
  const { single } = selection;
  // Version 0 is for who takes anything at once: all of it.
  const hasLimit = options.limit > 0 && options.resourceVersion !== "0";
  try {
    if (single !== undefined) {
      const stored = store.getAt(collection, single.namespace, single.name, revision);
      const items = stored !== undefined && selection.includes(stored) ? [stored] : [];
      return { items, revision, remaining: 0 };
    }
    return store.list(collection, {
      namespace,
      revision,
      ...(continuation !== undefined && { after: continuation.position }),
      ...(hasLimit && { limit: options.limit }),
      ...(!selection.isEverything && { accepts: (stored) => selection.accepts(stored) }),
    });
  } catch (error) {
    throw error instanceof CompactedError ? forgottenError(continuation) : error;
  }
}

const tooOld =
  "The provided continue parameter is too old to display a consistent list result. " +
  "You can start a new list without the continue parameter, or use the continue token in this response to retrieve the " +
  "remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were " +
  "created, modified, or deleted between the time the first chunk was returned and now may show up in the list.";

function forgottenError(continuation: Continuation | undefined): StatusError {
  if (continuation === undefined) return expiredError("The resourceVersion for the provided list is too old.");
  const { status } = expiredError(tooOld);
  return new StatusError({ ...status, metadata: { continue: encodeInconsistentContinue(continuation) } });
}
