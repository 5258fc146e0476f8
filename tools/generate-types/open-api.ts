/** The parts of an OpenAPI v3 schema that the reference server uses. */
export interface Schema {
  description?: string;
  type?: string;
  format?: string;
  enum?: string[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema;
  allOf?: Schema[];
  $ref?: string;
  "x-kubernetes-group-version-kind"?: { group: string; version: string; kind: string }[];
}

/** What the server publishes about one group and version. */
export interface GroupVersionSource {
  group: string;
  version: string;
  schemas: Record<string, Schema>;
  resources: Resource[];
}

/** One entry of the server's resource list, subresources included. */
export interface Resource {
  name: string;
  kind: string;
  namespaced: boolean;
  group?: string;
  version?: string;
}

/** The schema name a reference points to, as in `io.k8s.api.apps.v1.Deployment`. */
export function referencedName(schema: Schema): string | undefined {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference?.slice("#/components/schemas/".length);
}
