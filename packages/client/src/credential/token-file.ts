import type { Clock } from "@kubewright/api";
import { bearerPresentation } from "./bearer-token.ts";
import type { Credential, Presentation } from "./credential.ts";
import { RotatingFiles } from "./rotating-files.ts";

export interface TokenFileOptions {
  readonly path: string;
  readonly clock: Clock;
  /** What the file is, for errors. @default "the token file" */
  readonly what?: string;
  /** What the user may do when it cannot be read. @default "correct the path or create the file" */
  readonly fix?: string;
  /** A token to present as long as the file has never been readable. */
  readonly fallback?: string;
}

/** A token in a file that is replaced before the token expires, as the kubelet does for service accounts. */
export class TokenFile implements Credential {
  readonly description: string;
  readonly #file: RotatingFiles<Presentation>;
  readonly #fallback: Presentation | undefined;

  constructor(options: TokenFileOptions) {
    const { what = "the token file", fix = "correct the path or create the file" } = options;
    this.description = `the token in ${options.path} (${what})`;
    this.#file = new RotatingFiles({
      files: [{ path: options.path, code: "INVALID_CREDENTIAL", what, fix }],
      parse: ([text = ""]) => bearerPresentation(text.trim(), `${what} ${options.path}`),
      clock: options.clock,
    });
    this.#fallback =
      options.fallback === undefined
        ? undefined
        : bearerPresentation(options.fallback, `the token given beside ${what} ${options.path}`);
  }

  async present(): Promise<Presentation> {
    try {
      return this.#file.fresh ?? (await this.#file.read());
    } catch (error) {
      if (this.#fallback === undefined) throw error;
      return this.#fallback;
    }
  }

  /** True: the file is looked at again. */
  reject(): boolean {
    this.#file.invalidate();
    return true;
  }
}
