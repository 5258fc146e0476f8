import type { Node } from "@kubewright/api/core/v1";
import type { NodeState } from "./node-state.ts";

/** A node of which the server has told. */
export type KnownNode = NodeState & { readonly node: Node };
