/** Markers that other programs read from the same comments; they are passed over in silence. */
export const otherTools = [
    {
        tool: "Kubernetes' generators for Go",
        names: [
            "genclient",
            "genclient:*",
            "groupGoName",
            "k8s:client-gen",
            "k8s:conversion-gen*",
            "k8s:defaulter-gen*",
            "k8s:openapi-gen*",
            "k8s:openapi-model-package",
            "k8s:prerelease-lifecycle-gen*",
            "k8s:protobuf-gen",
            "k8s:register-gen",
            "protobuf*",
            "resourceName",
        ],
    },
    {
        tool: "Kubernetes' declarative validation",
        names: [
            "enum",
            "featureGate",
            "k8s:alpha",
            "k8s:beta",
            "k8s:customUnique",
            "k8s:declarativeValidationNative",
            "k8s:eachKey",
            "k8s:eachVal",
            "k8s:forbidden",
            "k8s:format",
            "k8s:ifDisabled",
            "k8s:ifEnabled",
            "k8s:isSubresource",
            "k8s:item",
            "k8s:maxBytes",
            "k8s:maxLength",
            "k8s:minItems",
            "k8s:minLength",
            "k8s:neq",
            "k8s:opaqueType",
            "k8s:subfield",
            "k8s:supportsSubresource",
            "k8s:union*",
            "k8s:unique",
            "k8s:update",
            "k8s:validation-gen*",
            "k8s:validation:*",
            "k8s:zeroOrOneOf*",
            "union",
            "unionDeprecated",
            "unionDiscriminator",
            "unionMember",
        ],
    },
    { tool: "strategic merge patch of built-in types", names: ["patchMergeKey", "patchStrategy"] },
    { tool: "the Operator SDK", names: ["operator-sdk:*"] },
    { tool: "kubebuilder's scaffolding", names: ["kubebuilder:scaffold:*", "kubebuilder:docs-gen:*"] },
];
const exactNames = new Set(otherTools.flatMap(({ names }) => names.filter((name) => !name.endsWith("*"))));
const prefixes = otherTools.flatMap(({ names }) => names.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1)));
/** Whether a marker's name is known to be that of another tool. */
export function isOfOtherTool(name) {
    return exactNames.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
