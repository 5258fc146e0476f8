import type { ReportProblem } from "../../problem.ts";
import type {
  InterfaceSyntax,
  MemberSyntax,
  ObjectSyntax,
  TypeParameterSyntax,
  TypeSyntax,
} from "../compiler/syntax.ts";
import type { Meaning, NameResolver } from "../name/name-resolver.ts";
import type { Declared, Scope, SourceFile } from "../name/source-file.ts";
import type { SourceField, SourceType, TypeShape } from "../source-module.ts";
import { builtinShape } from "./builtin-type.ts";
import { constantShape, enumObjectShape, enumShape } from "./constant-shape.ts";
import {
  indexedShape,
  intersectionShape,
  keysShape,
  mappedShape,
  templateShape,
  unmappedShape,
} from "./derived-shape.ts";
import { describeShape } from "./describe-shape.ts";
import { isObjectBase, knownShape, OBJECT_BASES, OBJECT_MEMBERS, objectBase } from "./known-type.ts";
import { lazy } from "./lazy.ts";
import { dereference, withoutRepeated } from "./object-shape.ts";
import { ShapeKeys } from "./shape-key.ts";
import { NULL, unionShape } from "./union-shape.ts";
import { adviceForImport, keywordShape, WHY } from "./unreadable.ts";

/** Where a type is written: what its names mean. */
export interface TypeContext {
  readonly file: SourceFile;
  readonly scope: Scope;
  /** Type parameters and what they stand for. */
  readonly parameters: ReadonlyMap<string, TypeShape>;
}

const ANY: TypeShape = { form: "any" };

/** Reads what types say of their values. Each type is one object however often it is used; nothing is read before it is asked for. */
export class ShapeReader {
  readonly #names: NameResolver;
  readonly #report: ReportProblem;
  readonly #types = new Map<Declared, Map<string, SourceType>>();
  readonly #keys = new ShapeKeys();

  constructor(names: NameResolver, report: ReportProblem) {
    this.#names = names;
    this.#report = report;
  }

  /** The named type that declarations of one name make, with its parameters replaced. */
  typeOf(declared: readonly Declared[], args: readonly TypeShape[] = []): SourceType {
    const [first] = declared as readonly [Declared, ...Declared[]];
    const key = args.map((arg) => this.#keys.of(arg)).join(", ");
    const ofFirst = this.#types.get(first) ?? new Map<string, SourceType>();
    this.#types.set(first, ofFirst);
    const known = ofFirst.get(key);
    if (known !== undefined) return known;
    const { file, syntax, statement } = first;
    const name = args.length === 0 ? syntax.name : `${syntax.name}<${args.map(describeShape).join(", ")}>`;
    const isEndless = ofFirst.size >= MAX_INSTANCES;
    const shape = lazy<TypeShape>(
      () => (isEndless ? endless(syntax.name) : this.#declaredShape(declared, args)),
      () => ({ form: "unsupported", text: name, why: "it is defined as itself" }),
    );
    const type: SourceType = {
      name,
      comments: file.comments.of(statement.start),
      position: file.positionOf(syntax.start),
      get shape() {
        return shape();
      },
    };
    ofFirst.set(key, type);
    return type;
  }

  read(type: TypeSyntax, context: TypeContext): TypeShape {
    switch (type.form) {
      case "keyword":
        return keywordShape(type.name);
      case "literal":
        return type.value === null ? NULL : { form: "literals", values: [type.value] };
      case "name":
        return this.#readName(type, context);
      case "array":
        return { form: "array", element: this.read(type.element, context) };
      case "object":
        return this.#readObject(type, context);
      case "union":
        return unionShape(type.types.filter(isPresent).map((each) => this.read(each, context)));
      case "intersection":
        return intersectionShape(type.types.map((each) => this.read(each, context)));
      case "keyof":
        return keysShape(this.read(type.of, context));
      case "typeof":
        return this.#readTypeof(type.path, type, context);
      case "indexed":
        return indexedShape(this.read(type.object, context), this.read(type.index, context), textOf(type, context));
      case "mapped":
        return this.#readMapped(type, context);
      case "template": {
        const parts = type.parts.map((part) => ({ shape: this.read(part.type, context), text: part.text }));
        return templateShape(type.head, parts, textOf(type, context));
      }
      case "other":
        return { form: "unsupported", text: textOf(type, context), why: WHY[type.what] };
    }
  }

  #declaredShape(declared: readonly Declared[], args: readonly TypeShape[]): TypeShape {
    const [{ file, scope, syntax }] = declared as readonly [Declared, ...Declared[]];
    switch (syntax.form) {
      case "alias":
        return this.read(
          syntax.type,
          this.#contextFor(syntax.parameters, args, { file, scope, parameters: new Map() }),
        );
      case "enum":
        return enumShape(syntax);
      default:
        return this.#readInterface(declared, args);
    }
  }

  #contextFor(
    parameters: readonly TypeParameterSyntax[],
    args: readonly TypeShape[],
    { file, scope }: TypeContext,
  ): TypeContext {
    const values = new Map<string, TypeShape>();
    for (const [index, { name, default: fallback }] of parameters.entries()) {
      const value = args[index] ?? (fallback && this.read(fallback, { file, scope, parameters: values }));
      values.set(name, value ?? ANY);
    }
    return { file, scope, parameters: values };
  }

  /** Declarations of one name in one scope are one interface. */
  #readInterface(declared: readonly Declared[], args: readonly TypeShape[]): TypeShape {
    const parts = declared.flatMap(({ file, scope, syntax }) => {
      if (syntax.form !== "interface") return [];
      const context = this.#contextFor(syntax.parameters, args, { file, scope, parameters: new Map() });
      return [{ syntax, context, bases: syntax.bases.map((base) => this.read(base, context)) }];
    });
    const bases = parts.flatMap((part) => part.bases);
    const members = parts.flatMap(({ syntax, context }) => syntax.body.members.map((member) => ({ member, context })));
    return this.#objectShape(members, bases, parts[0]!.syntax);
  }

  #readObject(type: ObjectSyntax, context: TypeContext): TypeShape {
    return this.#objectShape(
      type.members.map((member) => ({ member, context })),
      [],
      type,
    );
  }

  #objectShape(
    members: readonly { readonly member: MemberSyntax; readonly context: TypeContext }[],
    bases: readonly TypeShape[],
    whole: InterfaceSyntax | TypeSyntax,
  ): TypeShape {
    const text = "name" in whole && typeof whole.name === "string" ? whole.name : "{…}";
    const targets = bases.map(dereference);
    const index = members.find(({ member }) => member.form === "index");
    const map = targets.find(({ form }) => form === "map");
    if (index !== undefined || map !== undefined) {
      if (members.length + bases.length === 1) return map ?? this.#readIndexSignature(index!.member, index!.context);
      const why =
        "its members are either named or of any name, not both; leave out the index signature, or write +kubebuilder:pruning:PreserveUnknownFields";
      return { form: "unsupported", text, why };
    }
    const wrong = targets.find(({ form }) => form !== "object" && form !== "known");
    if (wrong?.form === "any") return { form: "any" };
    if (wrong?.form === "unsupported") return wrong;
    if (wrong !== undefined) {
      return { form: "unsupported", text, why: `it extends ${describeShape(wrong)}, which has no members` };
    }
    const isObject = targets.some(isObjectBase);
    const fields = members.flatMap(({ member, context: each }) => this.#readField(member, each));
    const own = isObject ? fields.filter(({ name }) => !OBJECT_MEMBERS.has(name)) : fields;
    return { form: "object", fields: withoutRepeated(own), bases };
  }

  #readIndexSignature(member: MemberSyntax, context: TypeContext): TypeShape {
    if (member.form !== "index") return ANY;
    const key: TypeShape = member.key === undefined ? { form: "string" } : this.read(member.key, context);
    return { form: "map", key, value: this.read(member.value, context) };
  }

  #readField(member: MemberSyntax, context: TypeContext): SourceField[] {
    const { file } = context;
    const position = file.positionOf(member.start);
    switch (member.form) {
      case "property": {
        const { name, type } = member;
        const shape = lazy(
          () => (type === undefined ? ANY : this.read(type, context)),
          () => ANY,
        );
        const field: SourceField = {
          name,
          isOptional: member.isOptional || (type !== undefined && this.#mayBeAbsent(type, context)),
          comments: file.comments.of(member.start),
          position,
          get shape() {
            return shape();
          },
        };
        // `name?: never` says that there is no such member.
        return member.isOptional && type?.form === "keyword" && type.name === "never" ? [] : [field];
      }
      case "method": {
        const shape: TypeShape = { form: "unsupported", text: `${member.name}()`, why: WHY.function };
        return [{ name: member.name, isOptional: true, comments: file.comments.of(member.start), shape, position }];
      }
      case "computed":
        // Symbols are not in JSON; brands are written with them.
        return [];
      case "index":
        return [];
    }
  }

  /** Whether a type has `undefined` among its values, which objects have no other way to be without. */
  #mayBeAbsent(type: TypeSyntax, { file, scope }: Pick<TypeContext, "file" | "scope">, depth = 0): boolean {
    if (type.form === "keyword") return type.name === "undefined" || type.name === "void";
    if (type.form === "union") return type.types.some((each) => this.#mayBeAbsent(each, { file, scope }, depth));
    if (type.form !== "name" || type.specifier !== undefined || depth > 10) return false;
    const meaning = this.#names.resolve(file, scope, type.path);
    if (meaning.form !== "declared") return false;
    return meaning.declared.some(({ syntax, ...place }) => {
      return syntax.form === "alias" && this.#mayBeAbsent(syntax.type, place, depth + 1);
    });
  }

  #readName(type: Extract<TypeSyntax, { form: "name" }>, context: TypeContext): TypeShape {
    const { path, specifier } = type;
    const parameter = path.length === 1 && specifier === undefined ? context.parameters.get(path[0]!) : undefined;
    if (parameter !== undefined) return parameter;
    const meaning =
      specifier === undefined
        ? this.#names.resolve(context.file, context.scope, path)
        : this.#names.resolveImported(context.file, specifier, path, type.start);
    return this.#meant(meaning, type, context);
  }

  #meant(meaning: Meaning, type: Extract<TypeSyntax, { form: "name" }>, context: TypeContext): TypeShape {
    const name = type.path.join(".");
    const args = (): TypeShape[] => type.args.map((arg) => this.read(arg, context));
    switch (meaning.form) {
      case "declared":
        return this.#declaredMeaning(meaning.declared, type, args);
      case "kubewright":
        return this.#kubewrightShape(meaning.module, meaning.name, args(), type, context);
      case "pending":
        return ANY;
      case "missing": {
        const { specifier, file, start } = meaning;
        this.#report({
          severity: "error",
          position: file.positionOf(start),
          message: `cannot find ${JSON.stringify(specifier)}, from where ${name} is imported; ${adviceForImport(specifier)}`,
        });
        return ANY;
      }
      case "namespace":
        return { form: "unsupported", text: name, why: `it is all of a module; write ${name}.Type` };
      case "unknown": {
        const position = context.file.positionOf(type.start);
        const shape = type.path.length === 1 ? builtinShape(name, args(), position) : undefined;
        if (shape !== undefined) return shape;
        const specifier = type.specifier ?? context.file.importOf(type.path[0]!)?.specifier;
        const message =
          specifier === undefined
            ? `${name} is neither declared in this file nor imported; import it from the module that declares it`
            : `${JSON.stringify(specifier)} has no type ${name}; export it there, or import it from the module that declares it`;
        this.#report({ severity: "error", position, message });
        return ANY;
      }
    }
  }

  #declaredMeaning(
    declared: readonly Declared[],
    { path }: Extract<TypeSyntax, { form: "name" }>,
    args: () => TypeShape[],
  ): TypeShape {
    const types = declared.filter(({ syntax }) => ["interface", "alias", "enum"].includes(syntax.form));
    const [first] = types;
    const name = path.join(".");
    if (first === undefined) {
      const isClass = declared.some(({ syntax }) => syntax.form === "class");
      const why = isClass
        ? "it is a class, but objects are plain JSON; write an interface"
        : `it is a value; write typeof ${name}, or a type`;
      return { form: "unsupported", text: name, why };
    }
    if (first.syntax.form === "enum" && first.syntax.name !== path.at(-1)) return enumShape(first.syntax, path.at(-1));
    const parameters = "parameters" in first.syntax ? first.syntax.parameters : [];
    const given = parameters.length === 0 ? [] : args();
    return { form: "reference", type: () => this.typeOf(types, given) };
  }

  #kubewrightShape(
    module: string,
    name: string,
    args: readonly TypeShape[],
    type: TypeSyntax,
    context: TypeContext,
  ): TypeShape {
    if (module === "" && OBJECT_BASES.has(name)) return objectBase(args, context.file.positionOf(type.start));
    return (
      knownShape(module, name) ?? {
        form: "unsupported",
        text: name,
        why: "Kubewright has no schema for this type of its own; write the members out in an interface",
      }
    );
  }

  #readTypeof(path: readonly string[], type: TypeSyntax, context: TypeContext): TypeShape {
    const meaning = this.#names.resolve(context.file, context.scope, path);
    if (meaning.form === "pending") return ANY;
    if (meaning.form === "declared") {
      for (const { syntax } of meaning.declared) {
        if (syntax.form === "constant") {
          const shape = constantShape(syntax, context.file.positionOf(type.start));
          if (shape !== undefined) return shape;
        }
        if (syntax.form === "enum") return enumObjectShape(syntax, context.file.positionOf(type.start));
      }
    }
    return {
      form: "unsupported",
      text: `typeof ${path.join(".")}`,
      why: "only a constant of literals, with `as const`, has a type that can be read; write the type out",
    };
  }

  #readMapped(type: Extract<TypeSyntax, { form: "mapped" }>, context: TypeContext): TypeShape {
    const { keys, parameter, presence, value } = type;
    const valueFor = (key: TypeShape): TypeShape =>
      value === undefined
        ? ANY
        : this.read(value, { ...context, parameters: new Map([...context.parameters, [parameter, key]]) });
    if (keys.form === "keyof" && keys.of.form === "name" && context.parameters.has(keys.of.path.join("."))) {
      const same = unmappedShape(this.read(keys.of, context), valueFor);
      if (same !== undefined) return same;
    }
    const keyShape = this.read(keys, context);
    const form = dereference(keyShape).form;
    if (form === "any") return ANY;
    if (type.isRenamed || value === undefined || form === "unsupported") {
      return { form: "unsupported", text: textOf(type, context), why: "write the members out" };
    }
    return mappedShape({
      keys: keyShape,
      source: keys.form === "keyof" ? this.read(keys.of, context) : undefined,
      presence,
      position: context.file.positionOf(type.start),
      valueFor,
    });
  }
}

/** Of one generic type. One that has itself with ever larger arguments would have no end. */
const MAX_INSTANCES = 200;

function endless(text: string): TypeShape {
  return { form: "unsupported", text, why: "it has itself with ever other arguments; write the type out" };
}

function isPresent(type: TypeSyntax): boolean {
  return type.form !== "keyword" || (type.name !== "undefined" && type.name !== "void" && type.name !== "never");
}

function textOf({ start, end }: TypeSyntax, { file }: TypeContext): string {
  const text = file.syntax.text.slice(start, end).replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
