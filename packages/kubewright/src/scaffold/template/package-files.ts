import type { Project } from "../../project/project.ts";
import { version } from "../../version.ts";
import type { ScaffoldFile } from "../scaffold-file.ts";

/** Versions of the tools that a project is developed with. */
export const toolVersions: Readonly<Record<string, string>> = {
  "@biomejs/biome": "2.5.15",
  "@types/node": "20.19.43",
  typescript: "7.0.2",
  vitest: "4.1.12",
};

/** What npm, the compiler, the linter and git want to know. */
export function packageFiles(project: Project, license: string): ScaffoldFile[] {
  return [
    { path: "package.json", text: json(packageJson(project, license)) },
    { path: "tsconfig.json", text: tsconfig },
    { path: "tsconfig.build.json", text: buildTsconfig },
    { path: "biome.json", text: biome },
    { path: "vitest.config.ts", text: vitestConfig },
    { path: ".gitignore", text: "node_modules/\ndist/*\n!dist/install.yaml\n*.tsbuildinfo\n*.tar\nkubeconfig\n" },
    {
      path: ".dockerignore",
      text: "# All but what the image is built from.\n*\n!package.json\n!package-lock.json\n!tsconfig*.json\n!src/\n",
    },
  ];
}

function packageJson({ projectName, repo }: Project, license: string): object {
  return {
    name: projectName,
    version: "0.1.0",
    private: true,
    type: "module",
    license,
    ...(repo.split("/").length > 2 && { repository: { type: "git", url: `git+https://${repo}.git` } }),
    engines: { node: ">=20.19" },
    scripts: {
      build: "tsc -p tsconfig.build.json",
      start: "node dist/main.js",
      test: "kubewright manifests && tsc && vitest run",
      lint: "biome check",
      "lint:fix": "biome check --write",
    },
    dependencies: { "@kubewright/api": version, "@kubewright/operator": version },
    devDependencies: Object.fromEntries(
      Object.entries({ ...toolVersions, "@kubewright/testing": version, kubewright: version }).sort(([a], [b]) =>
        a < b ? -1 : 1,
      ),
    ),
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

const tsconfig = `{
  "compilerOptions": {
    "target": "es2022",
    "module": "nodenext",
    "lib": ["es2023", "esnext.disposable"],
    "types": ["node"],
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "noUnusedLocals": true,
    "verbatimModuleSyntax": true,
    "erasableSyntaxOnly": true,
    "rewriteRelativeImportExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["src", "test", "vitest.config.ts"]
}
`;

const buildTsconfig = `{
  "extends": "./tsconfig.json",
  "compilerOptions": { "noEmit": false, "rootDir": "src", "outDir": "dist", "sourceMap": true },
  "include": ["src"]
}
`;

const biome = `{
  "$schema": "./node_modules/@biomejs/biome/configuration_schema.json",
  "vcs": { "enabled": true, "clientKind": "git", "useIgnoreFile": true },
  "files": { "includes": ["**", "!**/zz_generated.*"] },
  "formatter": { "indentStyle": "space", "indentWidth": 2, "lineWidth": 120 },
  "linter": {
    "rules": {
      "preset": "recommended",
      "nursery": { "noFloatingPromises": "error", "noMisusedPromises": "error" },
      "suspicious": { "noShadowRestrictedNames": "off" }
    }
  }
}
`;

const vitestConfig = `import { defineConfig } from "vitest/config";

// Each test file has a cluster of its own; what is waited for may take a while on a busy machine.
export default defineConfig({ test: { include: ["test/**/*.test.ts"], testTimeout: 30_000, passWithNoTests: true } });
`;
