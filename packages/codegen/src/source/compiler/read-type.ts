import {
  type ArrayTypeNode,
  type ConditionalTypeNode,
  type ConstructorTypeNode,
  type EntityName,
  type Expression,
  type ExpressionWithTypeArguments,
  type FunctionTypeNode,
  type Identifier,
  type ImportTypeNode,
  type IndexedAccessTypeNode,
  type IndexSignatureDeclaration,
  type IntersectionTypeNode,
  type LiteralTypeNode,
  type MappedTypeNode,
  type MethodSignatureDeclaration,
  type Node,
  type OptionalTypeNode,
  type ParenthesizedTypeNode,
  type PropertyAccessExpression,
  type PropertyName,
  type PropertySignatureDeclaration,
  SyntaxKind,
  type TemplateLiteralTypeNode,
  type TupleTypeNode,
  type TypeElement,
  type TypeLiteralNode,
  type TypeNode,
  type TypeOperatorNode,
  type TypeParameterDeclaration,
  type TypeQueryNode,
  type TypeReferenceNode,
  type UnionTypeNode,
} from "typescript/unstable/ast";
import type { MemberSyntax, ObjectSyntax, TypeParameterSyntax, TypeSyntax } from "./syntax.ts";

type AnyTypeNode =
  | ArrayTypeNode
  | ConditionalTypeNode
  | ConstructorTypeNode
  | ExpressionWithTypeArguments
  | FunctionTypeNode
  | ImportTypeNode
  | IndexedAccessTypeNode
  | IntersectionTypeNode
  | LiteralTypeNode
  | MappedTypeNode
  | OptionalTypeNode
  | ParenthesizedTypeNode
  | TemplateLiteralTypeNode
  | TupleTypeNode
  | TypeLiteralNode
  | TypeOperatorNode
  | TypeQueryNode
  | TypeReferenceNode
  | UnionTypeNode;
type AnyMember = PropertySignatureDeclaration | IndexSignatureDeclaration | MethodSignatureDeclaration;
/** A type without its place. */
type TypeBody = Distribute<TypeSyntax>;
type Distribute<T> = T extends unknown ? Omit<T, "start" | "end"> : never;

/** A type as it is written. */
export function readType(node: TypeNode): TypeSyntax {
  const range = { start: node.getStart(), end: node.end };
  const of = node as Node as AnyTypeNode;
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
      if (of.isTypeOf || of.qualifier === undefined) return { ...range, form: "other", what: "unknown" };
      const specifier = textOf((of.argument as LiteralTypeNode).literal);
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
      if (of.operator === SyntaxKind.KeyOfKeyword) return { ...range, form: "keyof", of: readType(of.type) };
      if (of.operator === SyntaxKind.ReadonlyKeyword) return readType(of.type);
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
      return {
        ...range,
        form: "template",
        head: of.head.text,
        parts: of.templateSpans.map(({ type, literal }) => ({ type: readType(type), text: literal.text })),
      };
    case SyntaxKind.ConditionalType:
      return { ...range, form: "other", what: "conditional" };
    default: {
      const name = KEYWORDS.get(node.kind);
      return name === undefined ? { ...range, form: "other", what: "unknown" } : { ...range, form: "keyword", name };
    }
  }
}

export function readTypeParameters(nodes: readonly TypeParameterDeclaration[] | undefined): TypeParameterSyntax[] {
  return (nodes ?? []).map((node) => ({
    name: node.name.text,
    default: node.defaultType && readType(node.defaultType),
  }));
}

export function readObject(
  members: readonly TypeElement[],
  range: { readonly start: number; readonly end: number },
): ObjectSyntax {
  return { ...range, form: "object", members: members.map(readMember) };
}

/** The text of a name or a text in quotes; undefined for a computed one. */
export function textOf(node: Node): string | undefined {
  switch (node.kind) {
    case SyntaxKind.Identifier:
    case SyntaxKind.StringLiteral:
    case SyntaxKind.NoSubstitutionTemplateLiteral:
    case SyntaxKind.NumericLiteral:
      return (node as Node & { readonly text: string }).text;
    default:
      return undefined;
  }
}

/** `["core", "Pod"]` for `core.Pod`. */
export function expressionPath(node: Expression): string[] | undefined {
  const of = node as Node as Identifier | PropertyAccessExpression;
  if (of.kind === SyntaxKind.Identifier) return [of.text];
  if (of.kind !== SyntaxKind.PropertyAccessExpression) return undefined;
  const left = expressionPath(of.expression);
  return left && [...left, of.name.text];
}

function readMember(node: TypeElement): MemberSyntax {
  const range = { start: node.getStart(), end: node.end };
  const of = node as Node as AnyMember;
  switch (of.kind) {
    case SyntaxKind.PropertySignature: {
      const name = memberName(of.name);
      if (name === undefined) return { ...range, form: "computed" };
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
      const { name } = node as Node as { readonly name?: PropertyName };
      return { ...range, form: "method", name: (name && memberName(name)) ?? "" };
    }
  }
}

function memberName(name: PropertyName): string | undefined {
  if (name.kind !== SyntaxKind.ComputedPropertyName) return textOf(name);
  return name.expression.kind === SyntaxKind.StringLiteral ? textOf(name.expression) : undefined;
}

function readLiteral({ literal }: LiteralTypeNode): TypeBody {
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
      const text = textOf((literal as Node & { readonly operand: Node }).operand);
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

function readMapped(node: MappedTypeNode): TypeBody {
  const { typeParameter, questionToken } = node;
  return {
    form: "mapped",
    parameter: typeParameter.name.text,
    keys: readType(typeParameter.constraint!),
    isRenamed: node.nameType !== undefined,
    presence:
      questionToken === undefined ? "as is" : questionToken.kind === SyntaxKind.MinusToken ? "required" : "optional",
    value: node.type && readType(node.type),
  };
}

/** `["core", "Pod"]` for the name `core.Pod`. */
export function pathOf(name: EntityName): string[] {
  if (name.kind === SyntaxKind.Identifier) return [name.text];
  return [...pathOf(name.left), name.right.text];
}

const KEYWORDS = new Map<SyntaxKind, string>([
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
