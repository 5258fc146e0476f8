import { writeYaml } from "./write-yaml.js";
/** A file of YAML documents, each after a line `---`. */
export function yamlFile(path, documents, { header = "" }) {
    return { path, text: header + documents.map((document) => `---\n${writeYaml(document)}`).join("") };
}
