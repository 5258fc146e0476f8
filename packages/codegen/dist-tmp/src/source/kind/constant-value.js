/** Follows names of constants to what they are. */
export class ConstantReader {
    #names;
    constructor(names) {
        this.#names = names;
    }
    /** The literal, list, object or call that an expression is in the end; `other` where that is not known. */
    follow({ value, file, scope }, steps = 0) {
        if (value.form !== "name" || steps > 20)
            return { value, file, scope };
        const [first, ...rest] = value.path;
        const meaning = this.#names.resolve(file, scope, [first]);
        const constant = meaning.form === "declared" ? meaning.declared.find(({ syntax }) => syntax.form === "constant") : undefined;
        const target = constant?.syntax.form === "constant" ? constant.syntax.value : undefined;
        if (constant === undefined || target === undefined)
            return { value: { start: value.start, form: "other" }, file, scope };
        let found = this.follow({ value: target, file: constant.file, scope: constant.scope }, steps + 1);
        for (const name of rest) {
            const member = this.member(found, name);
            if (member === undefined)
                return { value: { start: value.start, form: "other" }, file, scope };
            found = this.follow(member, steps + 1);
        }
        return found;
    }
    /** A member of an object, also of one that is spread into it; the last one counts. */
    member(object, name) {
        const { value, file, scope } = this.follow(object);
        if (value.form !== "object")
            return undefined;
        for (const member of [...value.members].reverse()) {
            const placed = { value: member.value, file, scope };
            if (member.name === name)
                return placed;
            const spread = member.name === undefined ? this.member(placed, name) : undefined;
            if (spread !== undefined)
                return spread;
        }
        return undefined;
    }
    /** The text that an expression is, if that is known. */
    text(placed) {
        const { value } = this.follow(placed);
        return value.form === "literal" && typeof value.value === "string" ? value.value : undefined;
    }
}
