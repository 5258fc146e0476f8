import type { MarkerDefinition } from "../marker.ts";
import { defineMarkers, integer, optional, required, text, texts } from "./define-markers.ts";

/** Markers on kinds and modules: names, versions, subresources, columns. */
export const resourceMarkers: readonly MarkerDefinition[] = defineMarkers("CRD", [
  {
    name: "groupName",
    targets: ["package"],
    value: text,
    isValueOptional: true,
    summary: "Says the API group of this module's kinds.",
    details: "`defineKind` already says it. Where this marker is there too, both must agree.",
    example: "+groupName=cache.example.com",
  },
  {
    name: "versionName",
    targets: ["package"],
    value: text,
    summary: "Says the API version of this module's kinds.",
    details: "`defineKind` already says it. Where this marker is there too, both must agree.",
    example: "+versionName=v1alpha1",
  },
  {
    name: "kubebuilder:skip",
    targets: ["package"],
    summary: "Leaves this module's kinds out of the generated CRDs.",
    details: "Its types may still be used by kinds of other modules.",
    example: "+kubebuilder:skip",
  },
  {
    name: "kubebuilder:resource",
    targets: ["type"],
    summary: "Sets the names and the scope of the kind.",
    details: "Without it the plural is made from the kind, and objects live in namespaces.",
    example: "+kubebuilder:resource:path=memcacheds,shortName=mc;mcd,categories=all,scope=Namespaced",
    args: {
      path: optional(text, "The plural, as in URLs: lower case, usually that of the kind."),
      singular: optional(text, "The singular, in place of the kind in lower case."),
      shortName: optional(texts, "Short names for kubectl."),
      categories: optional(texts, "Groups of resources it belongs to, as `all` in `kubectl get all`."),
      scope: optional(text, "`Namespaced` (the default) or `Cluster`."),
    },
  },
  {
    name: "kubebuilder:subresource:status",
    targets: ["type"],
    summary: "Serves /status, so that status is written separately from the rest.",
    details: "Then a write of the object leaves status as it is, and a write of /status leaves everything else.",
    example: "+kubebuilder:subresource:status",
  },
  {
    name: "kubebuilder:subresource:scale",
    targets: ["type"],
    summary: "Serves /scale, for `kubectl scale` and the HorizontalPodAutoscaler.",
    example: "+kubebuilder:subresource:scale:specpath=.spec.size,statuspath=.status.size,selectorpath=.status.selector",
    args: {
      specpath: required(text, "JSON path of the number of replicas that is wanted."),
      statuspath: required(text, "JSON path of the number of replicas that there are."),
      selectorpath: optional(
        text,
        "JSON path of the pods' label selector in its text form; the HorizontalPodAutoscaler needs it.",
      ),
    },
  },
  {
    name: "kubebuilder:printcolumn",
    targets: ["type"],
    summary: "Adds a column to `kubectl get`.",
    details:
      "Columns come in the order of their markers. As soon as there is one, the column Age is no longer there by itself.",
    example: '+kubebuilder:printcolumn:name="Size",type=integer,JSONPath=`.spec.size`,description="Wanted instances"',
    args: {
      name: required(text, "The column's heading."),
      type: required(text, "`string`, `integer`, `number`, `boolean` or `date`."),
      JSONPath: required(text, "Where its value is in the object."),
      description: optional(text, "What the column shows, for those who ask."),
      format: optional(text, "A format of that type, as `int64`."),
      priority: optional(integer, "Columns of 0 (the default) are always shown, others only with `-o wide`."),
    },
  },
  {
    name: "kubebuilder:storageversion",
    targets: ["type"],
    summary: "Stores objects of this kind in this version.",
    details: "A kind of several versions needs it on exactly one of them.",
    example: "+kubebuilder:storageversion",
  },
  {
    name: "kubebuilder:unservedversion",
    targets: ["type"],
    summary: "Keeps this version in the CRD without serving it.",
    details: "For a version that clients may no longer use while stored objects are still in it.",
    example: "+kubebuilder:unservedversion",
  },
  {
    name: "kubebuilder:skipversion",
    targets: ["type"],
    summary: "Leaves this version out of the CRD.",
    details: "Another version of the same kind must remain.",
    example: "+kubebuilder:skipversion",
  },
  {
    name: "kubebuilder:deprecatedversion",
    targets: ["type"],
    summary: "Marks this version as deprecated: the server warns clients that use it.",
    example: '+kubebuilder:deprecatedversion:warning="cache.example.com/v1alpha1 Memcached is deprecated; use v1"',
    args: { warning: optional(text, "What the server says, in place of its own sentence.") },
  },
  {
    name: "kubebuilder:metadata",
    targets: ["type"],
    summary: "Adds annotations and labels to the CRD itself.",
    example: '+kubebuilder:metadata:annotations="example.com/owner=cache-team",labels="example.com/tier=backend"',
    args: {
      annotations: optional(texts, "Each as `key=value`."),
      labels: optional(texts, "Each as `key=value`."),
    },
  },
  {
    name: "kubebuilder:selectablefield",
    targets: ["type"],
    summary: "Makes a field usable in field selectors.",
    details: "A string, boolean or integer that is not within a list; eight at most.",
    example: "+kubebuilder:selectablefield:JSONPath=.spec.tier",
    args: { JSONPath: required(text, "Where the field is in the object.") },
  },
  {
    name: "kubebuilder:externalDocs",
    targets: ["type", "field"],
    summary: "Links to documentation elsewhere.",
    example: '+kubebuilder:externalDocs:url="https://memcached.org/about",description="What memcached is"',
    args: {
      url: required(text, "Where it is."),
      description: optional(text, "What one finds there."),
    },
  },
  {
    name: "k8s:enum",
    targets: ["type"],
    summary: "Marks a union of string literals as an enum, whose values are then listed in alphabetical order.",
    details: "Without it such a union is an enum too, in the order as written.",
    example: "+k8s:enum",
  },
]);
