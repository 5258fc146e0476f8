import { YamlWriter } from "./write-yaml.ts";
import type { YamlValue } from "./yaml-value.ts";

/** A file to be written; its path is below the folder of its generator. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** What stands before the first document of a file. */
export interface FileHeader {
  /** As it is, such as the comment with a licence. @default "" */
  readonly header?: string | undefined;
}

/** A file of YAML documents, each after a line `---`; a writer that several files share writes what they share faster. */
export function yamlFile(
  path: string,
  documents: readonly YamlValue[],
  { header = "" }: FileHeader,
  writer: YamlWriter = new YamlWriter(),
): GeneratedFile {
  return { path, text: header + documents.map((document) => `---\n${writer.write(document)}`).join("") };
}
