import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The YAML library, loaded when it is first asked for: that takes longer than to start a server, and few programs use YAML. */
export function yamlLibrary(): typeof import("yaml") {
  return require("yaml");
}
