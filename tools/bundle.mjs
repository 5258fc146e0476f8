// Makes the JavaScript that the packages ship: one file for what belongs together, which loads several times faster than the
// hundred small files it is written in. Declarations come from `tsc -b`.
import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));

/**
 * Programs that a package starts as processes of their own: they are beside its index, where it looks for them.
 * @type {Record<string, readonly string[]>}
 */
const programs = {
  devcluster: ["memcached/memcached-program.mjs", "node/process/supervisor/supervisor.mjs"],
};

/**
 * The entries of a package, by the path of their JavaScript below `dist` without its ending.
 * @param {string} source
 * @param {string} name
 */
function entriesOf(source, name) {
  /** @type {Record<string, string>} */
  const entries = { index: join(source, "index.ts") };
  if (name === "kubewright") entries["main"] = join(source, "main.ts");
  for (const program of programs[name] ?? []) entries[basename(program, ".mjs")] = join(source, program);
  if (name !== "api") return entries;
  entries["server"] = join(source, "server.ts");
  for (const path of readdirSync(join(source, "types"), { recursive: true, encoding: "utf8" })) {
    if (path.endsWith(".ts")) entries[`types/${path.slice(0, -".ts".length)}`] = join(source, "types", path);
  }
  return entries;
}

for (const name of ["api", "client", "runtime", "operator", "apiserver", "devcluster", "codegen", "kubewright"]) {
  const source = join(packages, name, "src");
  const output = join(packages, name, "dist");
  const bundle = await rolldown({
    input: entriesOf(source, name),
    // The bundler's own helpers, for syntax that the target lacks (`using`), come along.
    external: (/** @type {string} */ id) => !/^[./\0]|^@oxc-project\/runtime\//.test(id),
    platform: name === "api" ? "neutral" : "node",
    transform: { target: "es2022" },
  });
  const written = await bundle.write({
    dir: output,
    format: "esm",
    entryFileNames: ({ facadeModuleId }) => (facadeModuleId?.endsWith(".mjs") ? "[name].mjs" : "[name].js"),
    chunkFileNames: "chunk/[name].js",
    // Those of the sources are in the declarations, and to read past them takes time.
    comments: { annotation: true, jsdoc: false, legal: true },
  });
  await bundle.close();
  // What is there no longer goes last: a program that starts meanwhile finds what it needs.
  const names = new Set(written.output.map(({ fileName }) => join(fileName)));
  for (const path of readdirSync(output, { recursive: true, encoding: "utf8" })) {
    if (/\.m?js$/.test(path) && !names.has(path)) rmSync(join(output, path));
  }
}
