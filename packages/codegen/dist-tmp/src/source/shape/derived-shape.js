import { literalsOf } from "./builtin-type.js";
import { describeShape } from "./describe-shape.js";
import { lazy } from "./lazy.js";
import { dereference, memberOf, membersOf, withoutRepeated, withPresence } from "./object-shape.js";
import { unionShape } from "./union-shape.js";
const ANY = { form: "any" };
const NO_COMMENTS = { doc: [], markers: [] };
/** All of several shapes at once: `A & B`. A text or number with a brand is the text or number. */
export function intersectionShape(shapes) {
    const targets = shapes.map(dereference);
    if (targets.some(({ form }) => form === "any"))
        return ANY;
    const broken = targets.find(({ form }) => form === "unsupported");
    if (broken !== undefined)
        return broken;
    const value = shapes.find((_, index) => !["object", "known", "map"].includes(targets[index].form));
    if (value !== undefined)
        return value;
    if (targets.some(({ form }) => form === "map")) {
        const why = "its members are either named or of any name, not both";
        return { form: "unsupported", text: shapes.map(describeShape).join(" & "), why };
    }
    const inline = shapes.filter((shape) => shape.form === "object" && shape.bases.length === 0);
    const fields = inline.flatMap((shape) => (shape.form === "object" ? shape.fields : []));
    return { form: "object", fields: withoutRepeated(fields), bases: shapes.filter((shape) => !inline.includes(shape)) };
}
/** The names of members: `keyof T`. */
export function keysShape(shape) {
    const target = dereference(shape);
    if (target.form === "any")
        return ANY;
    if (target.form === "map")
        return target.key;
    const members = membersOf(target);
    if (members === undefined || members.known.length > 0) {
        return { form: "unsupported", text: `keyof ${describeShape(shape)}`, why: "write the names of the members out" };
    }
    return { form: "literals", values: members.fields.map(({ name }) => name) };
}
/** A member, or one of several: `T["size"]`, `T[number]`. */
export function indexedShape(object, index, text) {
    const target = dereference(object);
    if (target.form === "any")
        return ANY;
    if (target.form === "array" && dereference(index).form === "number")
        return target.element;
    if (target.form === "map")
        return target.value;
    const fields = literalsOf(index)?.map((name) => memberOf(target, String(name)));
    if (fields === undefined || fields.length === 0 || fields.includes(undefined)) {
        return { form: "unsupported", text, why: "there is no such member; write the type of the member out" };
    }
    return unionShape(fields.map((field) => field.shape));
}
export function mappedShape({ keys, source, presence, position, valueFor }) {
    const names = literalsOf(keys);
    if (names === undefined)
        return { form: "map", key: keys, value: valueFor(keys) };
    const originals = (source && membersOf(source)?.fields) ?? [];
    const fields = names.map((name) => {
        const original = originals.find((field) => field.name === name);
        const shape = lazy(() => valueFor({ form: "literals", values: [name] }), () => ANY);
        const field = {
            name: String(name),
            isOptional: original?.isOptional ?? false,
            comments: original?.comments ?? NO_COMMENTS,
            position: original?.position ?? position,
            get shape() {
                return shape();
            },
        };
        return presence === "as is" ? field : withPresence(field, presence === "optional");
    });
    return { form: "object", fields, bases: [] };
}
