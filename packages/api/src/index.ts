// The public API, bottom up.

// Time as a value
export type { Clock, Scheduled } from "./clock/clock.ts";
// Errors
export { ApiError, type ApiErrorCode } from "./errors.ts";
export {
  formatApiVersion,
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  groupVersionKindOf,
  parseApiVersion,
} from "./meta/group-version.ts";
export { defineKind, type Kind, type KindDefinition, type ObjectOf, type Scope } from "./meta/kind.ts";
// Objects and kinds
export type {
  Creatable,
  CustomResource,
  DynamicObject,
  KubeObject,
  ListMeta,
  ManagedFieldsEntry,
  ObjectList,
  ObjectMeta,
  OwnerReference,
  TemplateMeta,
} from "./meta/object.ts";
export type { ObjectKey } from "./meta/object-key.ts";
// Patches
export type { JsonPatchOperation } from "./patch/json-patch.ts";
// Selectors
export type { LabelSelector, LabelSelectorRequirement } from "./selector/label-selector.ts";
