import { notFoundError } from "@kubewright/api";
import { plainFailure } from "@kubewright/api/server";
import type { Resource } from "../../resource/resource.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { ApiObject } from "../../resource-object.ts";
import { parseRequestedVersion } from "./requested-version.ts";
import { waitForRevision } from "./revision-wait.ts";

/** One object. */
export interface ObjectTarget {
  readonly resource: Resource;
  /** Empty for objects of the cluster. */
  readonly namespace: string;
  readonly name: string;
  /** The view of it that is shown; absent or empty: the object itself. */
  readonly subresource?: string | undefined;
}

export interface GetOptions {
  /** A version that must have been reached; empty or absent: the present. */
  readonly resourceVersion?: string | undefined;
  readonly signal: AbortSignal;
}

/** The object, as its resource or subresource shows it. Rejects with a 404, or a 504 for a version that does not come. */
export async function getObject(
  state: Pick<ServerState, "store" | "clock">,
  { resource, namespace, name, subresource = "" }: ObjectTarget,
  { resourceVersion = "", signal }: GetOptions,
): Promise<ApiObject> {
  const version = parseRequestedVersion(resourceVersion);
  if (version !== undefined && "problem" in version) throw plainFailure(version.problem);
  if (version !== undefined && version.revision > state.store.revision) await waitForRevision(state, version, signal);
  const stored = state.store.get(resource.collection, namespace, name);
  const view = subresource === "" ? undefined : resource.subresources.get(subresource);
  if (stored === undefined || (subresource !== "" && view?.type !== "view")) throw notFoundError(resource, name);
  const object = resource.fromStored(stored.object);
  return view?.type === "view" && view.show !== undefined ? view.show(object) : object;
}
