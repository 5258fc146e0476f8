import { haveConflict, hostPortsOf } from "../view/host-ports.ts";
import type { KnownNode } from "../view/known-node.ts";
import { type Filter, refusal, skip } from "./filter.ts";

const taken = refusal("node(s) didn't have free ports for the requested pod ports", { isResolvable: true });

/** A port of a node goes to one pod. */
export const nodePorts: Filter = {
  name: "NodePorts",
  prepare({ hostPorts }) {
    if (hostPorts.length === 0) return skip;
    const isTaken = ({ facts }: KnownNode): boolean => {
      for (const other of facts) if (haveConflict(hostPorts, other.hostPorts)) return true;
      return false;
    };
    return { type: "check", check: (node) => (isTaken(node) ? taken : undefined) };
  },
  mayHelp({ hostPorts }, change) {
    if (change.kind === "node") return change.old === undefined;
    if (change.kind !== "placed pod" || change.now !== undefined || change.old === undefined) return false;
    return haveConflict(hostPorts, hostPortsOf(change.old));
  },
};
