import { byteLength } from "../text/byte-text.ts";
import { mismatch, validateDns1123Subdomain } from "./name.ts";

const namePattern = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const valuePattern = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const nameRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const nameExamples = ["MyName", "my.name", "123-abc"];

/**
 * What is wrong with a qualified name: a name of up to 63 characters, with or without a DNS subdomain and a slash before it.
 *
 * Keys of labels, names of finalizers, types of conditions are such. Empty when it is good.
 */
export function validateQualifiedName(value: string): string[] {
  const parts = value.split("/");
  if (parts.length > 2) {
    const [problem] = mismatch("", `a valid label key ${nameRule}`, namePattern, nameExamples);
    return [`${problem} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const name = parts.at(-1)!;
  const problems: string[] = [];
  if (parts.length === 2) problems.push(...validatePrefix(parts[0]!).map((problem) => `prefix part ${problem}`));
  if (name === "") problems.push("name part must be non-empty");
  if (byteLength(name) > 63) problems.push("name part must be no more than 63 bytes");
  problems.push(...mismatch(name, `name part ${nameRule}`, namePattern, nameExamples));
  return problems;
}

/** What is wrong with the value of a label. Empty when it is good. */
export function validateLabelValue(value: string): string[] {
  const problems = byteLength(value) > 63 ? ["must be no more than 63 bytes"] : [];
  const rule =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  return [...problems, ...mismatch(value, rule, valuePattern, ["MyValue", "my_value", "12345"])];
}

/** What is wrong with the key of an annotation: as `validateQualifiedName`, upper case allowed in the prefix. Empty when it is good. */
export function validateAnnotationKey(value: string): string[] {
  // Go has no context in lower case: for it the dotted capital I is an i.
  return validateQualifiedName(value.replaceAll("\u0130", "i").toLowerCase());
}

/** What is wrong with the name of a finalizer. Empty when it is good. */
export function validateFinalizerName(value: string): string[] {
  return validateQualifiedName(value);
}

function validatePrefix(prefix: string): string[] {
  if (prefix === "") return ["must be non-empty"];
  // Here, unlike in names, the server counts in "bytes".
  return validateDns1123Subdomain(prefix).map((problem) => problem.replace(/ characters$/, " bytes"));
}
