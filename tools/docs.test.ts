import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".md") && !/(^|\/)(node_modules|dist|\.git)\//.test(name) && !name.endsWith("api.md"),
);

/** Pages whose TypeScript must compile as it stands; decision records show fragments. */
const compiled = pages.filter((name) => !name.startsWith("docs/decisions/"));

describe("docs", () => {
  test("every TypeScript block compiles against the packages", async () => {
    const folder = join(root, "node_modules/.cache/docs");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    let count = 0;
    for (const page of compiled) {
      for (const [index, match] of [
        ...readFileSync(join(root, page), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm),
      ].entries()) {
        writeFileSync(join(folder, `${page.replace(/[/.]/g, "-")}-${index}.ts`), `${match[1]}\nexport {};\n`);
        count++;
      }
    }
    expect(count).toBeGreaterThan(2);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: join(root, "tsconfig.base.json"),
        compilerOptions: {
          composite: false,
          noEmit: true,
          isolatedDeclarations: false,
          noUnusedLocals: false,
          sourceMap: false,
          declarationMap: false,
          types: ["node"],
          rewriteRelativeImportExtensions: false,
          allowImportingTsExtensions: true,
        },
        include: ["*.ts"],
      }),
    );
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(root, "node_modules/typescript/lib/tsc.js"),
      "-p",
      folder,
    ]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
  }, 60_000);

  test.each(pages)("%s links only to files that exist", (page) => {
    const links = [...readFileSync(join(root, page), "utf8").matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(
      (match) => match[1]!,
    );
    const broken = links.filter((link) => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(page), link)));
    expect(broken.map((link) => `${relative(".", page)} → ${link}`)).toEqual([]);
  });

  test.each(pages.filter((name) => !name.startsWith("docs/decisions/")))(
    "%s names only npm scripts that exist",
    (page) => {
      const scripts = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts as Record<string, string>;
      const named = [...readFileSync(join(root, page), "utf8").matchAll(/npm run ([a-z0-9:-]+)/g)].map(
        (match) => match[1]!,
      );
      expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    },
  );
});
