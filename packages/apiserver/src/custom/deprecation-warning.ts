import type { DefinitionSpec, DefinitionVersion } from "./definition/definition.ts";

/** What is told to those who use a version; undefined when it is not deprecated. */
export function deprecationWarningOf(spec: DefinitionSpec, version: DefinitionVersion): string | undefined {
  if (!version.deprecated) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const warning = `${spec.group}/${version.name} ${spec.names.kind} is deprecated`;
  const [newest] = spec.versions
    .filter(({ served, deprecated, name }) => served && !deprecated && isNewer(name, version.name))
    .map(({ name }) => name)
    .sort((a, b) => (isNewer(a, b) ? -1 : 1));
  return newest === undefined ? warning : `${warning}; use ${spec.group}/${newest} ${spec.names.kind}`;
}

/** Whether clients should rather use the first version: `v2`, `v1`, `v1beta1`, `v1alpha1`, then all other names by the alphabet. */
function isNewer(a: string, b: string): boolean {
  const [left, right] = [rankOf(a), rankOf(b)];
  if (left === undefined || right === undefined) return left !== undefined || (right === undefined && a < b);
  const difference = left.map((part, index) => part - right[index]!).find((part) => part !== 0) ?? 0;
  return difference > 0;
}

function rankOf(version: string): readonly [stability: number, major: number, minor: number] | undefined {
  const found = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (found === null) return undefined;
  const stability = found[2] === undefined ? 2 : found[2] === "beta" ? 1 : 0;
  return [stability, Number(found[1]), Number(found[3] ?? 0)];
}
