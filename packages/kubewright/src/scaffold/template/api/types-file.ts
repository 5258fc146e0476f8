import type { KindContext } from "../../kind-context.ts";
import { storageMarker } from "../../storage-version.ts";
import { fitting, importLine } from "../import-line.ts";

/** The module of a kind: its type, from which everything else is generated. */
export function typesFile(context: KindContext): string {
  const { header, kind, deployImage } = context;
  const names = [
    "type Condition",
    "type CustomResource",
    "defineKind",
    ...(deployImage === undefined ? [] : ["type Int32"]),
  ];
  return `${header}${importLine(names, "@kubewright/operator")}

// This file is yours to edit. Markers (lines with +kubebuilder:) say what the cluster checks; "npx kubewright manifests -w" lists them.
// "make manifests" brings the CustomResourceDefinition up to date.

/** What is wanted of a ${kind}. */
export interface ${kind}Spec {
${specFields(context)}
}

/** What has become of a ${kind}. */
export interface ${kind}Status {
  /**
   * How it is doing, by type: ${deployImage === undefined ? "Available" : "Available, and Degraded while it is being deleted"}.
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/**
 * ${article(kind)} ${kind}.
 *
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:status
${context.isStored ? ` * ${storageMarker}\n` : ""}${printColumns(context)}
 */
${fitting(
  `export interface ${kind} extends CustomResource<${kind}Spec, ${kind}Status> {}`,
  `export interface ${kind}\n  extends CustomResource<${kind}Spec, ${kind}Status> {}`,
)}
export const ${kind} = defineKind<${kind}>({
${definition(context)}
});
`;
}

function specFields({ deployImage, kind }: KindContext): string {
  if (deployImage === undefined) {
    return `  /** An example of a field: put those of ${article(kind).toLowerCase()} ${kind} in its place. */
  foo?: string;`;
  }
  const size = `  /**
   * How many instances there are.
   * +kubebuilder:default=1
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:validation:Maximum=3
   * +kubebuilder:validation:ExclusiveMaximum=false
   */
  size?: Int32;`;
  if (deployImage.containerPort === undefined) return size;
  return `${size}

  /**
   * The port on which an instance listens. The command can name it as $(CONTAINER_PORT).
   * +kubebuilder:default=${deployImage.containerPort}
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:validation:Maximum=65535
   */
  containerPort?: Int32;`;
}

function printColumns({ deployImage }: KindContext): string {
  return [
    ...(deployImage === undefined ? [] : [`name="Size",type=integer,JSONPath=\`.spec.size\``]),
    'name="Available",type=string,JSONPath=`.status.conditions[?(@.type=="Available")].status`',
    'name="Age",type=date,JSONPath=`.metadata.creationTimestamp`',
  ]
    .map((column) => ` * +kubebuilder:printcolumn:${column}`)
    .join("\n");
}

function definition({ group, version, kind, plural, hasUsualPlural, isNamespaced }: KindContext): string {
  return [
    `  group: "${group}",`,
    `  version: "${version}",`,
    `  kind: "${kind}",`,
    ...(hasUsualPlural ? [] : [`  plural: "${plural}",`]),
    ...(isNamespaced ? [] : ['  scope: "Cluster",']),
  ].join("\n");
}

function article(kind: string): string {
  return /^[AEIOU]/.test(kind) ? "An" : "A";
}
