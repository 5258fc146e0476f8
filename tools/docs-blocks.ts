import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The TypeScript blocks of a page, in order. */
function blocksOf(page: string): string[] {
  return [...readFileSync(join(root, page), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
}

/** What compiling the TypeScript of some pages gave. */
export interface CompiledDocs {
  /** What the compiler complains about; empty when all is well. */
  readonly errors: string;
  readonly count: number;
  /** The JavaScript of one block, as a file that Node can run. */
  program(page: string, index: number): string;
}

/** Compiles every TypeScript block of `pages` against the packages as built, into a folder of its own. */
export async function compileDocs(pages: readonly string[], name: string): Promise<CompiledDocs> {
  const folder = join(root, "node_modules/.cache", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const baseName = (page: string, index: number) => `${page.replace(/[/.]/g, "-")}-${index}`;
  let count = 0;
  for (const page of pages) {
    for (const [index, text] of blocksOf(page).entries()) {
      writeFileSync(join(folder, `${baseName(page, index)}.ts`), `${text}\nexport {};\n`);
      count++;
    }
  }
  const compilerOptions = {
    ...{ composite: false, outDir: "out", declaration: false, isolatedDeclarations: false, noUnusedLocals: false },
    ...{ types: ["node"], customConditions: [] },
  };
  const config = { extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const compiler = join(root, "node_modules/typescript/lib/tsc.js");
  const errors = await promisify(execFile)(process.execPath, [compiler, "-p", folder]).then(
    () => "",
    (error: Error & { stdout?: string }) => error.stdout || error.message,
  );
  return { errors, count, program: (page, index) => join(folder, "out", `${baseName(page, index)}.js`) };
}
