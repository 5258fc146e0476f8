/** Something that a manager starts and stops. */
export interface Runnable {
  /** For messages. @default "runnable" */
  readonly name?: string;
  /** Runs until it is done or `signal` aborts. What it rejects with stops the manager. */
  start(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Whether it runs only while this process leads. @default true */
  readonly needsLeaderElection?: boolean;
}

/** A runnable as a function: its `start`. */
export type RunnableFunction = Runnable["start"];
