import type { Node, PersistentVolumeClaim, Pod } from "@kubewright/api/core/v1";

/** Something that happened, in the light of which a pod that fitted nowhere may fit now. */
export type ClusterChange =
  | { readonly kind: "node"; readonly old: Node | undefined; readonly now: Node | undefined }
  /** A pod that is on a node. */
  | { readonly kind: "placed pod"; readonly old: Pod | undefined; readonly now: Pod | undefined }
  /** The pod that waits. */
  | { readonly kind: "pod itself"; readonly old: Pod; readonly now: Pod }
  | { readonly kind: "claim"; readonly now: PersistentVolumeClaim };
