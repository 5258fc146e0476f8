const fields = ["groups", "resources", "resourceNames", "urls", "verbs"];
/** The rules that a marker of `kubebuilder:rbac` stands for: one for each resource. What no server would accept is reported. */
export function rulesOf(marker, report) {
    const [groups, resources, resourceNames, urls, verbs] = fields.map((field) => texts(marker.args[field]));
    const rule = {
        // `core` reads better than an empty name.
        groups: sortedSet(groups.map((group) => (group === "core" ? "" : group))),
        resources: sortedSet(resources),
        resourceNames: sortedSet(resourceNames),
        urls: sortedSet(urls),
        verbs: sortedSet(verbs),
    };
    const refusal = refusalOf(rule, marker.args.namespace);
    if (refusal !== undefined) {
        const severity = rule.verbs.length === 0 ? "error" : "warning";
        report({ severity, position: marker.position, message: `+${marker.definition.name}: ${refusal}` });
    }
    if (rule.resources.length === 0)
        return [rule];
    return rule.resources.map((resource) => ({ ...rule, resources: [resource] }));
}
function refusalOf({ groups, resources, urls, verbs }, namespace) {
    if (verbs.length === 0)
        return "there are no verbs; write verbs=get;list;watch, or verbs=*";
    if (urls.length > 0 && (groups.length > 0 || resources.length > 0)) {
        return "servers refuse rules for resources and urls at once; write two markers";
    }
    if (urls.length > 0 && namespace)
        return "servers refuse urls in a Role; leave namespace out";
    if (urls.length === 0 && resources.length === 0)
        return "servers refuse rules without resources or urls";
    if (urls.length === 0 && groups.length === 0)
        return 'servers refuse rules without groups; write groups="" for the core group';
    return undefined;
}
/**
 * Rules that grant the same in fewer rules, in controller-gen's order.
 *
 * Rules that differ only in one list become one, in this order of lists: verbs, resources, groups, URLs. Where that makes rules that differ only
 * in verbs, they become one too; controller-gen keeps one of them by chance.
 */
export function mergeRules(rules) {
    const order = ["verbs", "resources", "groups", "urls", "verbs"];
    const merged = order.reduce(mergeField, rules);
    return merged
        .map((rule) => (rule.verbs.includes("*") ? { ...rule, verbs: ["*"] } : rule))
        .sort((one, other) => compare(sortKey(one), sortKey(other)));
}
/** Rules whose other lists are equal, with their values in one list. */
function mergeField(rules, field) {
    const others = fields.filter((other) => other !== field);
    const byOthers = new Map();
    for (const rule of rules) {
        const key = JSON.stringify(others.map((other) => rule[other]));
        const same = byOthers.get(key);
        if (same === undefined)
            byOthers.set(key, { rule, values: [...rule[field]] });
        else
            same.values.push(...rule[field]);
    }
    return [...byOthers.values()].map(({ rule, values }) => ({ ...rule, [field]: sortedSet(values) }));
}
function sortKey({ groups, resources, resourceNames, urls }) {
    return [groups, resources, resourceNames, urls].map((list) => list.join("&")).join(" + ");
}
function sortedSet(values) {
    return [...new Set(values)].sort(compare);
}
/** As Go orders strings. */
export function compare(one, other) {
    return one < other ? -1 : one > other ? 1 : 0;
}
function texts(value) {
    return Array.isArray(value) ? value.map(String) : [];
}
