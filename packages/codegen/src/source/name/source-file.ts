import type { ReportProblem, SourcePosition } from "../../problem.ts";
import { FileComments } from "../comment/file-comments.ts";
import { LineMap } from "../comment/line-map.ts";
import type { DeclarationSyntax, ImportSyntax, StatementSyntax, SyntaxFile } from "../compiler/syntax.ts";

/** A declaration in its file. */
export interface Declared {
  readonly file: SourceFile;
  readonly scope: Scope;
  readonly syntax: DeclarationSyntax;
  /** Its comments are those of the statement. */
  readonly statement: StatementSyntax;
}

/** Names that statements declare, and those around them. */
export class Scope {
  readonly parent: Scope | undefined;
  readonly #names = new Map<string, Declared[]>();

  constructor(file: SourceFile, statements: readonly StatementSyntax[], parent?: Scope) {
    this.parent = parent;
    for (const statement of statements) {
      for (const syntax of statement.declarations) {
        this.merge({ file, scope: this, syntax, statement });
      }
    }
  }

  /** Of that name in this scope alone: one name may be a type and a value. */
  get(name: string): readonly Declared[] {
    return this.#names.get(name) ?? [];
  }

  /** Adds what another file declares for this one. */
  merge(declared: Declared): void {
    const same = this.#names.get(declared.syntax.name);
    if (same === undefined) this.#names.set(declared.syntax.name, [declared]);
    else same.push(declared);
  }

  all(): readonly Declared[] {
    return [...this.#names.values()].flat();
  }
}

/** What a file declares for the module that `specifier` names. */
export interface Addition {
  readonly specifier: string;
  readonly statements: readonly StatementSyntax[];
}

/** A file that was read: its names, comments and positions. */
export class SourceFile {
  readonly syntax: SyntaxFile;
  readonly isRequested: boolean;
  readonly lines: LineMap;
  readonly comments: FileComments;
  readonly scope: Scope;
  readonly #imports: ReadonlyMap<string, ImportSyntax>;
  readonly #added = new Set<readonly StatementSyntax[]>();

  /** `file` is how positions name it. */
  constructor(syntax: SyntaxFile, file: string, isRequested: boolean, report: ReportProblem) {
    this.syntax = syntax;
    this.isRequested = isRequested;
    this.lines = new LineMap(file, syntax.text);
    this.comments = new FileComments(syntax, this.lines, report);
    this.scope = new Scope(this, syntax.statements);
    this.#imports = new Map(syntax.imports.map((each) => [each.local, each]));
  }

  importOf(name: string): ImportSyntax | undefined {
    return this.#imports.get(name);
  }

  /** The name by which others can import what a statement of the file declares. */
  exportedName({ syntax, statement }: Declared): string | undefined {
    if (statement.isExported) return syntax.name;
    const named = this.syntax.exports.find(({ local, specifier }) => specifier === undefined && local === syntax.name);
    // Names in quotes can be anything.
    return named !== undefined && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(named.exported)
      ? named.exported
      : undefined;
  }

  /** What the file declares for other modules: `declare module "./memcached.ts" { … }`. */
  get additions(): readonly Addition[] {
    return this.syntax.statements.flatMap(({ declarations }) =>
      declarations.flatMap((each) =>
        each.form === "namespace" && each.isModule ? [{ specifier: each.name, statements: each.statements }] : [],
      ),
    );
  }

  /** Adds to a file what this one declares for it, once. Names mean there what they mean in that file, and then what they mean here. */
  addTo(target: SourceFile, { statements }: Addition): void {
    if (this.#added.has(statements)) return;
    this.#added.add(statements);
    const around = new Scope(this, [], this.scope);
    for (const declared of target.scope.all()) around.merge(declared);
    for (const declared of new Scope(this, statements, around).all()) target.scope.merge(declared);
  }

  positionOf(offset: number): SourcePosition {
    return this.lines.positionOf(offset);
  }
}
