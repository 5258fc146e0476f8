import { parseJson } from "@kubewright/api";
import type { CollectionTag, ScalarTag, Tags } from "yaml";
import { yamlLibrary } from "../../../codec/text/yaml-library.ts";

/** The value that a JSON text stands for as YAML, members in the order of their names. */
export function yamlTextOf(json: string): string {
  return yamlLibrary().stringify(parseJson(json), {
    sortMapEntries: true,
    indentSeq: false,
    aliasDuplicateObjects: false,
    version: "1.1",
    customTags: withoutDot,
  });
}

/** A single dot is no number to Go's YAML, and needs no quotes. */
function withoutDot(tags: Tags): Tags {
  return tags.map((tag): Tags[number] => {
    if (typeof tag !== "object" || !isScalarTag(tag) || tag.test?.test(".") !== true) return tag;
    return { ...tag, test: /^[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)$/ };
  });
}

function isScalarTag(tag: ScalarTag | CollectionTag): tag is ScalarTag {
  return "test" in tag;
}
