import type { ExportSyntax, ImportSyntax } from "../compiler/syntax.ts";
import type { FoundModule, ModuleFinder } from "./module-finder.ts";
import { type Declared, Scope, type SourceFile } from "./source-file.ts";

/** What a name means. */
export type Meaning =
  | { readonly form: "declared"; readonly declared: readonly Declared[] }
  /** A name of `@kubewright/api`. */
  | { readonly form: "kubewright"; readonly module: string; readonly name: string }
  | { readonly form: "namespace"; readonly members: (name: string) => Meaning }
  /** Nothing has this name, neither here nor where it is imported from. */
  | { readonly form: "unknown" }
  /** Imported from where there is nothing. */
  | { readonly form: "missing"; readonly specifier: string; readonly file: SourceFile; readonly start: number }
  /** A file has to be read first. */
  | { readonly form: "pending" };

const UNKNOWN: Meaning = { form: "unknown" };
const PENDING: Meaning = { form: "pending" };

/** Follows names through scopes, imports and re-exports, as far as files were read. */
export class NameResolver {
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #modules: ModuleFinder;
  /** Paths of files that have to be read to go on. */
  readonly wanted: Set<string> = new Set();
  /** Other names that are being followed: one that leads to itself means nothing. */
  readonly #followed = new Set<Declared>();

  constructor(files: ReadonlyMap<string, SourceFile>, modules: ModuleFinder) {
    this.#files = files;
    this.#modules = modules;
  }

  /** What `path` means where `scope` is in force: `["core", "PodSpec"]` for `core.PodSpec`. */
  resolve(file: SourceFile, scope: Scope, path: readonly string[]): Meaning {
    const [first, ...rest] = path as [string, ...string[]];
    return rest.reduce((meaning, name) => this.#member(meaning, name), this.#lookup(file, scope, first));
  }

  /** What a name means in the module that `specifier` names. */
  resolveImported(file: SourceFile, specifier: string, path: readonly string[], start: number): Meaning {
    const [first, ...rest] = path as [string, ...string[]];
    const meaning = this.#imported(file, { local: first, imported: first, specifier, start }, new Set());
    return rest.reduce((each, name) => this.#member(each, name), meaning);
  }

  #lookup(file: SourceFile, scope: Scope, name: string): Meaning {
    for (let each: Scope | undefined = scope; each !== undefined; each = each.parent) {
      const declared = each.get(name);
      if (declared.length > 0) return this.#declared(declared);
    }
    const imported = file.importOf(name);
    return imported === undefined ? UNKNOWN : this.#imported(file, imported, new Set());
  }

  #declared(declared: readonly Declared[]): Meaning {
    const [first] = declared;
    if (first?.syntax.form !== "name") return { form: "declared", declared };
    if (this.#followed.has(first)) return UNKNOWN;
    this.#followed.add(first);
    try {
      return this.resolve(first.file, first.scope, first.syntax.path);
    } finally {
      this.#followed.delete(first);
    }
  }

  #member(meaning: Meaning, name: string): Meaning {
    if (meaning.form === "namespace") return meaning.members(name);
    if (meaning.form !== "declared") return meaning;
    for (const { syntax, file, scope } of meaning.declared) {
      if (syntax.form === "namespace") {
        const declared = new Scope(file, syntax.statements, scope).get(name);
        if (declared.length > 0) return this.#declared(declared);
      }
    }
    return meaning.declared.some(({ syntax }) => syntax.form === "enum") ? meaning : UNKNOWN;
  }

  #imported(file: SourceFile, { imported, specifier, start }: ImportSyntax, seen: Set<string>): Meaning {
    const module = this.#modules.find(file.syntax.path, specifier);
    if (module.form === "missing") return { form: "missing", specifier, file, start };
    if (imported !== "*") return this.#exported(module, imported, seen);
    return { form: "namespace", members: (name) => this.#exported(module, name, new Set()) };
  }

  #exported(module: FoundModule, name: string, seen: Set<string>): Meaning {
    switch (module.form) {
      case "kubewright":
        return { form: "kubewright", module: module.module, name };
      case "missing":
        return UNKNOWN;
      case "pending":
        return PENDING;
      case "file": {
        const file = this.#files.get(module.path);
        if (file !== undefined) return this.#exportOf(file, name, seen);
        this.wanted.add(module.path);
        return PENDING;
      }
    }
  }

  #exportOf(file: SourceFile, name: string, seen: Set<string>): Meaning {
    const key = `${file.syntax.path}\n${name}`;
    if (seen.has(key)) return UNKNOWN;
    seen.add(key);
    const named = file.syntax.exports.find(({ exported }) => exported === name);
    if (named !== undefined) return this.#throughExport(file, named, seen);
    const declared = file.scope.get(name);
    if (declared.length > 0) return this.#declared(declared);
    const everything = file.syntax.exports.filter(({ exported }) => exported === "*");
    return this.#firstOf(everything.map((each) => () => this.#throughStar(file, each, name, seen)));
  }

  #throughExport(file: SourceFile, { local, specifier, start }: ExportSyntax, seen: Set<string>): Meaning {
    if (specifier === undefined) return this.#lookup(file, file.scope, local);
    return this.#imported(file, { local, imported: local, specifier, start }, seen);
  }

  #throughStar(file: SourceFile, { specifier, start }: ExportSyntax, name: string, seen: Set<string>): Meaning {
    return this.#imported(file, { local: name, imported: name, specifier: specifier!, start }, seen);
  }

  /** What a file declares comes before what `@kubewright/api` may have, and nothing is certain while a file is pending. */
  #firstOf(attempts: readonly (() => Meaning)[]): Meaning {
    const meanings = attempts.map((attempt) => attempt());
    const order = ["declared", "namespace", "pending", "kubewright", "missing"];
    for (const form of order) {
      const found = meanings.find((meaning) => meaning.form === form);
      if (found !== undefined) return found;
    }
    return UNKNOWN;
  }
}
