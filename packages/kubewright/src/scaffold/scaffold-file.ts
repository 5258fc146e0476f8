/** A file of a project. */
export interface ScaffoldFile {
  /** From the folder of the project, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Its permissions. @default as usual */
  readonly mode?: number;
  /** Whether it is only there until a generator writes it: one that is there is left alone. @default false */
  readonly isGenerated?: boolean;
}

/** Lines that a file gets at one of its anchors, unless it has them. */
export interface Insertion {
  readonly path: string;
  /** What follows `+kubebuilder:scaffold:` in the file. */
  readonly anchor: string;
  /** Without the indentation of the anchor, which they get. */
  readonly lines: readonly string[];
  /** Among imports: so that they stay in order. @default false: directly before the anchor */
  readonly isSorted?: boolean;
}

/** What one command adds to a project. */
export interface ScaffoldStep {
  readonly files: readonly ScaffoldFile[];
  readonly insertions: readonly Insertion[];
}
