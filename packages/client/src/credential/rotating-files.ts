import type { Clock } from "@kubewright/api";
import { type FileRole, readTextFile } from "./read-text-file.ts";

/** A file that someone else may replace at any time. */
export interface RotatingFile extends FileRole {
  readonly path: string;
}

export interface RotatingFilesOptions<T> {
  readonly files: readonly RotatingFile[];
  /** Makes the value of the files' texts, in their order. Throws when they make none. */
  readonly parse: (texts: readonly string[]) => T;
  readonly clock: Clock;
  /** How long the files are taken to be unchanged. @default 10_000 */
  readonly checkEveryMs?: number;
}

/**
 * A value made from files, made anew when their content has changed.
 *
 * A replacement that cannot be read or parsed leaves the value as it was, since writers replace one file after the other;
 * only when there has never been a value does `read` reject.
 */
export class RotatingFiles<T> {
  readonly #options: RotatingFilesOptions<T>;
  readonly #checkEveryMs: number;
  #current: { readonly value: T; readonly texts: readonly string[] } | undefined;
  #checkedAt = 0;
  #isStale = true;
  /** The check under way, shared by all who ask meanwhile. */
  #pending: Promise<T> | undefined;

  constructor(options: RotatingFilesOptions<T>) {
    this.#options = options;
    this.#checkEveryMs = options.checkEveryMs ?? 10_000;
  }

  /** The value now: the same one until the content changes. */
  async read(): Promise<T> {
    if (this.#isFresh) return this.#current!.value;
    this.#pending ??= this.#check().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /** The value now, where the files need not be looked at. */
  get fresh(): T | undefined {
    return this.#isFresh ? this.#current?.value : undefined;
  }

  get #isFresh(): boolean {
    const { clock } = this.#options;
    return this.#current !== undefined && !this.#isStale && clock.monotonic() - this.#checkedAt < this.#checkEveryMs;
  }

  /** Makes the next `read` look at the files. */
  invalidate(): void {
    this.#isStale = true;
  }

  async #check(): Promise<T> {
    this.#isStale = false;
    this.#checkedAt = this.#options.clock.monotonic();
    try {
      const texts = await Promise.all(this.#options.files.map((file) => readTextFile(file.path, file)));
      if (this.#current === undefined || texts.some((text, index) => text !== this.#current?.texts[index])) {
        this.#current = { value: this.#options.parse(texts), texts };
      }
      return this.#current.value;
    } catch (error) {
      if (this.#current !== undefined) return this.#current.value;
      throw error;
    }
  }
}
