import { Scope } from "./source-file.js";
const UNKNOWN = { form: "unknown" };
const PENDING = { form: "pending" };
/** Follows names through scopes, imports and re-exports, as far as files were read. */
export class NameResolver {
    #files;
    #modules;
    /** Paths of files that have to be read to go on. */
    wanted = new Set();
    constructor(files, modules) {
        this.#files = files;
        this.#modules = modules;
    }
    /** What `path` means where `scope` is in force: `["core", "PodSpec"]` for `core.PodSpec`. */
    resolve(file, scope, path) {
        const [first, ...rest] = path;
        return rest.reduce((meaning, name) => this.#member(meaning, name), this.#lookup(file, scope, first));
    }
    /** What a name means in the module that `specifier` names. */
    resolveImported(file, specifier, path, start) {
        const [first, ...rest] = path;
        const meaning = this.#imported(file, { local: first, imported: first, specifier, start }, new Set());
        return rest.reduce((each, name) => this.#member(each, name), meaning);
    }
    #lookup(file, scope, name) {
        for (let each = scope; each !== undefined; each = each.parent) {
            const declared = each.get(name);
            if (declared.length > 0)
                return { form: "declared", declared };
        }
        const imported = file.importOf(name);
        return imported === undefined ? UNKNOWN : this.#imported(file, imported, new Set());
    }
    #member(meaning, name) {
        if (meaning.form === "namespace")
            return meaning.members(name);
        if (meaning.form !== "declared")
            return meaning;
        for (const { syntax, file, scope } of meaning.declared) {
            if (syntax.form === "namespace") {
                const declared = new Scope(file, syntax.statements, scope).get(name);
                if (declared.length > 0)
                    return { form: "declared", declared };
            }
        }
        return meaning.declared.some(({ syntax }) => syntax.form === "enum") ? meaning : UNKNOWN;
    }
    #imported(file, { imported, specifier, start }, seen) {
        const module = this.#modules.find(file.syntax.path, specifier);
        if (module.form === "missing")
            return { form: "missing", specifier, file, start };
        if (imported !== "*")
            return this.#exported(module, imported, seen);
        return { form: "namespace", members: (name) => this.#exported(module, name, new Set()) };
    }
    #exported(module, name, seen) {
        switch (module.form) {
            case "kubewright":
                return { form: "kubewright", module: module.module, name };
            case "missing":
                return UNKNOWN;
            case "pending":
                return PENDING;
            case "file": {
                const file = this.#files.get(module.path);
                if (file !== undefined)
                    return this.#exportOf(file, name, seen);
                this.wanted.add(module.path);
                return PENDING;
            }
        }
    }
    #exportOf(file, name, seen) {
        const key = `${file.syntax.path}\n${name}`;
        if (seen.has(key))
            return UNKNOWN;
        seen.add(key);
        const named = file.syntax.exports.find(({ exported }) => exported === name);
        if (named !== undefined)
            return this.#throughExport(file, named, seen);
        const declared = file.scope.get(name);
        if (declared.length > 0)
            return { form: "declared", declared };
        const everything = file.syntax.exports.filter(({ exported }) => exported === "*");
        return this.#firstOf(everything.map((each) => () => this.#throughStar(file, each, name, seen)));
    }
    #throughExport(file, { local, specifier, start }, seen) {
        if (specifier === undefined)
            return this.#lookup(file, file.scope, local);
        return this.#imported(file, { local, imported: local, specifier, start }, seen);
    }
    #throughStar(file, { specifier, start }, name, seen) {
        return this.#imported(file, { local: name, imported: name, specifier: specifier, start }, seen);
    }
    /** What a file declares comes before what `@kubewright/api` may have, and nothing is certain while a file is pending. */
    #firstOf(attempts) {
        const meanings = attempts.map((attempt) => attempt());
        const order = ["declared", "namespace", "pending", "kubewright", "missing"];
        for (const form of order) {
            const found = meanings.find((meaning) => meaning.form === form);
            if (found !== undefined)
                return found;
        }
        return UNKNOWN;
    }
}
