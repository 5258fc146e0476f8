import type { GroupVersionKind, StatusCause } from "@kubewright/api";
import type { StructType } from "@kubewright/api/server";
import type { ApiObject } from "../resource-object.ts";
import type { RequestContext } from "./request-context.ts";
import type { Strategy } from "./strategy.ts";

/** A resource as it is served at one version. Built-in kinds and custom ones alike. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  /** The plural: `deployments`. */
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
  /** Whether it comes from a CustomResourceDefinition. */
  readonly isCustom: boolean;
  /** Where objects are stored; all versions of a resource, and events of both groups, share one. `apps/deployments`, `pods`. */
  readonly collection: string;
  /** How values merge. Known members only, for built-in kinds. */
  readonly type: StructType;
  readonly codec: ObjectCodec;
  readonly strategy: Strategy;
  readonly selectors: FieldSelectors;
  readonly table: TableConvertor;
  readonly subresources: ReadonlyMap<string, Subresource>;
  /** The object in the form that is stored: the same one where nothing differs. */
  toStored(object: ApiObject): ApiObject;
  /** The stored object as this version shows it: the same one where nothing differs. Defaults that came later are filled in. */
  fromStored(stored: ApiObject): ApiObject;
  /**
   * The answer to a create, for kinds that are questions and not stored: `SubjectAccessReview`, `TokenReview`.
   *
   * Takes the object after admission. Throws a StatusError to refuse.
   */
  readonly answer?: (object: ApiObject, context: RequestContext) => ApiObject | Promise<ApiObject>;
  /** Told to everyone who uses it: of a deprecated version. */
  readonly deprecationWarning?: string | undefined;
}

/** Turns JSON values into objects of one kind and version. */
export interface ObjectCodec {
  /**
   * The object that `value` says, in canonical form: unknown fields dropped, defaults filled in.
   *
   * `problems` names unknown fields (`unknown field "spec.x"`). Throws a DecodeError when a value has the wrong type. `value` is not changed, and
   * the object shares nothing with it.
   */
  decode(value: unknown): { readonly object: ApiObject; readonly problems: readonly string[] };
  /** The same without defaults, for what is merged first (patches). */
  decodePlain(value: unknown): { readonly object: ApiObject; readonly problems: readonly string[] };
  /** Fills in defaults, in place. */
  applyDefaults(object: ApiObject): void;
}

/** Which fields can be selected by. */
export interface FieldSelectors {
  /** Beside `metadata.name`, and `metadata.namespace` where there are namespaces. */
  readonly names: readonly string[];
  /** The values of all of them in an object (as this version shows it); absent ones are `""`. */
  valuesOf(object: ApiObject): Readonly<Record<string, string>>;
  /** The text of the 400 for another name. */
  unsupportedText(name: string): string;
}

/** A column of a table, as in `TableColumnDefinition`. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

/** How kubectl prints objects. */
export interface TableConvertor {
  readonly columns: readonly TableColumn[];
  /** As many as there are columns. `now` is for ages, in milliseconds. */
  cellsOf(object: ApiObject, now: number): readonly unknown[];
  /** The order of rows, if it is not that of the objects. */
  readonly compare?: (a: ApiObject, b: ApiObject) => number;
  /** What a row says of its object beside the cells, if anything. */
  conditionsOf?(object: ApiObject): readonly object[] | undefined;
}

/** What can be done at `…/name/<subresource>`. */
export type Subresource = ViewSubresource | ActionSubresource;

/** A part of the object, or another view of it: `status`, `scale`, `finalize`, `approval`, `ephemeralcontainers`, `resize`. */
export interface ViewSubresource {
  readonly type: "view";
  readonly name: string;
  readonly verbs: readonly string[];
  readonly kind: GroupVersionKind;
  /** How values of the view merge. */
  readonly valueType: StructType;
  readonly codec: ObjectCodec;
  /** Replaces the resource's own for writes through the subresource. */
  readonly strategy: Strategy;
  /** What is shown of an object; absent: the object itself. Throws a StatusError when there is nothing to show. */
  readonly show?: (object: ApiObject) => ApiObject;
  /** What a write through the view begins with; absent: what is shown. */
  readonly base?: (object: ApiObject) => ApiObject;
  /** The object with the view written back into it; absent: the view is the object. */
  readonly writeBack?: (object: ApiObject, view: ApiObject, context: RequestContext) => ApiObject;
  /** How kubectl prints the view; absent: as the object if that is what is shown, or only its name and age. */
  readonly table?: TableConvertor;
  /** The view's own rules. */
  readonly validateView?: (view: ApiObject) => StatusCause[];
  /** Where in the object `spec.replicas` of a Scale is, as in `["spec", "replicas"]`: who owns the one owns the other. */
  readonly replicasPath?: readonly string[];
}

/** Something to do with an object: `eviction`, `binding`, `token`, `log`. Verbs find it by name in what the server was given. */
export interface ActionSubresource {
  readonly type: "action";
  readonly name: string;
  readonly verbs: readonly string[];
  readonly kind: GroupVersionKind;
  /** How what is sent is read; absent: nothing is sent, or it is no object. */
  readonly codec?: ObjectCodec;
  /** The type of what is sent. */
  readonly valueType?: StructType;
}
