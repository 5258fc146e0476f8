import { ConstantReader } from "./constant-value.js";
/** The kinds that a file defines: `const Memcached = defineKind<Memcached>({ … })`. Kinds of built-in types are not among them. */
export function readKinds(file, names, shapes, report) {
    const constants = new ConstantReader(names);
    return file.scope.all().flatMap((declared) => {
        const { syntax } = declared;
        if (syntax.form !== "constant" || syntax.value?.form !== "call")
            return [];
        if (!isDefineKind(file, names, syntax.value))
            return [];
        const kind = readKind(declared, syntax, syntax.value, constants, shapes, report);
        return kind === undefined ? [] : [kind];
    });
}
function isDefineKind(file, names, { callee }) {
    const meaning = names.resolve(file, file.scope, callee);
    return meaning.form === "kubewright" && meaning.name === "defineKind";
}
function readKind(declared, constant, call, constants, shapes, report) {
    const { file, scope } = declared;
    const refuse = (start, message) => {
        report({ severity: "error", position: file.positionOf(start), message });
    };
    const [definition] = call.args;
    if (definition === undefined)
        return undefined;
    const type = call.types[0] ?? annotatedType(constant);
    if (type === undefined) {
        const name = constant.name || "Memcached";
        return refuse(call.start, `the kind has no type, so no schema can be made; write defineKind<${name}>({ … })`);
    }
    const read = (name) => {
        const member = constants.member({ value: definition, file, scope }, name);
        if (member === undefined)
            return undefined;
        const text = constants.text(member);
        if (text === undefined) {
            refuse(member.file === file ? member.value.start : definition.start, `the ${name} of a kind has to be known without running the code; write a text, or a constant that is one`);
        }
        return text ?? "";
    };
    const values = { group: read("group"), version: read("version"), kind: read("kind") };
    const missing = Object.entries(values).find(([, value]) => value === undefined);
    if (missing !== undefined) {
        return refuse(definition.start, `defineKind needs ${missing[0]}; write it in its argument as a text`);
    }
    const { group, version, kind } = values;
    const plural = read("plural");
    const scopeText = read("scope");
    if (version === "" || kind === "")
        return undefined;
    const source = typeOf(type, kind, declared, shapes);
    return (source && {
        group,
        version,
        kind,
        ...(plural !== undefined && { plural }),
        ...((scopeText === "Namespaced" || scopeText === "Cluster") && { scope: scopeText }),
        type: source,
        exportedAs: constant.name === "" ? undefined : file.exportedName(declared),
        typeExportedAs: exportedType(type, file),
        position: file.positionOf(call.start),
    });
}
/** Of `const Memcached: Kind<Memcached> = …`. */
function annotatedType({ type }) {
    return type?.form === "name" && type.path.at(-1) === "Kind" ? type.args[0] : undefined;
}
/** The name by which others import a type from this file. */
function exportedType(type, file) {
    if (type.form !== "name" || type.path.length !== 1 || type.args.length > 0)
        return undefined;
    const declared = file.scope
        .get(type.path[0])
        .find(({ syntax }) => syntax.form === "interface" || syntax.form === "alias");
    return declared && file.exportedName(declared);
}
/** A type written out in the call itself is named for its kind; undefined for one that is not the user's. */
function typeOf(type, kind, declared, shapes) {
    const { file, scope, statement } = declared;
    const shape = shapes.read(type, { file, scope, parameters: new Map() });
    if (shape.form === "reference")
        return shape.type();
    if (shape.form === "known" || shape.form === "any")
        return undefined;
    return { name: kind, comments: file.comments.of(statement.start), shape, position: file.positionOf(type.start) };
}
