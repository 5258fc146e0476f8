import { ModifierFlags, SyntaxKind, } from "typescript/unstable/ast";
import { readComments } from "./read-comments.js";
import { readObject, readType, readTypeParameters, textOf } from "./read-type.js";
import { readValue } from "./read-value.js";
/** What of a file the generator reads. */
export function readSyntax(file, path, errors) {
    const imports = [];
    const exports = [];
    for (const statement of file.statements)
        readNames(statement, imports, exports);
    return {
        path,
        text: file.text,
        imports,
        exports,
        statements: file.statements.map(readStatement),
        comments: readComments(file),
        errors,
    };
}
function readStatement(node) {
    const { modifierFlags } = node;
    return {
        start: node.getStart(),
        end: node.end,
        isExported: ((modifierFlags ?? 0) & (ModifierFlags.Export | ModifierFlags.Default)) === ModifierFlags.Export,
        declarations: readDeclarations(node),
    };
}
function readDeclarations(node) {
    const start = node.getStart();
    switch (node.kind) {
        case SyntaxKind.InterfaceDeclaration:
            return [
                {
                    form: "interface",
                    name: node.name.text,
                    start: node.name.getStart(),
                    parameters: readTypeParameters(node.typeParameters),
                    bases: (node.heritageClauses ?? []).flatMap((clause) => clause.types.map((type) => readType(type))),
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
            if (node.body?.kind !== SyntaxKind.ModuleBlock)
                return [];
            return [
                {
                    form: "namespace",
                    name: textOf(node.name) ?? "",
                    start: node.name.getStart(),
                    statements: node.body.statements.map(readStatement),
                },
            ];
        case SyntaxKind.VariableStatement:
            return node.declarationList.declarations.flatMap((declaration) => declaration.name.kind !== SyntaxKind.Identifier
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
                ]);
        case SyntaxKind.ExportAssignment:
            return [{ form: "constant", name: "", start, value: readValue(node.expression), isFixed: false }];
        default:
            return [];
    }
}
/** Whether it is `… as const`, also under `satisfies`. */
function isFixed(node) {
    const of = node;
    if (of.kind === SyntaxKind.SatisfiesExpression)
        return isFixed(of.expression);
    return of.kind === SyntaxKind.AsExpression && of.type.getText() === "const";
}
function readNames(node, imports, exports) {
    switch (node.kind) {
        case SyntaxKind.ImportDeclaration:
            readImport(node, imports);
            return;
        case SyntaxKind.ExportDeclaration:
            readExport(node, exports);
            return;
        case SyntaxKind.ExportAssignment: {
            const local = textOf(node.expression);
            if (local !== undefined)
                exports.push({ exported: "default", local, start: node.getStart() });
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
function readImport(node, imports) {
    const specifier = textOf(node.moduleSpecifier) ?? "";
    const start = node.moduleSpecifier.getStart();
    const clause = node.importClause;
    if (clause?.name !== undefined)
        imports.push({ local: clause.name.text, imported: "default", specifier, start });
    const bindings = clause?.namedBindings;
    if (bindings?.kind === SyntaxKind.NamespaceImport) {
        imports.push({ local: bindings.name.text, imported: "*", specifier, start });
    }
    else {
        for (const { name, propertyName } of bindings?.elements ?? []) {
            imports.push({ local: name.text, imported: textOf(propertyName ?? name), specifier, start });
        }
    }
}
function readExport(node, exports) {
    const start = (node.moduleSpecifier ?? node).getStart();
    const specifier = node.moduleSpecifier && textOf(node.moduleSpecifier);
    const clause = node.exportClause;
    if (clause === undefined) {
        exports.push({ exported: "*", local: "*", specifier, start });
    }
    else if (clause.kind === SyntaxKind.NamespaceExport) {
        exports.push({ exported: textOf(clause.name), local: "*", specifier, start });
    }
    else {
        for (const { name, propertyName } of clause.elements) {
            exports.push({ exported: textOf(name), local: textOf(propertyName ?? name), specifier, start });
        }
    }
}
