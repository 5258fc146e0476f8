import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));

/** Declarations of an emitted `.d.ts`, by name, without comments. Overloads of one name stand together. */
function declarations(text: string): Map<string, string> {
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\/\/.*$/gm, "");
  const found = new Map<string, string>();
  for (const statement of bare.split(/^(?=(?:export |declare |import ))/m)) {
    const name = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const) (\w+)/.exec(
      statement,
    )?.[1];
    if (name === undefined) continue;
    const lines = statement
      .split("\n")
      .filter((line) => line.trim() !== "" && !/^\s+(?:private )?#private;$/.test(line));
    found.set(name, [...(found.has(name) ? [found.get(name)!] : []), ...lines].join("\n"));
  }
  return found;
}

/** Names in the braces of an export. */
function namesIn(list: string): string[] {
  return list
    .split(",")
    .map((part) => part.trim().replace(/^type /, ""))
    .filter(Boolean);
}

/** The public API of a package as text: what `index.ts` exports, in its order, with the declarations the compiler emitted. */
function report(name: string): string {
  const index = readFileSync(join(packages, name, "src/index.ts"), "utf8");
  const sections = [
    ...index.matchAll(
      /^\/\/ (.+)$|^export (?:type )?\{([^}]*)\} from "(?:\.\/([^"]+)\.(?:ts|mjs)|(@kubewright\/[^"]+))";/gm,
    ),
  ].map((match) => {
    if (match[1] !== undefined) return `\n## ${match[1]}\n`;
    if (match[4] !== undefined)
      return `From \`${match[4]}\`: ${namesIn(match[2]!)
        .map((part) => `\`${part}\``)
        .join(", ")}`;
    const known = declarations(readFileSync(join(packages, name, "dist", `${match[3]}.d.ts`), "utf8"));
    return namesIn(match[2]!)
      .map((part) => {
        const text = known.get(part);
        expect(text, `${part} exported by packages/${name} is declared in ${match[3]}`).toBeDefined();
        return `\`\`\`ts\n${text}\n\`\`\``;
      })
      .join("\n");
  });
  return `# Public API of @kubewright/${name}\n\nMade by \`npm run accept\`; a change here is a change for users.\n${sections.join("\n")}\n`;
}

test.each(readdirSync(packages))("%s exports what its api.md says", async (name) => {
  await expect(report(name)).toMatchFileSnapshot(join(packages, name, "api.md"));
});
