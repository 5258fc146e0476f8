/** Which differences go into a patch. */
export interface DiffScope {
  /** What is new or has another value. */
  readonly hasChanges: boolean;
  /** What is gone. */
  readonly hasDeletions: boolean;
  /** The order of merged lists. */
  readonly hasOrder: boolean;
}
