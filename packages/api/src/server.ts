// What API servers, and programs that think like one, need beside the object model: @kubewright/api/server.

export {
  anyElement,
  type ElementPattern,
  excludeFields,
  type FieldFilter,
  includeFields,
} from "./apply/field/field-filter.ts";
export { FieldSet, FieldSetBuilder } from "./apply/field/field-set.ts";
export {
  type FieldPath,
  formatFieldPath,
  type IndexElement,
  type KeyElement,
  type KeyField,
  keyElement,
  type PathElement,
  type ValueElement,
} from "./apply/field/path-element.ts";
// Server-side apply and ownership of fields
export {
  type ApplyOptions,
  type ConvertVersion,
  FieldManager,
  type FieldManagerOptions,
  type VersionedObject,
  type WriteOptions,
} from "./apply/manager/field-manager.ts";
export { keepTimestamps } from "./apply/manager/keep-timestamps.ts";
export { managedFieldsProblem } from "./apply/manager/managed-fields.ts";
export { parentManagedFields, type ReplicasPaths, scaleManagedFields } from "./apply/manager/scale-managed-fields.ts";
export { deducedType } from "./apply/typed/concrete-type.ts";
// JSON of any names
export { setOwnMember } from "./json/own-member.ts";
// Patches as the server takes them
export { serverJsonPatchLimits } from "./patch/apply-json-patch.ts";
export { applyStrategicMergePatch, consumeStrategicMergePatch } from "./patch/strategic/apply-strategic-merge-patch.ts";
export {
  createStrategicMergePatch,
  createThreeWayStrategicMergePatch,
  type ThreeWayPatchOptions,
} from "./patch/strategic/create-strategic-merge-patch.ts";
export { defaultValue, dropNulls } from "./schema/default-value.ts";
export { type FieldPathResult, resolveFieldPath } from "./schema/definition/field-path.ts";
export { isGranularSet, mapKeyProblems } from "./schema/definition/place-rules.ts";
export { printedSchema } from "./schema/definition/printed-schema.ts";
export {
  hasSchema,
  type SchemaDefinitionOptions,
  type SchemaRules,
  strictSchemaRules,
  validateSchemaDefinition,
} from "./schema/definition/schema-definition.ts";
export { validateStructural } from "./schema/definition/structural-rules.ts";
// Structural schemas
export { type Coerced, type CoerceOptions, coerceEmbeddedMetadata } from "./schema/embedded/coerce-metadata.ts";
export { type ObjectMetaReading, readObjectMeta } from "./schema/embedded/read-object-meta.ts";
export {
  type MetadataCheck,
  type ValidateEmbeddedOptions,
  validateEmbedded,
} from "./schema/embedded/validate-embedded.ts";
export { isKnownFormat } from "./schema/format/string-format.ts";
export { validateListTypes } from "./schema/list-type.ts";
export { Pattern } from "./schema/pattern/pattern.ts";
export { type Pruned, pruneValue } from "./schema/prune-value.ts";
export { SchemaValidator, type ValidateOptions } from "./schema/schema-validator.ts";
export {
  type SchemaContents,
  type StructuralSchema,
  structuralSchemaOf,
  tryStructuralSchema,
} from "./schema/structural-schema.ts";
export { type ValueTypeOptions, valueTypeOf } from "./schema/value-type-of.ts";
// What goes wrong
export { plainFailure } from "./status/failure.ts";
export {
  duplicateField,
  forbiddenField,
  invalidField,
  mistypedField,
  requiredField,
  tooLongField,
  tooManyField,
  uncheckedField,
  unresolvedField,
  unsupportedField,
} from "./status/field-cause.ts";
// Texts as the server orders, counts and prints them
export { byteLength, compareBytes, isPrintable, quote } from "./text/byte-text.ts";
export { formatFloat } from "./text/float-text.ts";
export { formatGoSyntax, formatGoValue, goTypeOf, quoteList, quoteListSyntax } from "./text/go-text.ts";
export { joinProblems } from "./text/join-problems.ts";
export { jsonTypeName } from "./text/json-type-name.ts";
export { escapeHtml, goJson, orderMembers } from "./text/server-json.ts";
export { formatHumanDuration } from "./value/human-duration.ts";
// Addresses
export {
  type AddressBlock,
  blockContains,
  formatAddressBlock,
  isBlockBase,
  parseAddressBlock,
} from "./value/address-block.ts";
export {
  formatIp,
  formatIpv6,
  hasLeadingZeros,
  type IpBytes,
  ipNumber,
  ipOfNumber,
  isIpv4,
  parseIp,
} from "./value/ip-address.ts";
// Types of values
export type { AnyType, FieldType, ListType, MapType, ScalarType, StructType, ValueType } from "./value/value-type.ts";
