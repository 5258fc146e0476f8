import { posix } from "node:path";
/** Finds the files that imports mean. Those that are not relative are asked of the compiler, all at once. */
export class ModuleFinder {
    #files;
    #config;
    #found = new Map();
    #configs = new Map();
    #pending = new Map();
    /** `config` is the tsconfig.json to use for all; by default the nearest above each file. */
    constructor(files, config) {
        this.#files = files;
        this.#config = config;
    }
    find(from, specifier) {
        const builtin = /^@kubewright\/(?:operator|api)(?:\/([a-z]+\/v[0-9a-z]+))?$/.exec(specifier);
        if (builtin !== null)
            return { form: "kubewright", module: builtin[1] ?? "" };
        const folder = posix.dirname(from);
        const key = `${folder}\n${specifier}`;
        const known = this.#found.get(key);
        if (known !== undefined)
            return known;
        if (/^\.\.?(\/|$)|^\//.test(specifier)) {
            const found = this.#moduleAt(this.#findRelative(posix.resolve(folder, specifier)));
            this.#found.set(key, found);
            return found;
        }
        this.#pending.set(key, { folder, specifier, config: this.#config ?? this.#nearestConfig(folder) });
        return { form: "pending" };
    }
    /** Asks the compiler for what is pending, and says whether anything was. */
    settle(compiler) {
        if (this.#pending.size === 0)
            return false;
        const keys = [...this.#pending.keys()];
        const paths = compiler.resolve([...this.#pending.values()]);
        for (const [index, key] of keys.entries())
            this.#found.set(key, this.#moduleAt(paths[index]));
        this.#pending.clear();
        return true;
    }
    #moduleAt(path) {
        if (path === undefined)
            return { form: "missing" };
        const inside = /^(.*)\/(?:src|dist)\/(.+?)(?:\.d)?\.[cm]?ts$/.exec(path);
        if (inside !== null && this.#isKubewright(inside[1])) {
            const types = /^types\/(.+)$/.exec(inside[2]);
            return { form: "kubewright", module: types?.[1] ?? "" };
        }
        return { form: "file", path };
    }
    #isKubewright(folder) {
        const manifest = this.#files.read(`${folder}/package.json`);
        return manifest !== undefined && /"name":\s*"@kubewright\/(api|operator)"/.test(manifest);
    }
    #findRelative(path) {
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
    #nearestConfig(folder) {
        if (this.#configs.has(folder))
            return this.#configs.get(folder);
        const own = posix.join(folder, "tsconfig.json");
        const parent = posix.dirname(folder);
        const found = this.#files.isFile(own) ? own : parent === folder ? undefined : this.#nearestConfig(parent);
        this.#configs.set(folder, found);
        return found;
    }
}
