import type { FieldSelectors } from "../resource/resource.ts";
import type { DefinitionVersion } from "./definition/definition.ts";
import { findValues } from "./json-path/find-values.ts";
import { parseJsonPath } from "./json-path/parse-json-path.ts";

/** By which fields objects of a definition can be selected: their name and namespace, and what the definition says. */
export function customSelectors(version: DefinitionVersion, isNamespaced: boolean): FieldSelectors {
  const fields = (version.selectableFields ?? []).map(({ jsonPath }) => {
    return { name: jsonPath.replace(/^\./, ""), path: parseJsonPath(jsonPath) };
  });
  return {
    names: fields.map(({ name }) => name),
    valuesOf(object) {
      const values: Record<string, string> = { "metadata.name": object.metadata.name ?? "" };
      if (isNamespaced) values["metadata.namespace"] = object.metadata.namespace ?? "";
      for (const { name, path } of fields) {
        const [value] = findValues(path, object);
        values[name] = value === undefined || value === null ? "" : String(value);
      }
      return values;
    },
    unsupportedText: (name) => `field label not supported: ${name}`,
  };
}
