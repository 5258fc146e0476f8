/** What is wrong with the text of a marker's arguments, and where in that text. */
export class MarkerSyntaxError extends Error {
  override readonly name = "MarkerSyntaxError";
  /** Within the text that was read. */
  readonly offset: number;

  /** `message` completes "+name: …". */
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
