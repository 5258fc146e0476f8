import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A block of code. */
interface Block {
  /** The line before it says so: `src/main.ts`: in backticks, with a colon. */
  readonly file: string | undefined;
  readonly language: string;
  readonly text: string;
}

function blocksOf(page: string): Block[] {
  const fences = /(?:^`([\w./-]+)`:\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm;
  return [...readFileSync(join(root, page), "utf8").matchAll(fences)].map(([, file, language, text]) => {
    return { file, language: language!, text: text! };
  });
}

/** The files that a page tells its reader to write, by path. */
export function filesOf(page: string): Map<string, string> {
  return new Map(blocksOf(page).flatMap(({ file, text }) => (file === undefined ? [] : [[file, text] as const])));
}

/** What compiling the TypeScript of some pages gave. */
export interface CompiledDocs {
  /** What the compiler complains about; empty when all is well. */
  readonly errors: string;
  readonly count: number;
  /** The JavaScript of one block, as a file that Node can run. */
  program(page: string, index: number): string;
  /** The JavaScript of a file that a page tells its reader to write. */
  file(page: string, path: string): string;
}

/** Compiles every TypeScript block of `pages` against the packages as built, into a folder of its own. Files of a page can import each other. */
export async function compileDocs(pages: readonly string[], name: string): Promise<CompiledDocs> {
  const folder = join(root, "node_modules/.cache", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const baseName = (page: string, index: number) => `${page.replace(/[/.]/g, "-")}-${index}`;
  let count = 0;
  for (const page of pages) {
    const blocks = blocksOf(page).filter(({ language }) => language === "ts");
    for (const [index, { file, text }] of blocks.entries()) {
      const path = join(folder, file === undefined ? `${baseName(page, index)}.ts` : join(baseName(page, 0), file));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${text}\nexport {};\n`);
      count++;
    }
  }
  const compilerOptions = {
    ...{ composite: false, outDir: "out", declaration: false, isolatedDeclarations: false, noUnusedLocals: false },
    ...{ types: ["node"], customConditions: [] },
  };
  const config = { extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["**/*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const compiler = join(root, "node_modules/typescript/lib/tsc.js");
  const errors = await promisify(execFile)(process.execPath, [compiler, "-p", folder]).then(
    () => "",
    (error: Error & { stdout?: string }) => error.stdout || error.message,
  );
  return {
    errors,
    count,
    program: (page, index) => join(folder, "out", `${baseName(page, index)}.js`),
    file: (page, path) => join(folder, "out", baseName(page, 0), path),
  };
}
