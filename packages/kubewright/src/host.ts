import type { Clock } from "@kubewright/api";

/** What a command takes from the process it runs in. */
export interface CommandHost {
  /** For results: what a script reads. */
  readonly output: TextOutput;
  /** For everything said to the user meanwhile, errors included. */
  readonly messages: TextOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly temporaryFolder: string;
  readonly processId: number;
  /** @default the host's */
  readonly clock?: Clock;
  /** Aborts when the user wants the program to end. */
  readonly interrupted: AbortSignal;
}

/** Where text goes. */
export interface TextOutput {
  write(text: string): void;
  readonly isTerminal: boolean;
}
