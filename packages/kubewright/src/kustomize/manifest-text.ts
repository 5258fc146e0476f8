import { writeYaml, type YamlValue } from "@kubewright/codegen";

/** Objects as `kustomize build` prints them. */
export function manifestText(objects: readonly object[]): string {
  return objects.map((object) => writeYaml(object as YamlValue)).join("---\n");
}
