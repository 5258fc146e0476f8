import type { GroupVersionKind, GroupVersionResource, Scope } from "@kubewright/api";
import type { CallOptions } from "../call-options.ts";

/** How a kind is reached over HTTP. */
export interface ResourceMapping extends GroupVersionKind, GroupVersionResource {
  readonly scope: Scope;
  readonly verbs: readonly string[];
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** Names of the subresources, as in `status`. */
  readonly subresources: readonly string[];
}

/**
 * What a server serves: asked once, kept, and asked again when something unknown is looked for.
 *
 * `signal` and `timeoutMs` end a caller's wait for the server, not the question, whose answer others may wait for.
 */
export interface Discovery {
  /** Throws ClientError `UNKNOWN_KIND` when the server, asked anew, does not serve the kind. */
  resourceFor(kind: GroupVersionKind, options?: CallOptions): Promise<ResourceMapping>;
  /** The preferred version is chosen when `version` is absent. */
  kindFor(
    resource: { readonly group: string; readonly version?: string; readonly resource: string },
    options?: CallOptions,
  ): Promise<ResourceMapping>;
  /**
   * What a person means by a name: `deployments`, `deployment`, `deploy`, `Deployment`, `deployments.apps` or
   * `deployments.v1.apps`. The first group in the server's order wins, in its preferred version.
   */
  resourceNamed(name: string, options?: CallOptions): Promise<ResourceMapping>;
  /** Everything, without subresources: groups in the server's order, the preferred version of each first. */
  resources(options?: CallOptions): Promise<readonly ResourceMapping[]>;
  /** Forgets all; the next question asks the server. */
  invalidate(): void;
}
