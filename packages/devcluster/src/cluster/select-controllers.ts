import type { ClusterController, ControllerName } from "../controller/cluster-controller.ts";
import { DevClusterError } from "../errors.ts";

/**
 * The controllers that a list names, as kube-controller-manager's `--controllers` does: `*` is all of them, `name` is one more, `-name`
 * is one less. Throws DevClusterError `INVALID_OPTION` for a name that there is not.
 */
export function selectControllers(
  all: readonly ClusterController[],
  list: readonly string[],
): readonly ClusterController[] {
  const names = new Set<string>(all.map(({ name }) => name));
  for (const entry of list) {
    if (entry === "*" || names.has(entry.replace(/^-/, ""))) continue;
    throw new DevClusterError(
      "INVALID_OPTION",
      `controllers: there is no "${entry.replace(/^-/, "")}"; known are ${[...names].join(", ")}, and * for all`,
    );
  }
  const isSelected = (name: ControllerName): boolean => {
    if (list.includes(`-${name}`)) return false;
    return list.includes("*") || list.includes(name);
  };
  return all.filter(({ name }) => isSelected(name));
}
