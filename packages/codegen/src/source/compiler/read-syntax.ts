import {
  type AsExpression,
  type ClassDeclaration,
  type EntityName,
  type EnumDeclaration,
  type ExportAssignment,
  type ExportDeclaration,
  type Expression,
  type ExternalModuleReference,
  type ImportDeclaration,
  type ImportEqualsDeclaration,
  type InterfaceDeclaration,
  ModifierFlags,
  type ModuleBlock,
  type ModuleDeclaration,
  type Node,
  type SatisfiesExpression,
  type SourceFile,
  type Statement,
  SyntaxKind,
  type TypeAliasDeclaration,
  type TypeNode,
  type VariableStatement,
} from "typescript/unstable/ast";
import { readComments } from "./read-comments.ts";
import { pathOf, readObject, readType, readTypeParameters, textOf } from "./read-type.ts";
import { readValue } from "./read-value.ts";
import type {
  CallSyntax,
  DeclarationSyntax,
  ExportSyntax,
  ImportSyntax,
  StatementSyntax,
  SyntaxFile,
} from "./syntax.ts";

type AnyStatement =
  | ClassDeclaration
  | EnumDeclaration
  | ExportAssignment
  | ExportDeclaration
  | ImportDeclaration
  | ImportEqualsDeclaration
  | InterfaceDeclaration
  | ModuleDeclaration
  | TypeAliasDeclaration
  | VariableStatement;

/** What of a file the generator reads. */
export function readSyntax(
  file: SourceFile,
  { path, text }: Pick<SyntaxFile, "path" | "text">,
  errors: SyntaxFile["errors"],
): SyntaxFile {
  const imports: ImportSyntax[] = [];
  const exports: ExportSyntax[] = [];
  for (const statement of file.statements) readNames(statement as Node as AnyStatement, imports, exports);
  const statements = file.statements.map(readStatement);
  return {
    path,
    text,
    imports,
    exports,
    statements,
    hiddenKinds: readHiddenKinds(file, text, statements),
    comments: readComments(file, text),
    errors,
  };
}

/** Calls of `defineKind` whose result is not a constant at the top of the file. */
function readHiddenKinds(file: SourceFile, text: string, statements: readonly StatementSyntax[]): CallSyntax[] {
  const starts = new Set<number>();
  for (const declaration of statements.flatMap(({ declarations }) => declarations)) {
    const value = declaration.form === "constant" ? declaration.value : undefined;
    if (value?.form === "call" && value.callee.at(-1) === "defineKind") starts.add(value.start);
  }
  // To look at all of a file takes time, and most have nothing to find.
  if ((text.match(/\bdefineKind\s*[<(]/g) ?? []).length <= starts.size) return [];
  const found: CallSyntax[] = [];
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.CallExpression && !starts.has(node.getStart())) {
      const value = readValue(node as Expression);
      if (value.form === "call" && value.callee.at(-1) === "defineKind") found.push(value);
    }
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return found;
}

function readStatement(node: Statement): StatementSyntax {
  const { modifierFlags } = node as Node as { readonly modifierFlags?: ModifierFlags };
  return {
    start: node.getStart(),
    end: node.end,
    isExported: ((modifierFlags ?? 0) & (ModifierFlags.Export | ModifierFlags.Default)) === ModifierFlags.Export,
    declarations: readDeclarations(node as Node as AnyStatement),
  };
}

function readDeclarations(node: AnyStatement): DeclarationSyntax[] {
  const start = node.getStart();
  switch (node.kind) {
    case SyntaxKind.InterfaceDeclaration:
      return [
        {
          form: "interface",
          name: node.name.text,
          start: node.name.getStart(),
          parameters: readTypeParameters(node.typeParameters),
          bases: (node.heritageClauses ?? []).flatMap((clause) =>
            clause.types.map((type) => readType(type as Node as TypeNode)),
          ),
          body: readObject(node.members, { start, end: node.end }),
        },
      ];
    case SyntaxKind.TypeAliasDeclaration:
      return [
        {
          form: "alias",
          name: node.name.text,
          start: node.name.getStart(),
          parameters: readTypeParameters(node.typeParameters),
          type: readType(node.type),
        },
      ];
    case SyntaxKind.EnumDeclaration:
      return [
        {
          form: "enum",
          name: node.name.text,
          start: node.name.getStart(),
          members: node.members.map((member) => ({
            name: textOf(member.name) ?? "",
            value: member.initializer && readValue(member.initializer),
            start: member.getStart(),
          })),
        },
      ];
    case SyntaxKind.ClassDeclaration:
      return [{ form: "class", name: node.name?.text ?? "default", start: (node.name ?? node).getStart() }];
    case SyntaxKind.ModuleDeclaration:
      if (node.body === undefined) return [];
      return [
        {
          form: "namespace",
          name: textOf(node.name) ?? "",
          start: node.name.getStart(),
          isModule: node.name.kind === SyntaxKind.StringLiteral,
          // The body of `namespace A.B { … }` is that of `namespace B { … }`.
          statements: (node.body.kind === SyntaxKind.ModuleBlock
            ? (node.body as ModuleBlock).statements
            : [node.body as Node as Statement]
          ).map(readStatement),
        },
      ];
    case SyntaxKind.VariableStatement:
      return node.declarationList.declarations.flatMap((declaration): DeclarationSyntax[] =>
        declaration.name.kind !== SyntaxKind.Identifier
          ? []
          : [
              {
                form: "constant",
                name: declaration.name.text,
                start: declaration.name.getStart(),
                type: declaration.type && readType(declaration.type),
                value: declaration.initializer && readValue(declaration.initializer),
                isFixed: declaration.initializer !== undefined && isFixed(declaration.initializer),
              },
            ],
      );
    case SyntaxKind.ImportEqualsDeclaration: {
      if (node.moduleReference.kind === SyntaxKind.ExternalModuleReference) return [];
      const path = pathOf(node.moduleReference as EntityName);
      return [{ form: "name", name: node.name.text, start: node.name.getStart(), path }];
    }
    case SyntaxKind.ExportAssignment:
      return [{ form: "constant", name: "", start, value: readValue(node.expression), isFixed: false }];
    default:
      return [];
  }
}

/** Whether it is `… as const`, also under `satisfies`. */
function isFixed(node: Expression): boolean {
  const of = node as Node as AsExpression | SatisfiesExpression;
  if (of.kind === SyntaxKind.SatisfiesExpression) return isFixed(of.expression);
  return of.kind === SyntaxKind.AsExpression && of.type.getText() === "const";
}

function readNames(node: AnyStatement, imports: ImportSyntax[], exports: ExportSyntax[]): void {
  switch (node.kind) {
    case SyntaxKind.ImportDeclaration:
      readImport(node, imports);
      return;
    case SyntaxKind.ImportEqualsDeclaration:
      if (node.moduleReference.kind === SyntaxKind.ExternalModuleReference) {
        const { expression } = node.moduleReference as ExternalModuleReference;
        const specifier = textOf(expression) ?? "";
        imports.push({ local: node.name.text, imported: "*", specifier, start: expression.getStart() });
      }
      return;
    case SyntaxKind.ExportDeclaration:
      readExport(node, exports);
      return;
    case SyntaxKind.ExportAssignment: {
      const local = textOf(node.expression);
      if (local !== undefined) exports.push({ exported: "default", local, start: node.getStart() });
      return;
    }
    case SyntaxKind.InterfaceDeclaration:
    case SyntaxKind.ClassDeclaration:
      if ((node.modifierFlags & ModifierFlags.Default) !== 0 && node.name !== undefined) {
        exports.push({ exported: "default", local: node.name.text, start: node.getStart() });
      }
      return;
    default:
  }
}

function readImport(node: ImportDeclaration, imports: ImportSyntax[]): void {
  const specifier = textOf(node.moduleSpecifier) ?? "";
  const start = node.moduleSpecifier.getStart();
  const clause = node.importClause;
  if (clause?.name !== undefined) imports.push({ local: clause.name.text, imported: "default", specifier, start });
  const bindings = clause?.namedBindings;
  if (bindings?.kind === SyntaxKind.NamespaceImport) {
    imports.push({ local: bindings.name.text, imported: "*", specifier, start });
  } else {
    for (const { name, propertyName } of bindings?.elements ?? []) {
      imports.push({ local: name.text, imported: textOf(propertyName ?? name)!, specifier, start });
    }
  }
}

function readExport(node: ExportDeclaration, exports: ExportSyntax[]): void {
  const start = (node.moduleSpecifier ?? node).getStart();
  const specifier = node.moduleSpecifier && textOf(node.moduleSpecifier);
  const clause = node.exportClause;
  if (clause === undefined) {
    exports.push({ exported: "*", local: "*", specifier, start });
  } else if (clause.kind === SyntaxKind.NamespaceExport) {
    exports.push({ exported: textOf(clause.name)!, local: "*", specifier, start });
  } else {
    for (const { name, propertyName } of clause.elements) {
      exports.push({ exported: textOf(name)!, local: textOf(propertyName ?? name)!, specifier, start });
    }
  }
}
