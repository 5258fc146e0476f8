/**
 * What the reference says of a value of a wrong type when it comes from a strategic merge patch and not from JSON.
 *
 * `text` is what it says for JSON: `json: cannot unmarshal number into Go struct field ConfigMap.data of type string`.
 */
export function restoreText(text: string): string {
  const match = /^json: cannot unmarshal (\w+)( \S+)? into Go (?:struct field \S+|value) of type (.+)$/.exec(text);
  if (match === null) return text;
  const [, found = "", number = "", target = ""] = match;
  const source = found === "number" && /[.eE]/.test(number) ? "float64" : (sources[found] ?? found);
  if (target.startsWith("map[") || target === "v1.ResourceList") return `cannot restore map from ${source}`;
  if (target.startsWith("[]")) return `cannot restore slice from ${source}`;
  if (scalars.has(target)) {
    return source === "slice" || source === "map"
      ? `unrecognized type: ${target}`
      : `cannot convert ${source} to ${target}`;
  }
  return source === "map" ? "unrecognized type: string" : `cannot restore struct from: ${source}`;
}

const sources: Readonly<Record<string, string>> = { array: "slice", object: "map", number: "int64" };
const scalars: ReadonlySet<string> = new Set(["string", "bool", "int32", "int64", "float64"]);
