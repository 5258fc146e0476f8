import { hasSchema, isKnownFormat, quote } from "@kubewright/api/server";
import type { Definition } from "./definition.ts";
import { hubSpecOf } from "./hub-spec.ts";

/** What clients are told of a definition that is accepted: of formats that nothing checks, and of rules that this server does not evaluate. */
export function definitionWarnings(definition: Definition, old: Definition | undefined): string[] {
  const known = new Set(old === undefined ? [] : unknownFormats(old));
  const formats = unknownFormats(definition).filter((format) => !known.has(format));
  return [...formats.map((format) => `unrecognized format ${quote(format)}`), ...ruleWarnings(definition)];
}

function unknownFormats({ spec }: Definition): string[] {
  const { all, versions } = hubSpecOf(spec);
  const found: string[] = [];
  for (const { schema } of [all, ...versions]) {
    hasSchema(schema, ({ format, type }) => {
      if (typeof format === "string" && format !== "" && !isKnownFormat(format, typeof type === "string" ? type : "")) {
        found.push(format);
      }
      return false;
    });
  }
  return found;
}

function ruleWarnings({ spec }: Definition): string[] {
  return (spec.versions ?? [])
    .filter(({ schema }) => hasSchema(schema?.openAPIV3Schema, hasRules))
    .map(
      ({ name }) => `version ${quote(name)}: x-kubernetes-validations are kept, but this server does not evaluate them`,
    );
}

function hasRules(schema: Record<string, unknown>): boolean {
  const rules = schema["x-kubernetes-validations"];
  return Array.isArray(rules) && rules.length > 0;
}
