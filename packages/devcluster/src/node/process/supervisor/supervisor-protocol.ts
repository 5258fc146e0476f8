/** What the supervisor process is told. */
export type Command =
  | ({ readonly type: "start"; readonly id: number } & ProcessSpec)
  /** To the process; SIGKILL also to its group. */
  | { readonly type: "signal"; readonly id: number; readonly signal: NodeJS.Signals }
  /** What was not possible before is tried again. */
  | { readonly type: "become-nicer"; readonly id: number; readonly niceness: number }
  /** The output of one that has ended is not waited for any longer. */
  | { readonly type: "release"; readonly id: number };

/** What the supervisor process tells. For each start: failed, or started, output, ended and closed. */
export type Report =
  | { readonly type: "ready" }
  | { readonly type: "started"; readonly id: number; readonly pid: number }
  | { readonly type: "failed"; readonly id: number; readonly code: string; readonly message: string }
  /** It was not the time to have it leave the processor to others, and may be soon. */
  | { readonly type: "not-nicer"; readonly id: number; readonly niceness: number }
  /** `data` is base64. */
  | { readonly type: "output"; readonly id: number; readonly stream: OutputStream; readonly data: string }
  | {
      readonly type: "ended";
      readonly id: number;
      readonly code: number | null;
      readonly signal: NodeJS.Signals | null;
    }
  /** There is no more output. */
  | { readonly type: "closed"; readonly id: number };

export type OutputStream = "stdout" | "stderr";

/** How a process is started. */
export interface ProcessSpec {
  readonly argv: readonly string[];
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** How much it leaves the processor to others: from 0, like any other, to 19. @default 0 */
  readonly niceness?: number | undefined;
  /** The mark that it has in its environment; when it ends, others with the same mark are killed. */
  readonly mark?: string | undefined;
}
