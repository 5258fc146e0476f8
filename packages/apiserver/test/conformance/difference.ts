import { stringifyJson } from "@kubewright/api";

/** Where two values differ, one line each: `body.spec.replicas: 1 in the reference, 2 here`. */
export function differencesOf(expected: unknown, actual: unknown, path = ""): string[] {
  if (Object.is(expected, actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      return [`${path}: ${show(expected)} in the reference, ${show(actual)} here`];
    }
    return expected.flatMap((item, index) => differencesOf(item, actual[index], `${path}[${index}]`));
  }
  if (isObject(expected) && isObject(actual)) {
    const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort();
    return names.flatMap((name) => differencesOf(expected[name], actual[name], path === "" ? name : `${path}.${name}`));
  }
  return [`${path}: ${show(expected)} in the reference, ${show(actual)} here`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  const text = value === undefined ? "nothing" : stringifyJson(value);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
