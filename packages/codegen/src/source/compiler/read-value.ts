import {
  type ArrayLiteralExpression,
  type AsExpression,
  type CallExpression,
  type Expression,
  type Node,
  type NonNullExpression,
  type ObjectLiteralElement,
  type ObjectLiteralExpression,
  type ParenthesizedExpression,
  type PrefixUnaryExpression,
  type PropertyAssignment,
  type SatisfiesExpression,
  type ShorthandPropertyAssignment,
  type SpreadAssignment,
  SyntaxKind,
} from "typescript/unstable/ast";
import { expressionPath, readType, textOf } from "./read-type.ts";
import type { ValueSyntax } from "./syntax.ts";

type AnyExpression =
  | ArrayLiteralExpression
  | AsExpression
  | CallExpression
  | NonNullExpression
  | ObjectLiteralExpression
  | ParenthesizedExpression
  | PrefixUnaryExpression
  | SatisfiesExpression;

/** An expression, as far as its value can be known without running it. */
export function readValue(node: Expression): ValueSyntax {
  const start = node.getStart();
  const of = node as Node as AnyExpression;
  switch (of.kind) {
    case SyntaxKind.ParenthesizedExpression:
    case SyntaxKind.AsExpression:
    case SyntaxKind.NonNullExpression:
    case SyntaxKind.SatisfiesExpression:
      return readValue(of.expression);
    case SyntaxKind.ArrayLiteralExpression:
      return { start, form: "array", elements: of.elements.map(readValue) };
    case SyntaxKind.ObjectLiteralExpression:
      return { start, form: "object", members: of.properties.map(readMember) };
    case SyntaxKind.CallExpression: {
      const callee = expressionPath(of.expression);
      if (callee === undefined) return { start, form: "other" };
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

function readLeaf(node: Expression, start: number): ValueSyntax {
  switch (node.kind) {
    case SyntaxKind.StringLiteral:
    case SyntaxKind.NoSubstitutionTemplateLiteral:
      return { start, form: "literal", value: textOf(node)! };
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

function readMember(node: ObjectLiteralElement): { name?: string | undefined; value: ValueSyntax } {
  const of = node as Node as PropertyAssignment | ShorthandPropertyAssignment | SpreadAssignment;
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
