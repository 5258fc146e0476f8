import { createHash } from "node:crypto";
import { goJson } from "@kubewright/api/server";
import type { Resource } from "../resource/resource.ts";
import { isMapping, isNull, textOf, toJson, type Value } from "../yaml/value.ts";

/** The characters that a name gets in place of some, so that it makes no words. */
const replacements: Readonly<Record<string, string>> = { "0": "g", "1": "h", "3": "k", a: "m", e: "t" };

/** What a ConfigMap or Secret has, as ten characters for its name. */
export function contentHash(resource: Resource): string {
  const { object, kind } = resource;
  const isSecret = kind === "Secret";
  const optional = isSecret ? "stringData" : "binaryData";
  const content = {
    kind,
    // The reference means to have the name here, and does not find it.
    name: "",
    ...(isSecret ? { type: textOf(object.type) } : {}),
    data: contentOf(object.data),
    ...(isMapping(object[optional]) ? { [optional]: toJson(object[optional]) } : {}),
  };
  const digest = createHash("sha256").update(goJson(content)).digest("hex").slice(0, 10);
  return digest.replace(/[013ae]/g, (character) => replacements[character] as string);
}

function contentOf(value: Value): unknown {
  if (isNull(value)) return "";
  return isMapping(value) ? toJson(value) : textOf(value);
}
