/** A place in a source file; lines and columns count from 1, as editors show them. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Something a user has to change before anything can be generated, or is told about. */
export interface Problem {
  readonly severity: "error" | "warning";
  readonly position: SourcePosition;
  /** What is wrong, why, and what to write instead. */
  readonly message: string;
}

/** Where a part of the generator tells of problems; it goes on to find more. */
export type ReportProblem = (problem: Problem) => void;

/** One line as compilers print it: `api/v1/memcached.ts:12:3: error: …`. */
export function formatProblem({ severity, position, message }: Problem): string {
  return `${position.file}:${position.line}:${position.column}: ${severity}: ${message}`;
}

/** Orders problems as a reader of the sources meets them. */
export function byPosition({ position: a }: Problem, { position: b }: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
