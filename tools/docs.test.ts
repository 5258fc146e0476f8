import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { compileDocs, filesOf } from "./docs-blocks.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".md") && !/(^|\/)(node_modules|dist|\.git)\//.test(name) && !name.endsWith("api.md"),
);
const read = (page: string) => readFileSync(join(root, page), "utf8");

describe("docs", () => {
  test("every TypeScript block compiles, the pure one prints what it says, and the tests of the guides pass", async () => {
    // Decision records show fragments.
    const docs = await compileDocs(
      pages.filter((name) => !name.startsWith("docs/decisions/")),
      "docs",
    );
    expect(docs.errors).toBe("");
    expect(docs.count).toBeGreaterThan(8);

    const page = "packages/api/README.md";
    const promised = [...read(page).matchAll(/^console\.log\(.*\); \/\/ (.+)$/gm)].map((match) => match[1]);
    const { stdout } = await promisify(execFile)(process.execPath, [docs.program(page, 0)]);
    expect(stdout.trim().split("\n")).toEqual(promised);

    // In a folder that has the files of the guide.
    const folder = join(root, "node_modules/.cache/guide-tests");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, "manifests"), { recursive: true });
    writeFileSync(join(folder, "manifests/crd.yaml"), filesOf("docs/guide/operator.md").get("manifests/crd.yaml")!);
    const tests = [
      docs.file("docs/guide/operator.md", "src/memcached.test.js"),
      docs.file("docs/guide/testing.md", "src/web.test.js"),
    ];
    // A runner that is started by another one reports to that.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const passed = await promisify(execFile)(process.execPath, ["--test", ...tests], { cwd: folder, env });
    expect(passed.stdout).toMatch(/pass 6$/m);
  }, 120_000);

  test.each(pages)("%s links only to files that exist", (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1]!);
    const broken = links.filter((link) => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(page), link)));
    expect(broken.map((link) => `${relative(".", page)} → ${link}`)).toEqual([]);
  });

  test.each(pages)("%s names only npm scripts that exist", (page) => {
    const scripts = JSON.parse(read("package.json")).scripts as Record<string, string>;
    const named = [...read(page).matchAll(/npm run ([a-z0-9:-]+)/g)].map((match) => match[1]!);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});
