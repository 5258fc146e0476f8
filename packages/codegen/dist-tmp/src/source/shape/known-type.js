import { dereference } from "./object-shape.js";
const META = "k8s.io/apimachinery/pkg/apis/meta/v1";
/** Names of `@kubewright/api` by what controller-gen knows them as. */
const KNOWN = new Map([
    ["Condition", `${META}.Condition`],
    ["ConditionStatus", `${META}.ConditionStatus`],
    ["DynamicObject", `${META}/unstructured.Unstructured`],
    ["Duration", `${META}.Duration`],
    ["GroupKind", `${META}.GroupKind`],
    ["GroupResource", `${META}.GroupResource`],
    ["GroupVersion", `${META}.GroupVersion`],
    ["GroupVersionKind", `${META}.GroupVersionKind`],
    ["GroupVersionResource", `${META}.GroupVersionResource`],
    ["IntOrString", "k8s.io/apimachinery/pkg/util/intstr.IntOrString"],
    ["LabelSelector", `${META}.LabelSelector`],
    ["LabelSelectorRequirement", `${META}.LabelSelectorRequirement`],
    ["ListMeta", `${META}.ListMeta`],
    ["ManagedFieldsEntry", `${META}.ManagedFieldsEntry`],
    ["MicroTime", `${META}.MicroTime`],
    ["ObjectMeta", `${META}.ObjectMeta`],
    ["OwnerReference", `${META}.OwnerReference`],
    ["QuantityText", "k8s.io/apimachinery/pkg/api/resource.Quantity"],
    ["Status", `${META}.Status`],
    ["StatusCause", `${META}.StatusCause`],
    ["StatusDetails", `${META}.StatusDetails`],
    ["TemplateMeta", `${META}.ObjectMeta`],
    ["Time", `${META}.Time`],
]);
/** Go packages that are not `k8s.io/api/<group>/<version>`. */
const PACKAGES = new Map([
    ["meta/v1", META],
    ["apiextensions/v1", "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"],
    ["apiregistration/v1", "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"],
]);
/** Names of `@kubewright/api` that make a kind: they give it `apiVersion`, `kind` and `metadata`. */
export const OBJECT_BASES = new Set(["KubeObject", "CustomResource", "MetadataObject"]);
const TYPE_META = { form: "known", name: `${META}.TypeMeta` };
const OBJECT_META = { form: "known", name: `${META}.ObjectMeta` };
/** What `KubeObject` is, and `CustomResource` with its arguments. */
export function objectBase([spec, status], position) {
    const field = (name, isOptional, shape) => {
        return { name, isOptional, shape, comments: { doc: [], markers: [] }, position };
    };
    const hasStatus = status !== undefined && !(status.form === "unsupported" && status.text === "never");
    return {
        form: "object",
        fields: [
            field("metadata", true, OBJECT_META),
            ...(spec === undefined ? [] : [field("spec", false, spec)]),
            ...(hasStatus ? [field("status", true, status)] : []),
        ],
        bases: [TYPE_META],
    };
}
/** Whether an object type is what `objectBase` gives, or extends it. */
export function isObjectBase(shape) {
    return (shape.form === "object" && (shape.bases.includes(TYPE_META) || shape.bases.map(dereference).some(isObjectBase)));
}
/** Members whose schema is the same for every kind, whatever a type narrows them to. */
export const OBJECT_MEMBERS = new Set(["apiVersion", "kind", "metadata"]);
/**
 * What a name of `@kubewright/api` says of its values, or undefined for one that no schema is made of.
 *
 * `module` is empty for the package itself, and `apps/v1` for a module of built-in types.
 */
export function knownShape(module, name) {
    if (module !== "") {
        return { form: "known", name: `${PACKAGES.get(module) ?? `k8s.io/api/${module}`}.${name}` };
    }
    switch (name) {
        case "Int32":
            return { form: "integer", format: "int32" };
        case "Int64":
            return { form: "integer", format: "int64" };
        case "Float":
            return { form: "float" };
        case "Quantity":
            return { form: "unsupported", text: name, why: "it is a class that calculates; write QuantityText" };
        default: {
            const known = KNOWN.get(name);
            return known === undefined ? undefined : { form: "known", name: known };
        }
    }
}
