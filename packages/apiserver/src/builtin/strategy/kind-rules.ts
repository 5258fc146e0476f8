import type { RequestContext } from "../../resource/request-context.ts";
import type { DeleteOptions } from "../../resource/strategy.ts";
import type { ApiObject } from "../../resource-object.ts";

/** What is wrong with a name, in the server's words. */
export type NameRule = (name: string, options: { readonly isPrefix: boolean }) => readonly string[];

/** How writes of one kind differ from what most kinds do. Everything is optional: see the defaults. */
export interface KindRules {
  /** @default DNS subdomains */
  readonly name?: NameRule;
  /** Whether PUT makes an object that is missing. @default false */
  readonly allowsCreateOnUpdate?: boolean;
  /** Whether PUT may come without a version. @default true */
  readonly allowsUnconditionalUpdate?: boolean;
  /** Whether DELETE answers with the object. @default false */
  readonly returnsDeletedObject?: boolean;
  /** @default "Background" */
  readonly defaultPropagation?: "Background" | "Orphan" | "Unsupported";
  /** Paths whose change makes a new generation: `spec`, `metadata.annotations`. @default objects have no generation */
  readonly generation?: readonly string[];
  /** Whether new objects begin with generation 1; without, the first change makes it. @default true for kinds with `generation` */
  readonly startsGeneration?: boolean;
  /** What the object itself cannot be used to change. @default `status`, for kinds that have the subresource */
  readonly pinned?: readonly string[];
  /** Whether `status` of a new object is emptied. @default true for kinds that have the subresource */
  readonly emptiesStatus?: boolean;
  /** Runs after the rules above. */
  prepareForCreate?(object: ApiObject, context: RequestContext): void;
  prepareForUpdate?(object: ApiObject, old: ApiObject, context: RequestContext): void;
  canonicalize?(object: ApiObject): void;
  gracePeriodOf?(object: ApiObject, options: DeleteOptions): number;
  beginDeletion?(object: ApiObject, options: DeleteOptions, context: RequestContext): void;
  mayGo?(object: ApiObject): boolean;
  beginWrite?(object: ApiObject, old: ApiObject | undefined, context: RequestContext): void;
  afterWrite?(object: ApiObject, old: ApiObject | undefined): void;
  afterDelete?(object: ApiObject): void;
  readonly repeatedMetadataRules?: readonly ("object" | "update")[];
  /** Views that write otherwise than `status` does by default. */
  readonly views?: Readonly<Record<string, ViewRules>>;
}

/** How writes through a view of the object, such as `status`, differ. */
export interface ViewRules {
  /** What the view cannot be used to change. @default ["spec"] */
  readonly pinned?: readonly string[];
  /** Fields that have no owner when written here. @default as `pinned` */
  readonly resetFields?: readonly (readonly string[])[];
  /** Paths whose change makes a new generation. @default none */
  readonly generation?: readonly string[];
  prepareForUpdate?(object: ApiObject, old: ApiObject, context: RequestContext): void;
}
