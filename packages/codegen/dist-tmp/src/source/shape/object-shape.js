import { describeShape } from "./describe-shape.js";
/** The shape behind references. A type that is defined as itself is `any`: the compiler refuses it, too. */
export function dereference(shape) {
    let each = shape;
    for (let steps = 0; each.form === "reference"; steps++) {
        if (steps > 100)
            return { form: "any" };
        each = each.type().shape;
    }
    return each;
}
/** The members of an object type and of all that it extends, and the known types among those; undefined for what has no members. */
export function membersOf(shape) {
    return collect(shape, new Set());
}
function collect(shape, open) {
    const target = dereference(shape);
    if (target.form === "known")
        return { fields: [], known: [target] };
    if (target.form !== "object" || open.has(target))
        return undefined;
    open.add(target);
    const fields = new Map();
    const known = [];
    for (const base of target.bases) {
        const inherited = collect(base, open);
        for (const field of inherited?.fields ?? [])
            fields.set(field.name, field);
        known.push(...(inherited?.known ?? []));
    }
    for (const field of target.fields)
        fields.set(field.name, field);
    open.delete(target);
    return { fields: [...fields.values()], known };
}
/** The member of that name. */
export function memberOf(shape, name) {
    return membersOf(shape)?.fields.find((field) => field.name === name);
}
/** An object type with only some of its members, or with all of them optional or required: `Pick`, `Omit`, `Partial`, `Required`. */
export function partOf(shape, part, operation) {
    const members = membersOf(shape);
    if (members === undefined) {
        if (dereference(shape).form === "any")
            return { form: "any" };
        return {
            form: "unsupported",
            text: `${operation}<${describeShape(shape)}>`,
            why: `${operation} is for object types; write the type itself`,
        };
    }
    const { keep, drop, presence } = part;
    const fields = members.fields
        .filter(({ name }) => (keep === undefined || keep.includes(name)) && drop?.includes(name) !== true)
        .map((field) => (presence === undefined ? field : withPresence(field, presence === "optional")));
    const known = members.known.map((each) => ({ ...each, part: joinParts(each.part, part) }));
    const [only] = known;
    if (only !== undefined && known.length === 1 && fields.length === 0)
        return only;
    return { form: "object", fields, bases: known };
}
/** The same member, optional or not. Its shape is not looked at: it may be what is being read. */
export function withPresence(field, isOptional) {
    const { name, comments, position } = field;
    return {
        name,
        isOptional,
        comments,
        position,
        get shape() {
            return field.shape;
        },
    };
}
/** Each name once; the last one counts. */
export function withoutRepeated(fields) {
    return [...new Map(fields.map((field) => [field.name, field])).values()];
}
function joinParts(first, second) {
    if (first === undefined)
        return second;
    const keep = first.keep === undefined || second.keep === undefined
        ? (first.keep ?? second.keep)
        : first.keep.filter((name) => second.keep.includes(name));
    const drop = [...(first.drop ?? []), ...(second.drop ?? [])];
    return {
        ...(keep !== undefined && { keep }),
        ...(drop.length > 0 && { drop }),
        presence: second.presence ?? first.presence,
    };
}
