import type { Files } from "../user-edits.ts";

/** What a user does from an empty folder to a cluster that has nothing of it any more, step by step. */
export interface TypedFlow {
  readonly name: string;
  /** What is proved, in the present tense. */
  readonly claim: string;
  readonly steps: readonly TypedStep[];
}

export type TypedStep =
  | TypedLine
  /** `npm install` in the project's folder. */
  | { readonly packages: true }
  /** The user edits files of the project. */
  | { readonly write: Files }
  /** The project's image comes to where the cluster finds it. */
  | { readonly image: string };

/** A line in a shell, and what it leads to. */
export interface TypedLine {
  /** As it is typed. Folder, variables and jobs stay from line to line. */
  readonly type: string;
  /** Each is in what the line prints, errors included. */
  readonly prints?: readonly (string | RegExp)[];
  /** With what it ends. @default 0 */
  readonly code?: number;
  /** Typed again until all that is so. @default false */
  readonly until?: boolean;
}

/** A cluster, and the machine from which a user works with it. */
export interface TypedPlace {
  /** Where the shell begins: an empty folder. */
  readonly folder: string;
  /** `PATH` has kubewright, kubectl, make and node; `KUBECONFIG` names the cluster. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Does what `npm install` does in the project's folder. */
  readonly installPackages: (project: string) => Promise<void>;
  /** Brings the project's image to the nodes. Absent where `make deploy` does. */
  readonly bringImage?: (image: string, project: string) => Promise<void>;
}
