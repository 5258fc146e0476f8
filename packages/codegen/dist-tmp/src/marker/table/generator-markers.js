import { bool, defineMarkers, integer, optional, raw, required, text, texts } from "./define-markers.js";
/** The marker from which roles are made. */
export const rbacMarkers = defineMarkers("RBAC", [
    {
        name: "kubebuilder:rbac",
        targets: ["package"],
        summary: "Grants the operator access to resources or URLs.",
        details: "It may stand in any comment of a file, beside the code that needs the access. All of them together make the ClusterRole, and a Role for each namespace that is named.",
        example: "+kubebuilder:rbac:groups=apps,resources=deployments;deployments/status,verbs=get;list;watch;create;update;patch;delete",
        args: {
            groups: optional(texts, 'API groups; `core` or `""` is the group of pods and services, `*` all.'),
            resources: optional(texts, "Resources in the plural, subresources as `deployments/status`, `*` all."),
            resourceNames: optional(texts, "Only objects of these names; creating cannot be restricted so."),
            verbs: required(texts, "`get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, or `*`."),
            urls: optional(texts, "Paths that are no resources, as `/metrics`; without groups and resources."),
            namespace: optional(text, "Makes it a rule of a Role in this namespace, in place of the ClusterRole."),
            roleName: optional(text, "The name of its role, in place of the one that the generator was given."),
        },
    },
]);
/** Markers of the generated module of kinds. */
export const objectMarkers = defineMarkers("object", [
    {
        name: "kubebuilder:object:root",
        targets: ["type"],
        value: bool,
        summary: "Whether the type is a kind of its own, with a type guard and a place in the list of kinds.",
        details: "A kind of `defineKind` is so already; `false` leaves it out of the generated module.",
        example: "+kubebuilder:object:root=true",
    },
    {
        name: "kubebuilder:object:generate",
        targets: ["package"],
        value: bool,
        summary: "Whether the generated module has this module's kinds.",
        details: "`true` is the default, unlike in Go.",
        example: "+kubebuilder:object:generate=false",
    },
    {
        name: "kubebuilder:object:generate",
        targets: ["type"],
        value: bool,
        summary: "Whether the generated module has this kind, whatever its module says.",
        example: "+kubebuilder:object:generate=true",
    },
    {
        name: "k8s:deepcopy-gen",
        targets: ["package", "type"],
        value: raw,
        summary: "Asks Go's generator for copying code.",
        example: "+k8s:deepcopy-gen=package",
        ignored: "objects are plain JSON, which structuredClone copies",
        deprecatedInFavourOf: "kubebuilder:object:generate",
    },
    {
        name: "k8s:deepcopy-gen:interfaces",
        targets: ["type"],
        value: text,
        summary: "Asks Go's generator for an interface.",
        example: "+k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object",
        ignored: "a TypeScript type needs no methods to be an object",
        deprecatedInFavourOf: "kubebuilder:object:root",
    },
]);
const noWebhooks = "webhook configurations are not generated yet";
/** Markers of webhooks, which nothing reads yet. */
export const webhookMarkers = defineMarkers("Webhook", [
    {
        name: "kubebuilder:webhook",
        targets: ["package"],
        summary: "Describes an admission webhook.",
        example: "+kubebuilder:webhook:path=/validate-cache-example-com-v1-memcached,mutating=false,failurePolicy=fail,sideEffects=None,groups=cache.example.com,resources=memcacheds,verbs=create;update,versions=v1,name=vmemcached.example.com,admissionReviewVersions=v1",
        ignored: noWebhooks,
        args: {
            mutating: required(bool, "Whether it changes objects, rather than only checking them."),
            failurePolicy: required(text, "`fail` or `ignore`: what happens where it cannot be reached."),
            matchPolicy: optional(text, "`Exact` or `Equivalent` (the default): whether it sees other versions of a resource."),
            sideEffects: optional(text, "`None`, `NoneOnDryRun`, `Some` or `Unknown`."),
            timeoutSeconds: optional(integer, "How long the server waits for it: 1 to 30."),
            groups: required(texts, "API groups."),
            resources: required(texts, "Resources in the plural."),
            verbs: required(texts, "`create`, `update`, `delete`, `connect` or `*`."),
            versions: required(texts, "API versions."),
            name: required(text, "Its name: a domain of three parts or more."),
            path: optional(text, "The path that the server calls; not together with url."),
            url: optional(text, "The URL that the server calls; not together with path."),
            serviceName: optional(text, "The Service in front of it."),
            serviceNamespace: optional(text, "That Service's namespace."),
            servicePort: optional(integer, "That Service's port."),
            webhookVersions: optional(texts, "Versions of the configuration; only `v1`."),
            admissionReviewVersions: required(texts, "Versions of AdmissionReview that it understands, the preferred one first."),
            reinvocationPolicy: optional(text, "`Never` or `IfNeeded`: whether it sees changes of webhooks after it."),
            patch: optional(text, "A strategic merge patch in JSON for what has no argument here."),
        },
    },
    {
        name: "kubebuilder:webhookconfiguration",
        targets: ["package"],
        summary: "Names the object that holds the webhooks.",
        example: "+kubebuilder:webhookconfiguration:mutating=true,name=memcached-webhooks",
        ignored: noWebhooks,
        args: {
            mutating: required(bool, "Whether it is the one of mutating webhooks."),
            name: optional(text, "Its name."),
        },
    },
]);
const noApplyConfigurations = "types of TypeScript need no second form for server-side apply";
/** Markers of apply configurations, which only Go needs. */
export const applyMarkers = defineMarkers("apply", [
    {
        name: "kubebuilder:ac:generate",
        targets: ["package", "type"],
        value: bool,
        summary: "Asks Go's generator for apply configurations.",
        example: "+kubebuilder:ac:generate=true",
        ignored: noApplyConfigurations,
    },
    {
        name: "kubebuilder:ac:output:package",
        targets: ["package"],
        value: text,
        summary: "Says where Go's generator puts apply configurations.",
        example: '+kubebuilder:ac:output:package="applyconfiguration"',
        ignored: noApplyConfigurations,
    },
]);
