/** One header, as it was sent. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
  /** The value alone in a list: most headers come once. */
  readonly values: readonly [string];
  /** What it counts in a table and in a list: RFC 7541 section 4.1. */
  readonly size: number;
}

export function headerField(name: string, value: string): HeaderField {
  return { name, value, values: Object.freeze([value] as [string]), size: name.length + value.length + 32 };
}
