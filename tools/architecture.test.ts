import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const law = JSON.parse(readFileSync(join(root, "architecture.json"), "utf8")) as {
  packages: Record<string, PackageLaw>;
};

interface PackageLaw {
  /** What the package is, in one sentence. */
  sentence: string;
  /** Packages of this repository that it may import. */
  imports: string[];
  /** Runtime dependencies from outside, each with a decision record. */
  dependencies: string[];
  /** Node modules each folder may import; `.` is the package's root. */
  node: Record<string, string[]>;
  /** In order: a folder may import itself and those before it. */
  folders: string[];
  /** Root files that may import every folder, beside `index.ts`: further entries of the package. */
  entries?: string[];
}

interface Import {
  from: string;
  to: string;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|mjs)$/.test(name) && !/\.test(-d)?\.ts$/.test(name))
    .map((name) => join(folder, name));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  const specifiers = [
    ...text.matchAll(/^(?:import|export)\b[^"';]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm),
  ];
  return specifiers.map((match) => ({ from: relative(root, file), to: (match[1] ?? match[2] ?? match[3])! }));
}

/** Takes what a library has to get from its host. */
const binding =
  /\b(process\.env|Date\.now\(|new Date\(\)|performance\.now\(|Math\.random\b|setTimeout\(|setInterval\(|setImmediate\(|AbortSignal\.timeout\()/;

/** Whether a line of code has a binding: not in a comment, nor in a text, which may be the code of another program. */
function hasBinding(line: string): boolean {
  const code = line
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/`(?:[^`\\]|\\.)*`/g, (text) => [...text.matchAll(/\$\{([^}]*)\}/g)].map((part) => part[1]).join(" "));
  return binding.test(code) && !/^\s*(\*|\/\/|\/\*)/.test(line);
}

test.each([
  ["const { env } = process.env;", true],
  ['const text = "a" + process.env.B + "c";', true],
  [`const text = \`a \${process.env.B} c\`;`, true],
  [`const text = \`a process.env.B c \${b}\`;`, false],
  ['const text = "a \\" process.env.B c";', false],
  [" * As process.env has it.", false],
])("%j takes something from the host: %j", (line, expected) => {
  expect(hasBinding(line)).toBe(expected);
});

const print = ({ from, to }: Import) => `${from} imports ${to}`;

test("architecture.json names exactly the packages that exist", () => {
  expect(Object.keys(law.packages).sort()).toEqual(readdirSync(join(root, "packages")).sort());
});

describe.each(Object.entries(law.packages))("%s", (name, allowed) => {
  const source = join(root, "packages", name, "src");
  const imports = sourceFiles(source).flatMap(importsOf);
  const folderOf = (path: string) => {
    const inside = relative(source, path).split("/");
    return inside.length === 1 ? "." : inside[0]!;
  };

  test("imports only the packages it may", () => {
    const permitted = new Set([...allowed.imports.map((other) => `@kubewright/${other}`), ...allowed.dependencies]);
    const outside = imports.filter(({ to }) => !to.startsWith(".") && !to.startsWith("node:"));
    const packageOf = (to: string) => (to.startsWith("@") ? to.split("/").slice(0, 2).join("/") : to.split("/")[0]!);
    expect(outside.filter(({ to }) => !permitted.has(packageOf(to))).map(print)).toEqual([]);
  });

  test("declares as runtime dependencies what the law lists, and nothing else", () => {
    const manifest = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
    const expected = [...allowed.imports.map((other) => `@kubewright/${other}`), ...allowed.dependencies];
    expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual(expected.sort());
  });

  test("imports Node modules only in the folders that may", () => {
    const broken = imports.filter(({ from, to }) => {
      return to.startsWith("node:") && !(allowed.node[folderOf(join(root, from))] ?? []).includes(to);
    });
    expect(broken.map(print)).toEqual([]);
  });

  test("has the folders that the law lists", () => {
    const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((entry) => entry.name).sort()).toEqual([...allowed.folders].sort());
  });

  test("imports from a folder only the folders before it", () => {
    const entries = ["index.ts", ...(allowed.entries ?? [])].map((entry) => join(source, entry));
    const rank = (folder: string) => (folder === "." ? -1 : allowed.folders.indexOf(folder));
    const broken = imports.filter(({ from, to }) => {
      if (!to.startsWith(".")) return false;
      const target = join(root, dirname(from), to);
      const own = folderOf(join(root, from));
      if (entries.includes(target)) return true;
      return own === "."
        ? !entries.includes(join(root, from)) && folderOf(target) !== "."
        : rank(folderOf(target)) > rank(own);
    });
    expect(broken.map(print)).toEqual([]);
  });

  test("takes time, randomness and the environment as values, bound only in host.ts", () => {
    const broken = sourceFiles(source)
      .filter((file) => !file.endsWith("/host.ts"))
      .flatMap((file) => {
        const lines = readFileSync(file, "utf8").split("\n");
        return lines.flatMap((line, index) =>
          hasBinding(line) ? [`${relative(root, file)}:${index + 1} ${line.trim()}`] : [],
        );
      });
    expect(broken).toEqual([]);
  });

  test("has no hand-written file past 600 lines and no folder past 12 source files", () => {
    const files = sourceFiles(source).filter((file) => !relative(source, file).startsWith("types/"));
    const long = files.filter((file) => readFileSync(file, "utf8").split("\n").length > 600);
    expect(long.map((file) => relative(root, file))).toEqual([]);
    const perFolder = groupSizes(files.map(dirname));
    expect([...perFolder].filter(([, count]) => count > 12).map(([folder]) => relative(root, folder))).toEqual([]);
  });
});

function groupSizes(names: string[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const name of names) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  return sizes;
}

describe.each(readdirSync(join(root, "operators")))("operators/%s", (name) => {
  const folder = join(root, "operators", name);
  const source = join(folder, "src");
  const packageOf = (to: string) => (to.startsWith("@") ? to.split("/").slice(0, 2).join("/") : to);
  const outside = (imports: Import[]) => imports.filter(({ to }) => !to.startsWith("."));

  test("needs nothing but what authors of operators have: the facade and built-in kinds", () => {
    const imports = outside(sourceFiles(source).flatMap(importsOf));
    const allowed = new Set(["@kubewright/operator", "@kubewright/api"]);
    // The program itself reads flags and the environment.
    const isProgram = ({ from, to }: Import) => from.endsWith("/src/main.ts") && to.startsWith("node:");
    expect(imports.filter((one) => !allowed.has(packageOf(one.to)) && !isProgram(one)).map(print)).toEqual([]);
    // A pure kind or its parts come from a module of their own, all else from the facade.
    expect(imports.filter(({ to }) => to === "@kubewright/api").map(print)).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect(Object.keys(manifest.dependencies).sort()).toEqual([...allowed].sort());
  });

  test("is tested with what authors of operators have for it", () => {
    const isTest = (file: string) => file.endsWith(".ts") && !file.includes("node_modules") && !file.includes("/dist/");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));
    const tests = files.filter((file) => isTest(file) && !(file.startsWith(source) && !file.endsWith(".test.ts")));
    const allowed = new Set(["@kubewright/operator", "@kubewright/api", "@kubewright/testing", "vitest", "yaml"]);
    const broken = outside(tests.flatMap(importsOf)).filter(({ to }) => {
      return !allowed.has(packageOf(to)) && !to.startsWith("node:");
    });
    expect(broken.map(print)).toEqual([]);
  });

  test("has no file past 250 lines and no folder past 12 source files", () => {
    const files = sourceFiles(source);
    const long = files.filter((file) => readFileSync(file, "utf8").split("\n").length > 250);
    expect(long.map((file) => relative(root, file))).toEqual([]);
    expect([...groupSizes(files.map(dirname))].filter(([, count]) => count > 12)).toEqual([]);
  });
});

test("ARCHITECTURE.md shows the law as it is", async () => {
  const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const rows = Object.entries(law.packages).map(([name, { sentence, imports, dependencies, folders }]) => {
    const list = (items: string[]) => (items.length === 0 ? "–" : items.map((item) => `\`${item}\``).join(", "));
    return `| \`${name}\` | ${sentence} | ${list(imports)} | ${list(dependencies)} | ${folders.map((f) => `\`${f}\``).join(" → ")} |`;
  });
  const table = [
    "| package | what it is | may import | runtime dependencies | folders, in order |",
    "|---|---|---|---|---|",
    ...rows,
  ].join("\n");
  const updated = page.replace(
    /(<!-- law -->\n)[\s\S]*?(<!-- \/law -->)/,
    (_, open, close) => `${open}${table}\n${close}`,
  );
  expect(updated).toContain(table);
  await expect(updated).toMatchFileSnapshot(join(root, "ARCHITECTURE.md"));
});
