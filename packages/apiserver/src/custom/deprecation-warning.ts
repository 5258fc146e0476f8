import type { DefinitionSpec, DefinitionVersion } from "./definition/definition.ts";
import { compareVersions } from "./version-order.ts";

/** What is told to those who use a version; undefined when it is not deprecated. */
export function deprecationWarningOf(spec: DefinitionSpec, version: DefinitionVersion): string | undefined {
  if (!version.deprecated) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const warning = `${spec.group}/${version.name} ${spec.names.kind} is deprecated`;
  const [newest] = spec.versions
    .filter(({ served, deprecated, name }) => served && !deprecated && compareVersions(name, version.name) < 0)
    .map(({ name }) => name)
    .sort(compareVersions);
  return newest === undefined ? warning : `${warning}; use ${spec.group}/${newest} ${spec.names.kind}`;
}
