import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { parseAllDocuments } from "yaml";
import { TestingError } from "../errors.ts";

/** A definition; or the path or file URL of a YAML or JSON file with definitions, or of a folder of such files. */
export type DefinitionSource = CustomResourceDefinition | string | URL;

/**
 * The definitions that a source gives. Other objects in the files are left out; of a folder, the files directly in it are read.
 *
 * Rejects with TestingError `INVALID_DEFINITION`, which names the file, when there is none.
 */
export async function readDefinitions(source: DefinitionSource): Promise<readonly CustomResourceDefinition[]> {
  if (typeof source === "object" && !(source instanceof URL)) return [source];
  const path = source instanceof URL ? fileURLToPath(source) : source;
  const definitions: CustomResourceDefinition[] = [];
  for (const file of await filesAt(path)) definitions.push(...definitionsIn(await readFile(file, "utf8"), file));
  if (definitions.length === 0) throw invalid(path, "has no CustomResourceDefinition");
  return definitions;
}

async function filesAt(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = await readdir(path);
    return names
      .filter((name) => /\.(ya?ml|json)$/.test(name))
      .sort()
      .map((name) => join(path, name));
  } catch (cause) {
    throw invalid(path, "cannot be read: a relative path is one from the working directory", cause);
  }
}

function definitionsIn(text: string, file: string): CustomResourceDefinition[] {
  // JSON is YAML. Keys that come twice are an error to kubectl, too.
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw invalid(file, `is not valid YAML: ${error.message}`, error);
    const object: unknown = document.toJS();
    return isDefinition(object) ? [object] : [];
  });
}

function isDefinition(object: unknown): object is CustomResourceDefinition {
  const { apiVersion, kind } = (object ?? {}) as { apiVersion?: unknown; kind?: unknown };
  return kind === "CustomResourceDefinition" && String(apiVersion).startsWith("apiextensions.k8s.io/");
}

function invalid(path: string, problem: string, cause?: unknown): TestingError {
  return new TestingError("INVALID_DEFINITION", `${path} ${problem}`, cause === undefined ? undefined : { cause });
}
