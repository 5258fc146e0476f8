/** What the server's messages call a value of JSON: `object`, `array`, `string`, `number`, `bool`, `null`. */
export function jsonTypeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
      return "number";
    default:
      return typeof value;
  }
}
