import type { Project } from "../../project/project.ts";
import { importLine } from "./import-line.ts";

/** How far the lines of the program are indented that `create api` adds. */
export const builderIndent = "    ";

/** The program: a manager as its flags say, to which controllers are added at the anchors. */
export function mainFile({ projectName, domain }: Project, header: string): string {
  return `${header}${importLine(["Manager", "runOperator"], "@kubewright/operator")}

// +kubebuilder:scaffold:imports

await runOperator({
  // The Lease by which --leader-elect has one of several replicas work.
  leaderElectionId: "${projectName}.${domain}",
  // For flags that are not given; --help shows all of them.
  defaults: {
    "health-probe-bind-address": ":8081",
    // Nowhere. In the cluster: config/default/manager_metrics_patch.yaml.
    "metrics-bind-address": "0",
    // HTTPS, for those who have the role of config/rbac/metrics_reader_role.yaml.
    "metrics-secure": true,
  },
  // Flags of your own, as "max-size": { type: "number", default: 5, description: "…" }. create gets their values, too.
  flags: {},
  async create({ options }) {
    // What no flag is for goes in here, as { ...options, controllers: { maxConcurrentReconciles: 2 } }.
    const manager = await Manager.create(options);

    // +kubebuilder:scaffold:builder
    return manager;
  },
});
`;
}
