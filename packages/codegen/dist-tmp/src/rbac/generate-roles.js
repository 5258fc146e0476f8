import { yamlFile } from "../yaml/yaml-file.js";
import { compare, mergeRules, rulesOf } from "./role-rule.js";
/**
 * The roles that all `+kubebuilder:rbac` markers together ask for, in one file: a ClusterRole, and a Role for each namespace that they name.
 *
 * Without such markers there is no file.
 */
export function generateRoles(model, options, report) {
    const markers = model.modules
        .filter(({ isRequested }) => isRequested)
        .flatMap((module) => model.packageMarkers(module))
        .filter(({ definition }) => definition.name === "kubebuilder:rbac");
    const roles = makeRoles(markers, options.roleName, report);
    return roles.length === 0 ? [] : [yamlFile(options.fileName || "role.yaml", roles, options)];
}
/** ClusterRoles and Roles, by namespace and name. */
export function makeRoles(markers, roleName, report) {
    const roles = new Map();
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
function policyRule({ groups, resources, resourceNames, urls, verbs }) {
    const unlessEmpty = (list) => list.length === 0 ? undefined : list;
    return {
        apiGroups: unlessEmpty(groups),
        nonResourceURLs: unlessEmpty(urls),
        resourceNames: unlessEmpty(resourceNames),
        resources: unlessEmpty(resources),
        verbs,
    };
}
