/** Which object of a kind: its name and, for namespaced kinds, its namespace. An object's `metadata` is one. */
export interface ObjectKey {
  readonly namespace?: string;
  readonly name: string;
}
