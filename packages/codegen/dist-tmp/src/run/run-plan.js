/** Where Kubebuilder's projects have them. */
const usualFolders = {
    crd: "config/crd/bases",
    rbac: "config/rbac",
    webhook: "config/webhook",
    object: "config/object",
};
/** The place for what a generator makes when nobody names one. */
export function usualOutput(name) {
    return { to: "folder", config: usualFolders[name] };
}
/** What a run with no options does: CRDs and roles, or code. */
export function usualGenerators(purpose) {
    return purpose === "generate"
        ? [{ name: "object", options: {}, output: usualOutput("object") }]
        : [
            { name: "crd", options: {}, output: usualOutput("crd") },
            { name: "rbac", options: { roleName: "manager-role" }, output: usualOutput("rbac") },
        ];
}
