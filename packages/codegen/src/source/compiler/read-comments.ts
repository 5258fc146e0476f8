import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import type { CommentSyntax } from "./syntax.ts";

/** All comments of a file, also those that belong to nothing. */
export function readComments(file: SourceFile, text: string): CommentSyntax[] {
  const comments: CommentSyntax[] = [];
  let literals: readonly Range[] | undefined;
  let nextLiteral = 0;
  for (let start = nextSlash(text, 0); start >= 0; ) {
    // Most files have no text that looks like a comment before their first comment, but a URL in a text is common.
    literals ??= literalsOf(file);
    while (nextLiteral < literals.length && literals[nextLiteral]!.end <= start) nextLiteral++;
    const literal = literals[nextLiteral];
    if (literal !== undefined && literal.start <= start) {
      start = nextSlash(text, literal.end);
      continue;
    }
    const end = text[start + 1] === "/" ? endOfLine(text, start) : endOfBlock(text, start);
    comments.push({ style: styleOf(text, start, end), start, end });
    start = nextSlash(text, end);
  }
  return comments;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function nextSlash(text: string, from: number): number {
  for (let at = text.indexOf("/", from); at >= 0; at = text.indexOf("/", at + 1)) {
    const next = text[at + 1];
    if (next === "/" || next === "*") return at;
  }
  return -1;
}

function styleOf(text: string, start: number, end: number): CommentSyntax["style"] {
  if (text[start + 1] === "/") return "line";
  return text[start + 2] === "*" && end - start > 4 ? "doc" : "block";
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  if (end < 0) return text.length;
  return text[end - 1] === "\r" ? end - 1 : end;
}

function endOfBlock(text: string, from: number): number {
  const end = text.indexOf("*/", from + 2);
  return end < 0 ? text.length : end + 2;
}

/** Where slashes are not those of comments, in order. */
function literalsOf(file: SourceFile): Range[] {
  const found: Range[] = [];
  const visit = (node: Node): void => {
    switch (node.kind) {
      case SyntaxKind.StringLiteral:
      case SyntaxKind.NoSubstitutionTemplateLiteral:
      case SyntaxKind.TemplateHead:
      case SyntaxKind.TemplateMiddle:
      case SyntaxKind.TemplateTail:
      case SyntaxKind.RegularExpressionLiteral:
        found.push({ start: node.getStart(), end: node.end });
        break;
      case SyntaxKind.JsxText:
        found.push({ start: node.pos, end: node.end });
        break;
      default:
        node.forEachChild(visit);
    }
  };
  file.forEachChild(visit);
  return found.sort((one, other) => one.start - other.start);
}
