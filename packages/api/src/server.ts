// What API servers, and programs that think like one, need beside the object model: @kubewright/api/server.

// What is wrong with a field
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
export { byteLength, compareBytes, quote } from "./value/byte-text.ts";
// Types of values
export type { AnyType, FieldType, ListType, MapType, ScalarType, StructType, ValueType } from "./value/value-type.ts";
