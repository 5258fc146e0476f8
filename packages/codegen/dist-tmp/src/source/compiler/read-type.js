import { SyntaxKind, } from "typescript/unstable/ast";
/** A type as it is written. */
export function readType(node) {
    const range = { start: node.getStart(), end: node.end };
    const of = node;
    switch (of.kind) {
        case SyntaxKind.ParenthesizedType:
        case SyntaxKind.OptionalType:
            return readType(of.type);
        case SyntaxKind.LiteralType:
            return { ...range, ...readLiteral(of) };
        case SyntaxKind.TypeReference:
            return { ...range, form: "name", path: pathOf(of.typeName), args: (of.typeArguments ?? []).map(readType) };
        case SyntaxKind.ExpressionWithTypeArguments:
            return {
                ...range,
                form: "name",
                path: expressionPath(of.expression) ?? ["?"],
                args: (of.typeArguments ?? []).map(readType),
            };
        case SyntaxKind.ImportType: {
            if (of.isTypeOf || of.qualifier === undefined)
                return { ...range, form: "other", what: "unknown" };
            const specifier = textOf(of.argument.literal);
            return {
                ...range,
                form: "name",
                path: pathOf(of.qualifier),
                args: (of.typeArguments ?? []).map(readType),
                specifier,
            };
        }
        case SyntaxKind.ArrayType:
            return { ...range, form: "array", element: readType(of.elementType) };
        case SyntaxKind.TypeOperator:
            if (of.operator === SyntaxKind.KeyOfKeyword)
                return { ...range, form: "keyof", of: readType(of.type) };
            if (of.operator === SyntaxKind.ReadonlyKeyword)
                return readType(of.type);
            return { ...range, form: "keyword", name: "symbol" };
        case SyntaxKind.TypeLiteral:
            return readObject(of.members, range);
        case SyntaxKind.UnionType:
            return { ...range, form: "union", types: of.types.map(readType) };
        case SyntaxKind.IntersectionType:
            return { ...range, form: "intersection", types: of.types.map(readType) };
        case SyntaxKind.IndexedAccessType:
            return { ...range, form: "indexed", object: readType(of.objectType), index: readType(of.indexType) };
        case SyntaxKind.TypeQuery:
            return { ...range, form: "typeof", path: pathOf(of.exprName) };
        case SyntaxKind.MappedType:
            return { ...range, ...readMapped(of) };
        case SyntaxKind.FunctionType:
        case SyntaxKind.ConstructorType:
            return { ...range, form: "other", what: "function" };
        case SyntaxKind.TupleType:
            return { ...range, form: "other", what: "tuple" };
        case SyntaxKind.TemplateLiteralType:
            return { ...range, form: "other", what: "template" };
        case SyntaxKind.ConditionalType:
            return { ...range, form: "other", what: "conditional" };
        default: {
            const name = KEYWORDS.get(node.kind);
            return name === undefined ? { ...range, form: "other", what: "unknown" } : { ...range, form: "keyword", name };
        }
    }
}
export function readTypeParameters(nodes) {
    return (nodes ?? []).map((node) => ({
        name: node.name.text,
        default: node.defaultType && readType(node.defaultType),
    }));
}
export function readObject(members, range) {
    return { ...range, form: "object", members: members.map(readMember) };
}
/** The text of a name or a text in quotes; undefined for a computed one. */
export function textOf(node) {
    switch (node.kind) {
        case SyntaxKind.Identifier:
        case SyntaxKind.StringLiteral:
        case SyntaxKind.NoSubstitutionTemplateLiteral:
        case SyntaxKind.NumericLiteral:
            return node.text;
        default:
            return undefined;
    }
}
/** `["core", "Pod"]` for `core.Pod`. */
export function expressionPath(node) {
    const of = node;
    if (of.kind === SyntaxKind.Identifier)
        return [of.text];
    if (of.kind !== SyntaxKind.PropertyAccessExpression)
        return undefined;
    const left = expressionPath(of.expression);
    return left && [...left, of.name.text];
}
function readMember(node) {
    const range = { start: node.getStart(), end: node.end };
    const of = node;
    switch (of.kind) {
        case SyntaxKind.PropertySignature: {
            const name = memberName(of.name);
            if (name === undefined)
                return { ...range, form: "computed" };
            return {
                ...range,
                form: "property",
                name,
                isOptional: of.postfixToken?.kind === SyntaxKind.QuestionToken,
                type: of.type && readType(of.type),
            };
        }
        case SyntaxKind.IndexSignature: {
            const key = of.parameters[0]?.type;
            return { ...range, form: "index", key: key && readType(key), value: readType(of.type) };
        }
        default: {
            const { name } = node;
            return { ...range, form: "method", name: (name && memberName(name)) ?? "" };
        }
    }
}
function memberName(name) {
    if (name.kind !== SyntaxKind.ComputedPropertyName)
        return textOf(name);
    return name.expression.kind === SyntaxKind.StringLiteral ? textOf(name.expression) : undefined;
}
function readLiteral({ literal }) {
    switch (literal.kind) {
        case SyntaxKind.NullKeyword:
            return { form: "literal", value: null };
        case SyntaxKind.TrueKeyword:
            return { form: "literal", value: true };
        case SyntaxKind.FalseKeyword:
            return { form: "literal", value: false };
        case SyntaxKind.NumericLiteral:
            return { form: "literal", value: Number(textOf(literal)) };
        case SyntaxKind.PrefixUnaryExpression: {
            const text = textOf(literal.operand);
            return text === undefined
                ? { form: "other", what: "bigint literal" }
                : { form: "literal", value: Number(literal.getText().startsWith("-") ? -Number(text) : text) };
        }
        case SyntaxKind.BigIntLiteral:
            return { form: "other", what: "bigint literal" };
        default: {
            const text = textOf(literal);
            return text === undefined ? { form: "other", what: "unknown" } : { form: "literal", value: text };
        }
    }
}
function readMapped(node) {
    const { typeParameter, questionToken } = node;
    return {
        form: "mapped",
        parameter: typeParameter.name.text,
        keys: readType(typeParameter.constraint),
        isRenamed: node.nameType !== undefined,
        presence: questionToken === undefined ? "as is" : questionToken.kind === SyntaxKind.MinusToken ? "required" : "optional",
        value: node.type && readType(node.type),
    };
}
function pathOf(name) {
    if (name.kind === SyntaxKind.Identifier)
        return [name.text];
    return [...pathOf(name.left), name.right.text];
}
const KEYWORDS = new Map([
    [SyntaxKind.StringKeyword, "string"],
    [SyntaxKind.NumberKeyword, "number"],
    [SyntaxKind.BooleanKeyword, "boolean"],
    [SyntaxKind.BigIntKeyword, "bigint"],
    [SyntaxKind.SymbolKeyword, "symbol"],
    [SyntaxKind.ObjectKeyword, "object"],
    [SyntaxKind.AnyKeyword, "any"],
    [SyntaxKind.UnknownKeyword, "unknown"],
    [SyntaxKind.NeverKeyword, "never"],
    [SyntaxKind.VoidKeyword, "void"],
    [SyntaxKind.UndefinedKeyword, "undefined"],
    [SyntaxKind.ThisType, "this"],
]);
