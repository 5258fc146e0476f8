import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatProblem, type Problem } from "../../problem.ts";
import { diskFiles } from "./file-host.ts";
import { findFiles } from "./find-files.ts";
import { memoryFiles } from "./memory-files.ts";

const FILES = [
  "main.ts",
  "main.test.ts",
  "types.d.ts",
  "README.md",
  "api/v1/memcached.ts",
  "api/v1/memcached.test.ts",
  "api/v1/memcached.spec.ts",
  "api/v1/memcached.test-d.ts",
  "api/v1/view.tsx",
  "api/v1/inner/more.mts",
  "api/v2/memcached.ts",
  "dist/main.ts",
  "node_modules/x/index.ts",
  "api/node_modules/x/index.ts",
  "test/corpus/sample.ts",
  ".hidden/a.ts",
  "_old/a.ts",
  "empty/README.md",
];

function find(...patterns: string[]): { found: string[]; problems: string[] } {
  const files = memoryFiles(Object.fromEntries(FILES.map((file) => [`/project/${file}`, ""])));
  const problems: Problem[] = [];
  const found = findFiles(patterns, "/project", files, (problem) => problems.push(problem));
  return { found: found.map((path) => path.replace("/project/", "")), problems: problems.map(formatProblem) };
}

const ALL = ["api/v1/inner/more.mts", "api/v1/memcached.ts", "api/v1/view.tsx", "api/v2/memcached.ts", "main.ts"];

describe("findFiles", () => {
  test.each<[string[], string[]]>([
    [["./..."], ALL],
    [["..."], ALL],
    [["/project/..."], ALL],
    [["./api/v1"], ["api/v1/memcached.ts", "api/v1/view.tsx"]],
    [["./api/v1/"], ["api/v1/memcached.ts", "api/v1/view.tsx"]],
    [["api/v1/..."], ["api/v1/inner/more.mts", "api/v1/memcached.ts", "api/v1/view.tsx"]],
    [["."], ["main.ts"]],
    [["./api/*"], ["api/v1/memcached.ts", "api/v1/view.tsx", "api/v2/memcached.ts"]],
    [["./api/*/memcached.ts"], ["api/v1/memcached.ts", "api/v2/memcached.ts"]],
    [["./api/**/*.ts"], ["api/v1/memcached.ts", "api/v2/memcached.ts"]],
    [["./api/v?"], ["api/v1/memcached.ts", "api/v1/view.tsx", "api/v2/memcached.ts"]],
    [["api/v1/memcached.test.ts"], ["api/v1/memcached.test.ts"]],
    [["./test/corpus"], ["test/corpus/sample.ts"]],
    [["./api/v2", "./api/v2/memcached.ts"], ["api/v2/memcached.ts"]],
    [["api\\v2"], ["api/v2/memcached.ts"]],
  ])("%j finds %j", (patterns, expected) => {
    expect(find(...patterns)).toEqual({ found: expected, problems: [] });
  });

  test.each([
    ["./nowhere", "there is no such file or folder"],
    [
      "./nowhere/...",
      "no TypeScript file matches this path; run it where the types are, or name their folder: paths=./src/...",
    ],
    [
      "./api/*.js",
      "no TypeScript file matches this path; run it where the types are, or name their folder: paths=./src/...",
    ],
    ["./empty", "this folder has no TypeScript files"],
    ["./api", "this folder has no TypeScript files of its own; write ./api/... to read the folders below it, too"],
  ])("%s is an error: %s", (pattern, message) => {
    expect(find(pattern)).toEqual({ found: [], problems: [`${pattern}:1:1: error: ${message}`] });
  });
});

test("links to folders are not followed, and may lead back", () => {
  const folder = mkdtempSync(join(tmpdir(), "kubewright-find-"));
  try {
    mkdirSync(join(folder, "api"));
    writeFileSync(join(folder, "api/a.ts"), "");
    symlinkSync("..", join(folder, "api/back"));
    symlinkSync("a.ts", join(folder, "api/b.ts"));
    const found = findFiles(["./..."], folder, diskFiles, () => {});
    expect(found).toEqual([`${folder}/api/a.ts`, `${folder}/api/b.ts`]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
