/** A parsed file: what of it the generator reads, as plain data. Positions are offsets into `text`. */
export interface SyntaxFile {
  /** Absolute, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly ImportSyntax[];
  readonly exports: readonly ExportSyntax[];
  /** What stands at the top of the file, in order; it may be of no interest. */
  readonly statements: readonly StatementSyntax[];
  /** Calls of `defineKind` whose result is not a constant at the top of the file. */
  readonly hiddenKinds: readonly CallSyntax[];
  readonly comments: readonly CommentSyntax[];
  /** What the compiler could not read. */
  readonly errors: readonly { readonly start: number; readonly message: string }[];
}

export interface CommentSyntax {
  readonly style: "line" | "doc" | "block";
  readonly start: number;
  readonly end: number;
}

/** One name that a file takes from another. */
export interface ImportSyntax {
  readonly local: string;
  /** `*` for all of them as a namespace. */
  readonly imported: string;
  readonly specifier: string;
  readonly start: number;
}

/** One name, or `*`, that a file gives others. */
export interface ExportSyntax {
  readonly exported: string;
  /** `*` with an `exported` other than `*` is a namespace. */
  readonly local: string;
  /** Absent for a name of the file itself. */
  readonly specifier?: string | undefined;
  readonly start: number;
}

export interface StatementSyntax {
  readonly start: number;
  readonly end: number;
  /** Whether it says `export` itself. */
  readonly isExported: boolean;
  readonly declarations: readonly DeclarationSyntax[];
}

export type DeclarationSyntax =
  | InterfaceSyntax
  | AliasSyntax
  | EnumSyntax
  | ConstantSyntax
  | NameSyntax
  | { readonly form: "class"; readonly name: string; readonly start: number }
  | {
      readonly form: "namespace";
      readonly name: string;
      readonly start: number;
      /** Whether it is `declare module "name" { … }`, which adds to another module. */
      readonly isModule: boolean;
      readonly statements: readonly StatementSyntax[];
    };

export interface InterfaceSyntax {
  readonly form: "interface";
  readonly name: string;
  readonly start: number;
  readonly parameters: readonly TypeParameterSyntax[];
  readonly bases: readonly TypeSyntax[];
  readonly body: ObjectSyntax;
}

export interface AliasSyntax {
  readonly form: "alias";
  readonly name: string;
  readonly start: number;
  readonly parameters: readonly TypeParameterSyntax[];
  readonly type: TypeSyntax;
}

/** Another name for something: `import Spec = core.PodSpec`. */
export interface NameSyntax {
  readonly form: "name";
  readonly name: string;
  readonly start: number;
  readonly path: readonly string[];
}

export interface EnumSyntax {
  readonly form: "enum";
  readonly name: string;
  readonly start: number;
  readonly members: readonly {
    readonly name: string;
    readonly value: ValueSyntax | undefined;
    readonly start: number;
  }[];
}

export interface ConstantSyntax {
  readonly form: "constant";
  /** Empty for `export default …`. */
  readonly name: string;
  readonly start: number;
  readonly type?: TypeSyntax | undefined;
  readonly value?: ValueSyntax | undefined;
  /** Written `as const`: the type is the value. */
  readonly isFixed: boolean;
}

export interface TypeParameterSyntax {
  readonly name: string;
  readonly default?: TypeSyntax | undefined;
}

export type TypeSyntax = { readonly start: number; readonly end: number } & (
  | { readonly form: "keyword"; readonly name: string }
  | { readonly form: "literal"; readonly value: string | number | boolean | null }
  | {
      readonly form: "name";
      /** `["core", "PodSpec"]` for `core.PodSpec`. */
      readonly path: readonly string[];
      readonly args: readonly TypeSyntax[];
      /** Of a type that names its module itself. */
      readonly specifier?: string | undefined;
    }
  | { readonly form: "array"; readonly element: TypeSyntax }
  | ObjectSyntaxBody
  | { readonly form: "union" | "intersection"; readonly types: readonly TypeSyntax[] }
  | { readonly form: "keyof"; readonly of: TypeSyntax }
  | { readonly form: "typeof"; readonly path: readonly string[] }
  | { readonly form: "indexed"; readonly object: TypeSyntax; readonly index: TypeSyntax }
  | {
      readonly form: "mapped";
      readonly parameter: string;
      readonly keys: TypeSyntax;
      readonly isRenamed: boolean;
      readonly presence: "optional" | "required" | "as is";
      readonly value: TypeSyntax | undefined;
    }
  | {
      readonly form: "template";
      /** The text before the first part. */
      readonly head: string;
      /** Each with the text behind it. */
      readonly parts: readonly { readonly type: TypeSyntax; readonly text: string }[];
    }
  /** What no schema can say. */
  | {
      readonly form: "other";
      readonly what: "function" | "tuple" | "conditional" | "bigint literal" | "unknown";
    }
);

export interface ObjectSyntaxBody {
  readonly form: "object";
  readonly members: readonly MemberSyntax[];
}
export type ObjectSyntax = ObjectSyntaxBody & { readonly start: number; readonly end: number };

export type MemberSyntax = { readonly start: number; readonly end: number } & (
  | {
      readonly form: "property";
      readonly name: string;
      readonly isOptional: boolean;
      readonly type: TypeSyntax | undefined;
    }
  | { readonly form: "index"; readonly key: TypeSyntax | undefined; readonly value: TypeSyntax }
  | { readonly form: "method"; readonly name: string }
  | { readonly form: "computed" }
);

/** An expression, as far as its value can be known without running it. */
export type ValueSyntax = { readonly start: number } & (
  | { readonly form: "literal"; readonly value: string | number | boolean | null }
  | { readonly form: "array"; readonly elements: readonly ValueSyntax[] }
  | {
      readonly form: "object";
      /** Without a name: a spread. */
      readonly members: readonly { readonly name?: string | undefined; readonly value: ValueSyntax }[];
    }
  | { readonly form: "name"; readonly path: readonly string[] }
  | CallSyntaxBody
  | { readonly form: "other" }
);

export interface CallSyntaxBody {
  readonly form: "call";
  readonly callee: readonly string[];
  readonly types: readonly TypeSyntax[];
  readonly args: readonly ValueSyntax[];
}
export type CallSyntax = CallSyntaxBody & { readonly start: number };
