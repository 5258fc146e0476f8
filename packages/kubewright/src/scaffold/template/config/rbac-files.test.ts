import { expect, test } from "vitest";
import { parse } from "yaml";
import { rbacFiles } from "./rbac-files.ts";

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

function leaderElectionRules(): Rule[] {
  const file = rbacFiles("op").find(({ path }) => path === "config/rbac/leader_election_role.yaml")!;
  return (parse(file.text) as { rules: Rule[] }).rules;
}

// As in Kubebuilder 4: users who compare the two find what they know, and what of Go's tools reads the lease works. ConfigMaps, which are
// in Kubebuilder's role, too, have not held a lease for years; events are of events.k8s.io here, and of "" in Kubebuilder.
test("the role for the election has Kubebuilder's verbs, for leases and events alone", () => {
  expect(leaderElectionRules()).toEqual([
    {
      apiGroups: ["coordination.k8s.io"],
      resources: ["leases"],
      verbs: ["get", "list", "watch", "create", "update", "patch", "delete"],
    },
    { apiGroups: ["", "events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
  ]);
});
