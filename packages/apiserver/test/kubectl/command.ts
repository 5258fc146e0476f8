/** One call of kubectl. */
export interface KubectlCommand {
  /** Arguments, split at spaces; '…' keeps spaces. */
  readonly line: string;
  /** For `-f -`. */
  readonly input?: string;
  /** Environment of an editor and the like. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the order of lines is not the same in two runs. */
  readonly isUnordered?: boolean;
  /** For a command that does not end by itself: it is ended when it has printed so many lines. */
  readonly watch?: KubectlWatch;
}

export interface KubectlWatch {
  /** How many lines it prints before anything else happens. */
  readonly before: number;
  /** Run one after another once these lines are there. */
  readonly meanwhile: readonly string[];
  /** How many lines it has printed in the end. */
  readonly after: number;
}

/** Commands that build on each other, in a namespace that has the name of the session. */
export interface KubectlSession {
  readonly name: string;
  /** What is in the folder that the commands run in: text by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly commands: readonly KubectlCommand[];
}

/** A command by its arguments. */
export function line(text: string, more: Omit<KubectlCommand, "line"> = {}): KubectlCommand {
  return { line: text, ...more };
}
