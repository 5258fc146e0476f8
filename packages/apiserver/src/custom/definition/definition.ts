import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from "@kubewright/api/apiextensions/v1";
import type { ApiObject } from "../../resource-object.ts";

export type Definition = CustomResourceDefinition;
export type DefinitionNames = CustomResourceDefinitionNames;
export type DefinitionSpec = CustomResourceDefinitionSpec;
export type DefinitionVersion = CustomResourceDefinitionVersion;
/** A schema as it stands in a definition. */
export type SchemaSource = Record<string, unknown>;

/** Where definitions are stored. */
export const definitionCollection = "apiextensions.k8s.io/customresourcedefinitions";

/** What holds a definition back until its instances are gone. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

/** The object as what it is known to be. */
export function asDefinition(object: ApiObject): Definition {
  return object as unknown as Definition;
}

/** Where the objects of a definition are stored. */
export function collectionOf({ spec }: Definition): string {
  return `${spec.group}/${spec.names.plural}`;
}

/** The schema of a version. */
export function schemaOf(version: DefinitionVersion): SchemaSource | undefined {
  return version.schema?.openAPIV3Schema as SchemaSource | undefined;
}
