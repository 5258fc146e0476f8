/** What image adapters use of the machine. */
export interface ImageHost {
  /** The Node program. */
  readonly nodeProgram: string;
  /** Where programs are looked for: `PATH`. */
  readonly path: string;
}
