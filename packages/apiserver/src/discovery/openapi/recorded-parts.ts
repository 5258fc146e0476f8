import type { OpenApiData } from "../../data/open-api-data.ts";
import type { ActionParameters, Parameter } from "./custom-paths.ts";
import type { Schema } from "./custom-schema.ts";

/** What documents of custom resources have from those of built-in ones. */
export interface RecordedParts {
  readonly parameters: ActionParameters;
  /** Of metadata, options and answers, by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

const metaPrefix = "io.k8s.apimachinery.pkg.apis.meta.v1.";
const metaKinds = [
  "DeleteOptions",
  "FieldsV1",
  "ListMeta",
  "ManagedFieldsEntry",
  "ObjectMeta",
  "OwnerReference",
  "Patch",
  "Preconditions",
  "ShardInfo",
  "Status",
  "StatusCause",
  "StatusDetails",
  "Time",
];

interface RecordedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Reads the parts from the document of a resource that has all verbs and nothing of its own: leases. */
export function readRecordedParts(data: OpenApiData): RecordedParts {
  const { paths, components } = parse(data, "apis/coordination.k8s.io/v1");
  const collection = paths["/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases"] ?? {};
  const item = paths["/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases/{name}"] ?? {};
  const of = (path: typeof item, method: string): Parameter[] => {
    return ((path[method] as { parameters?: Parameter[] } | undefined)?.parameters ?? []).slice();
  };
  const common = item.parameters as Parameter[];
  const find = (name: string): Parameter => common.find((parameter) => parameter.name === name)!;
  const resourceVersion = of(collection, "get").find(({ name }) => name === "resourceVersion");
  return {
    parameters: {
      pretty: find("pretty"),
      namespace: find("namespace"),
      list: of(collection, "get"),
      // Reads of built-in resources are not documented to take one, though they do.
      get: resourceVersion === undefined ? [] : [resourceVersion],
      post: of(collection, "post"),
      put: of(item, "put"),
      patch: of(item, "patch"),
      delete: of(item, "delete"),
    },
    schemas: Object.fromEntries(
      metaKinds.map((kind) => [`${metaPrefix}${kind}`, components.schemas[`${metaPrefix}${kind}`]!]),
    ),
  };
}

/** The schemas of the Scale subresource. */
export function readScaleSchemas(data: OpenApiData): Record<string, Schema> {
  const { schemas } = parse(data, "apis/apps/v1").components;
  return Object.fromEntries(
    Object.entries(schemas).filter(([name]) => /^io\.k8s\.api\.autoscaling\.v1\.Scale(Spec|Status)?$/.test(name)),
  );
}

function parse(data: OpenApiData, path: string): RecordedDocument {
  return JSON.parse(Buffer.from(data.document(path)!).toString("utf8")) as RecordedDocument;
}
