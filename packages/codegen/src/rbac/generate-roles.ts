import type { Marker } from "../marker/marker.ts";
import type { Model } from "../model/model.ts";
import type { ReportProblem } from "../problem.ts";
import { type FileHeader, type GeneratedFile, yamlFile } from "../yaml/yaml-file.ts";
import type { YamlValue } from "../yaml/yaml-value.ts";
import { compare, mergeRules, type RoleRule, rulesOf } from "./role-rule.ts";

/** What roles are made with. */
export interface RoleOptions extends FileHeader {
  /** Of every role whose markers do not name another. */
  readonly roleName: string;
  /** @default "role.yaml" */
  readonly fileName?: string | undefined;
}

/**
 * The roles that all `+kubebuilder:rbac` markers together ask for, in one file: a ClusterRole, and a Role for each namespace that they name.
 *
 * Without such markers there is no file.
 */
export function generateRoles(model: Model, options: RoleOptions, report: ReportProblem): GeneratedFile[] {
  const markers = model.modules
    .filter(({ isRequested }) => isRequested)
    .flatMap((module) => model.packageMarkers(module))
    .filter(({ definition }) => definition.name === "kubebuilder:rbac");
  const roles = makeRoles(markers, options.roleName, report);
  return roles.length === 0 ? [] : [yamlFile(options.fileName || "role.yaml", roles, options)];
}

/** ClusterRoles and Roles, by namespace and name. */
export function makeRoles(markers: readonly Marker[], roleName: string, report: ReportProblem): YamlValue[] {
  const roles = new Map<string, { namespace: string; name: string; rules: RoleRule[] }>();
  for (const marker of markers) {
    const namespace = String(marker.args.namespace ?? "");
    const name = String(marker.args.roleName ?? "") || roleName;
    const key = JSON.stringify([namespace, name]);
    const role = roles.get(key) ?? { namespace, name, rules: [] };
    roles.set(key, role);
    role.rules.push(...rulesOf(marker, report));
  }
  return [...roles.values()]
    .sort((one, other) => compare(one.namespace, other.namespace) || compare(one.name, other.name))
    .map(({ namespace, name, rules }) => ({
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: namespace === "" ? "ClusterRole" : "Role",
      metadata: { name, namespace: namespace || undefined },
      rules: mergeRules(rules).map(policyRule),
    }));
}

function policyRule({ groups, resources, resourceNames, urls, verbs }: RoleRule): YamlValue {
  const unlessEmpty = (list: readonly string[]): readonly string[] | undefined =>
    list.length === 0 ? undefined : list;
  return {
    apiGroups: unlessEmpty(groups),
    nonResourceURLs: unlessEmpty(urls),
    resourceNames: unlessEmpty(resourceNames),
    resources: unlessEmpty(resources),
    verbs,
  };
}
