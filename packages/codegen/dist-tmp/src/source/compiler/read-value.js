import { SyntaxKind, } from "typescript/unstable/ast";
import { expressionPath, readType, textOf } from "./read-type.js";
/** An expression, as far as its value can be known without running it. */
export function readValue(node) {
    const start = node.getStart();
    const of = node;
    switch (of.kind) {
        case SyntaxKind.ParenthesizedExpression:
        case SyntaxKind.AsExpression:
        case SyntaxKind.SatisfiesExpression:
            return readValue(of.expression);
        case SyntaxKind.ArrayLiteralExpression:
            return { start, form: "array", elements: of.elements.map(readValue) };
        case SyntaxKind.ObjectLiteralExpression:
            return { start, form: "object", members: of.properties.map(readMember) };
        case SyntaxKind.CallExpression: {
            const callee = expressionPath(of.expression);
            if (callee === undefined)
                return readWrapped(of.expression) ?? { start, form: "other" };
            const types = (of.typeArguments ?? []).map(readType);
            return { start, form: "call", callee, types, args: of.arguments.map(readValue) };
        }
        case SyntaxKind.PrefixUnaryExpression: {
            const operand = readValue(of.operand);
            const isNegative = of.operator === SyntaxKind.MinusToken;
            return isNegative && operand.form === "literal" && typeof operand.value === "number"
                ? { start, form: "literal", value: -operand.value }
                : { start, form: "other" };
        }
        default:
            return readLeaf(node, start);
    }
}
/** The call inside `Object.freeze(…)`-like chains is of interest only when it is the innermost one. */
function readWrapped(node) {
    return node.kind === SyntaxKind.ParenthesizedExpression ? readValue(node) : undefined;
}
function readLeaf(node, start) {
    switch (node.kind) {
        case SyntaxKind.StringLiteral:
        case SyntaxKind.NoSubstitutionTemplateLiteral:
            return { start, form: "literal", value: textOf(node) };
        case SyntaxKind.NumericLiteral:
            return { start, form: "literal", value: Number(textOf(node)) };
        case SyntaxKind.TrueKeyword:
            return { start, form: "literal", value: true };
        case SyntaxKind.FalseKeyword:
            return { start, form: "literal", value: false };
        case SyntaxKind.NullKeyword:
            return { start, form: "literal", value: null };
        default: {
            const path = expressionPath(node);
            return path === undefined ? { start, form: "other" } : { start, form: "name", path };
        }
    }
}
function readMember(node) {
    const of = node;
    const start = node.getStart();
    switch (of.kind) {
        case SyntaxKind.PropertyAssignment:
            return { name: textOf(of.name) ?? "", value: readValue(of.initializer) };
        case SyntaxKind.ShorthandPropertyAssignment: {
            const name = textOf(of.name) ?? "";
            return { name, value: { start, form: "name", path: [name] } };
        }
        case SyntaxKind.SpreadAssignment:
            return { value: readValue(of.expression) };
        default:
            return { name: "", value: { start, form: "other" } };
    }
}
