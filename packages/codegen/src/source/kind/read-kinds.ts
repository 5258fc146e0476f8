import type { ReportProblem } from "../../problem.ts";
import type { CallSyntax, ConstantSyntax, TypeSyntax } from "../compiler/syntax.ts";
import type { NameResolver } from "../name/name-resolver.ts";
import type { Declared, SourceFile } from "../name/source-file.ts";
import type { ShapeReader } from "../shape/shape-reader.ts";
import type { SourceKind, SourceType } from "../source-module.ts";
import { ConstantReader } from "./constant-value.ts";

/** The kinds that a file defines: `const Memcached = defineKind<Memcached>({ … })`. Kinds of built-in types are not among them. */
export function readKinds(
  file: SourceFile,
  names: NameResolver,
  shapes: ShapeReader,
  report: ReportProblem,
): SourceKind[] {
  const constants = new ConstantReader(names);
  for (const call of file.syntax.hiddenKinds) reportHidden(call, file, names, report);
  return file.scope.all().flatMap((declared) => {
    const { syntax } = declared;
    if (syntax.form !== "constant" || syntax.value?.form !== "call") return [];
    if (!isDefineKind(file, names, syntax.value)) return [];
    const kind = readKind(declared, syntax, syntax.value, constants, shapes, report);
    return kind === undefined ? [] : [kind];
  });
}

function isDefineKind(file: SourceFile, names: NameResolver, { callee }: Pick<CallSyntax, "callee">): boolean {
  const meaning = names.resolve(file, file.scope, callee);
  if (meaning.form === "kubewright") return meaning.name === "defineKind";
  if (meaning.form !== "declared") return false;
  return meaning.declared.some(({ syntax, file: other }) => {
    const value = syntax.form === "constant" ? syntax.value : undefined;
    // `const define = defineKind`; a constant that is itself is refused by the compiler.
    return (
      value?.form === "name" &&
      value.path.join(".") !== callee.join(".") &&
      isDefineKind(other, names, { callee: value.path })
    );
  });
}

/** Says that a kind is not read, unless its type is not the user's own. */
function reportHidden(call: CallSyntax, file: SourceFile, names: NameResolver, report: ReportProblem): void {
  const [type] = call.types;
  if (type === undefined || !isDefineKind(file, names, call)) return;
  const meaning = type.form === "name" ? names.resolve(file, file.scope, type.path) : undefined;
  if (meaning?.form === "kubewright" && meaning.name !== "CustomResource") return;
  report({
    severity: "warning",
    position: file.positionOf(call.start),
    message:
      "nothing is made of this kind, because it is not a constant of the module; write export const Memcached = defineKind<Memcached>({ … }) outside of functions, objects and namespaces",
  });
}

function readKind(
  declared: Declared,
  constant: ConstantSyntax,
  call: CallSyntax,
  constants: ConstantReader,
  shapes: ShapeReader,
  report: ReportProblem,
): SourceKind | undefined {
  const { file, scope } = declared;
  const refuse = (start: number, message: string): undefined => {
    report({ severity: "error", position: file.positionOf(start), message });
  };
  const [definition] = call.args;
  if (definition === undefined) {
    return refuse(call.start, "defineKind needs an argument; write defineKind<Memcached>({ group, version, kind })");
  }
  const type = call.types[0] ?? annotatedType(constant);
  if (type === undefined) {
    const name = constant.name || "Memcached";
    return refuse(call.start, `the kind has no type, so no schema can be made; write defineKind<${name}>({ … })`);
  }
  if (type.form === "keyword") {
    const what = `${type.name} says nothing of the kind's members, so no schema can be made`;
    return refuse(type.start, `${what}; write an interface that extends CustomResource<Spec, Status>`);
  }
  let isKnown = true;
  const read = (name: string): string | undefined => {
    const member = constants.member({ value: definition, file, scope }, name);
    if (member === undefined) return undefined;
    const text = constants.text(member);
    if (text === undefined) {
      isKnown = false;
      refuse(
        member.file === file ? member.value.start : definition.start,
        `the ${name} of a kind has to be known without running the code; write a text, or a constant that is one`,
      );
    }
    return text ?? "";
  };
  const values = { group: read("group"), version: read("version"), kind: read("kind") };
  const missing = Object.entries(values).find(([, value]) => value === undefined);
  if (missing !== undefined) {
    return refuse(definition.start, `defineKind needs ${missing[0]}; write it in its argument as a text`);
  }
  const { group, version, kind } = values as Record<keyof typeof values, string>;
  const plural = read("plural");
  const scopeText = read("scope");
  if (!isKnown) return undefined;
  const empty = version === "" ? "version" : kind === "" ? "kind" : undefined;
  if (empty !== undefined) return refuse(definition.start, `the ${empty} of a kind must not be empty`);
  if (scopeText !== undefined && scopeText !== "Namespaced" && scopeText !== "Cluster") {
    const message = `the scope of a kind is "Namespaced" or "Cluster", not ${JSON.stringify(scopeText)}`;
    return refuse(definition.start, message);
  }
  const source = typeOf(type, kind, declared, shapes);
  return (
    source && {
      group,
      version,
      kind,
      ...(plural !== undefined && { plural }),
      ...(scopeText !== undefined && { scope: scopeText }),
      type: source,
      exportedAs: constant.name === "" ? undefined : file.exportedName(declared),
      typeExportedAs: exportedType(type, file),
      position: file.positionOf(call.start),
    }
  );
}

/** Of `const Memcached: Kind<Memcached> = …`. */
function annotatedType({ type }: ConstantSyntax): TypeSyntax | undefined {
  return type?.form === "name" && type.path.at(-1) === "Kind" ? type.args[0] : undefined;
}

/** The name by which others import a type from this file. */
function exportedType(type: TypeSyntax, file: SourceFile): string | undefined {
  if (type.form !== "name" || type.path.length !== 1 || type.args.length > 0) return undefined;
  const declared = file.scope
    .get(type.path[0]!)
    .find(({ syntax }) => syntax.form === "interface" || syntax.form === "alias");
  return declared && file.exportedName(declared);
}

/** A type written out in the call itself is named for its kind; undefined for one that is not the user's. */
function typeOf(type: TypeSyntax, kind: string, declared: Declared, shapes: ShapeReader): SourceType | undefined {
  const { file, scope, statement } = declared;
  const shape = shapes.read(type, { file, scope, parameters: new Map() });
  if (shape.form === "reference") return shape.type();
  if (shape.form === "known" || shape.form === "any") return undefined;
  return { name: kind, comments: file.comments.of(statement.start), shape, position: file.positionOf(type.start) };
}
