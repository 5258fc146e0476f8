import type { JsonSchema } from "../schema/json-schema.ts";

/** One version of a kind, as a CustomResourceDefinition has it. */
export interface DefinitionVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: true;
  deprecationWarning?: string;
  schema: { openAPIV3Schema: JsonSchema };
  subresources?: {
    status?: Record<string, never>;
    scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string };
  };
  additionalPrinterColumns?: {
    name: string;
    type: string;
    jsonPath: string;
    description?: string;
    format?: string;
    priority?: number;
  }[];
  selectableFields?: { jsonPath: string }[];
}

/** A CustomResourceDefinition while it is made. */
export interface CustomResourceDefinition {
  apiVersion: "apiextensions.k8s.io/v1";
  kind: "CustomResourceDefinition";
  metadata: { name: string; annotations?: Record<string, string>; labels?: Record<string, string> };
  spec: {
    group: string;
    names: {
      kind: string;
      listKind: string;
      plural: string;
      singular: string;
      shortNames?: readonly string[];
      categories?: readonly string[];
    };
    scope: string;
    versions: DefinitionVersion[];
    preserveUnknownFields?: boolean;
  };
}
