import type { GroupVersion } from "@kubewright/api";
import type { ResourceMapping } from "./discovery.ts";

/** What a server says about one version of one group. */
export interface ServedVersion extends GroupVersion {
  readonly resources: readonly ResourceMapping[];
  /** Why `resources` may be old or incomplete. Absent: it is neither. */
  readonly problem?: string;
}
