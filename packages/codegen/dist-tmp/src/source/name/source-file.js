import { FileComments } from "../comment/file-comments.js";
import { LineMap } from "../comment/line-map.js";
/** Names that statements declare, and those around them. */
export class Scope {
    parent;
    #names = new Map();
    constructor(file, statements, parent) {
        this.parent = parent;
        for (const statement of statements) {
            for (const syntax of statement.declarations) {
                const declared = { file, scope: this, syntax, statement };
                const same = this.#names.get(syntax.name);
                if (same === undefined)
                    this.#names.set(syntax.name, [declared]);
                else
                    same.push(declared);
            }
        }
    }
    /** Of that name in this scope alone: one name may be a type and a value. */
    get(name) {
        return this.#names.get(name) ?? [];
    }
    all() {
        return [...this.#names.values()].flat();
    }
}
/** A file that was read: its names, comments and positions. */
export class SourceFile {
    syntax;
    isRequested;
    lines;
    comments;
    scope;
    #imports;
    /** `file` is how positions name it. */
    constructor(syntax, file, isRequested, report) {
        this.syntax = syntax;
        this.isRequested = isRequested;
        this.lines = new LineMap(file, syntax.text);
        this.comments = new FileComments(syntax, this.lines, report);
        this.scope = new Scope(this, syntax.statements);
        this.#imports = new Map(syntax.imports.map((each) => [each.local, each]));
    }
    importOf(name) {
        return this.#imports.get(name);
    }
    /** The name by which others can import what a statement of the file declares. */
    exportedName({ syntax, statement }) {
        if (statement.isExported)
            return syntax.name;
        const named = this.syntax.exports.find(({ local, specifier }) => specifier === undefined && local === syntax.name);
        return named?.exported;
    }
    positionOf(offset) {
        return this.lines.positionOf(offset);
    }
}
