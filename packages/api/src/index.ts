// The public API. Built-in kinds are not here, but at @kubewright/api/<group>/<version>.

// Objects
export type {
  Created,
  CustomResource,
  DynamicObject,
  KubeObject,
  ListMeta,
  ManagedFieldsEntry,
  MetadataObject,
  ObjectList,
  ObjectMeta,
  OwnerReference,
  Review,
  TemplateMeta,
  Unnamed,
  UnnamedMeta,
  UnnamedObject,
  WithMetadata,
} from "./meta/object.ts";
export { type ExactObjectKey, formatKey, keyOf, keysEqual, type ObjectKey, parseKey } from "./meta/object-key.ts";

// Kinds
export {
  defineKind,
  type FieldsOf,
  type Kind,
  type KindDefinition,
  metadataOf,
  type ObjectOf,
  type Scope,
  type UnnamedFieldsOf,
} from "./meta/kind.ts";
export {
  formatApiVersion,
  formatGroupKind,
  formatGroupResource,
  formatGroupVersionKind,
  formatGroupVersionResource,
  type GroupKind,
  type GroupResource,
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  groupVersionKindOf,
  parseApiVersion,
  parseGroupKind,
  parseGroupResource,
  parseGroupVersionKind,
  parseGroupVersionResource,
} from "./meta/group-version.ts";
export { KindRegistry } from "./meta/kind-registry.ts";
export { guessPlural } from "./meta/plural.ts";

// Owners, finalizers, conditions, status
export {
  controllerOf,
  isControlledBy,
  isOwnedBy,
  type OwnerReferenceOptions,
  ownerReferenceTo,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from "./meta/owner-reference.ts";
export { addFinalizer, hasFinalizer, isBeingDeleted, removeFinalizer } from "./meta/finalizer.ts";
export {
  type Condition,
  type ConditionInput,
  type ConditionStatus,
  findCondition,
  isConditionFalse,
  isConditionTrue,
  removeCondition,
  setCondition,
} from "./meta/condition.ts";
export { type StatusOf, withStatus } from "./meta/with-status.ts";

// Comparing
export { compareResourceVersions } from "./meta/resource-version.ts";
export { type SemanticOptions, semanticDerivative, semanticEqual } from "./meta/semantic-equal.ts";
export { jsonEqual } from "./json/json-equal.ts";

// Selectors
export type { LabelSelector, LabelSelectorRequirement } from "./selector/label-selector.ts";
export { Selector } from "./selector/selector.ts";
export type { Requirement, SelectorOperator } from "./selector/requirement.ts";
export { escapeFieldValue, type FieldRequirement, FieldSelector } from "./selector/field-selector.ts";

// Values of fields
export { Quantity, type QuantityOptions } from "./value/quantity.ts";
export type { QuantityFormat, QuantityText } from "./value/quantity-text.ts";
export type { Float, Int32, Int64 } from "./value/integer.ts";
export { type IntOrString, parseIntOrString, scaleIntOrPercent } from "./value/int-or-string.ts";
export {
  formatMicroTime,
  formatTime,
  type MicroTime,
  type Moment,
  parseMicroTime,
  parseTime,
  type Time,
} from "./value/time.ts";
export { type Duration, formatDuration, parseDuration } from "./value/duration.ts";

// Names and labels: what the server would say of them
export {
  type NameOptions,
  validateCIdentifier,
  validateConfigMapKey,
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateDns1123SubdomainWithUnderscore,
  validateEnvVarName,
  validateHttpHeaderName,
  validatePathSegmentName,
  validatePercent,
  validatePortName,
  validatePortNumber,
  validateStrictEnvVarName,
  validateUnixId,
  validateWildcardDns1123Subdomain,
} from "./value/name.ts";
export {
  validateAnnotationKey,
  validateFinalizerName,
  validateLabelValue,
  validateQualifiedName,
} from "./value/label.ts";

// Patches
export type { JsonPatchOperation } from "./patch/json-patch.ts";
export { applyJsonPatch, type JsonPatchLimits } from "./patch/apply-json-patch.ts";
export { createJsonPatch } from "./patch/create-json-patch.ts";
export { formatJsonPointer } from "./patch/json-pointer.ts";
export { applyMergePatch, createMergePatch } from "./patch/merge-patch.ts";

// JSON that keeps 64-bit integers
export { parseJson } from "./json/parse-json.ts";
export { stringifyJson } from "./json/stringify-json.ts";
export { cloneJson } from "./json/clone-json.ts";

// What servers say when they say no
export {
  isStatus,
  type KnownStatusReason,
  type Status,
  type StatusCause,
  type StatusCauseReason,
  type StatusDetails,
  type StatusReason,
} from "./status/status.ts";
export {
  hasCause,
  type RefusedRequest,
  retryAfterSecondsOf,
  StatusError,
  statusCauseOf,
  statusErrorOf,
} from "./status/status-error.ts";
export {
  ignoreNotFound,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isForbidden,
  isGone,
  isInternal,
  isInvalid,
  isMethodNotSupported,
  isNotAcceptable,
  isNotFound,
  isRequestEntityTooLarge,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
  isUnsupportedMediaType,
} from "./status/predicate.ts";
export {
  alreadyExistsError,
  applyConflictError,
  badRequestError,
  conflictError,
  expiredError,
  forbiddenError,
  generateNameConflictError,
  goneError,
  internalError,
  invalidError,
  methodNotSupportedError,
  notFoundError,
  requestEntityTooLargeError,
  serverTimeoutError,
  serviceUnavailableError,
  timeoutError,
  tooManyRequestsError,
  unauthorizedError,
} from "./status/failure.ts";
export { type UnexpectedResponse, unexpectedResponseError } from "./status/unexpected-response.ts";

// Time as a value
export type { Clock, Scheduled } from "./clock/clock.ts";
export { ManualClock, type ManualClockOptions } from "./clock/manual-clock.ts";

// Errors of this package
export { ApiError, type ApiErrorCode } from "./errors.ts";
