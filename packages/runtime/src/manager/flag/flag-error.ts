/** Thrown where a program does not go on because of its flags: they make no sense, or they ask for help. */
export class FlagError extends Error {
  override readonly name: string = "FlagError";
  /** What the program is to end with. 0: the message is the answer to `--help`, and belongs on standard output. */
  readonly exitCode: 0 | 2;

  /** The message is one line, without a stop at its end, that names the flag and says what is right. */
  constructor(message: string, exitCode: 0 | 2 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
