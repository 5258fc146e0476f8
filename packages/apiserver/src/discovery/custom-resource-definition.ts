import type { ApiObject } from "../resource-object.ts";

/** A CustomResourceDefinition, as far as discovery and OpenAPI need it. */
export interface Definition extends ApiObject {
  readonly spec: {
    readonly group: string;
    readonly scope: "Cluster" | "Namespaced";
    readonly names: DefinitionNames;
    readonly versions: readonly DefinitionVersion[];
    readonly preserveUnknownFields?: boolean;
  };
  readonly status?: {
    readonly acceptedNames?: DefinitionNames;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

export interface DefinitionNames {
  readonly plural: string;
  readonly singular?: string;
  readonly kind: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly schema?: { readonly openAPIV3Schema?: Readonly<Record<string, unknown>> };
  readonly subresources?: { readonly status?: object; readonly scale?: object };
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

/** Whether a condition of a definition is true. */
export function hasCondition(definition: Definition, type: string): boolean {
  return definition.status?.conditions?.some((one) => one.type === type && one.status === "True") ?? false;
}
