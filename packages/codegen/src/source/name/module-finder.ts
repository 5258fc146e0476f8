import { posix } from "node:path";
import type { Compiler, ImportRequest } from "../compiler/compiler.ts";
import type { FileHost } from "../path/file-host.ts";

/** What an import means. */
export type FoundModule =
  | { readonly form: "file"; readonly path: string }
  /** Types that controller-gen knows, too; `module` is empty or as in `apps/v1`. */
  | { readonly form: "kubewright"; readonly module: string }
  | { readonly form: "missing" }
  /** Not known before the compiler was asked. */
  | { readonly form: "pending" };

/** Finds the files that imports mean. Those that are not relative are asked of the compiler, all at once. */
export class ModuleFinder {
  readonly #files: FileHost;
  readonly #config: string | undefined;
  readonly #found = new Map<string, FoundModule>();
  readonly #configs = new Map<string, string | undefined>();
  readonly #pending = new Map<string, ImportRequest>();

  /** `config` is the tsconfig.json to use for all; by default the nearest above each file. */
  constructor(files: FileHost, config?: string) {
    this.#files = files;
    this.#config = config;
  }

  find(from: string, specifier: string): FoundModule {
    const builtin = /^@kubewright\/(?:operator|api)(?:\/([a-z]+\/v[0-9a-z]+))?$/.exec(specifier);
    if (builtin !== null) return { form: "kubewright", module: builtin[1] ?? "" };
    const folder = posix.dirname(from);
    const key = `${folder}\n${specifier}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    if (/^\.\.?(\/|$)|^\//.test(specifier)) {
      const found = this.#moduleAt(
        this.#findRelative(specifier.startsWith("/") ? specifier : posix.join(folder, specifier)),
      );
      this.#found.set(key, found);
      return found;
    }
    this.#pending.set(key, { folder, specifier, config: this.#config ?? this.#nearestConfig(folder) });
    return { form: "pending" };
  }

  /** Asks the compiler for what is pending, and says whether anything was. */
  settle(compiler: Compiler): boolean {
    if (this.#pending.size === 0) return false;
    const keys = [...this.#pending.keys()];
    const paths = compiler.resolve([...this.#pending.values()]);
    for (const [index, key] of keys.entries()) this.#found.set(key, this.#moduleAt(paths[index]));
    this.#pending.clear();
    return true;
  }

  #moduleAt(path: string | undefined): FoundModule {
    if (path === undefined) return { form: "missing" };
    const inside = /^(.*)\/(?:src|dist)\/(.+?)(?:\.d)?\.[cm]?ts$/.exec(path);
    if (inside !== null && this.#isKubewright(inside[1]!)) {
      const types = /^types\/(.+)$/.exec(inside[2]!);
      return { form: "kubewright", module: types?.[1] ?? "" };
    }
    return { form: "file", path };
  }

  #isKubewright(folder: string): boolean {
    const manifest = this.#files.read(`${folder}/package.json`);
    return manifest !== undefined && /"name":\s*"@kubewright\/(api|operator)"/.test(manifest);
  }

  #findRelative(path: string): string | undefined {
    const stem = path.replace(/\.([cm]?)jsx?$/, "");
    const [, flavour = ""] = /\.([cm]?)jsx?$/.exec(path) ?? [];
    const candidates = [
      path,
      ...(stem === path ? [] : [`${stem}.${flavour}ts`, `${stem}.${flavour}tsx`, `${stem}.d.${flavour}ts`]),
      ...["ts", "tsx", "d.ts", "mts", "cts"].map((ending) => `${path}.${ending}`),
      ...["ts", "tsx", "d.ts"].map((ending) => `${path}/index.${ending}`),
    ];
    return candidates.find((candidate) => /\.[cm]?tsx?$/.test(candidate) && this.#files.isFile(candidate));
  }

  #nearestConfig(folder: string): string | undefined {
    if (this.#configs.has(folder)) return this.#configs.get(folder);
    const own = posix.join(folder, "tsconfig.json");
    const parent = posix.dirname(folder);
    const found = this.#files.isFile(own) ? own : parent === folder ? undefined : this.#nearestConfig(parent);
    this.#configs.set(folder, found);
    return found;
  }
}
