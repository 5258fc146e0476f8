import type { Logger } from "@kubewright/runtime";

/** Keeps the last lines that are logged, to be shown when a test fails. */
export class RecentLog {
  readonly #lines: string[] = [];
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** A logger whose lines are kept, but for those that only help to find errors in the runtime. */
  logger(fields: object = {}): Logger {
    const write = (level: string) => (more: object, message: string) =>
      this.#add(level, { ...fields, ...more }, message);
    return {
      debug: () => {},
      info: write("info"),
      warn: write("warn"),
      error: write("error"),
      child: (more) => this.logger({ ...fields, ...more }),
    };
  }

  #add(level: string, { err, ...fields }: { readonly err?: unknown }, message: string): void {
    const shown = Object.keys(fields).length === 0 ? "" : ` ${textOf(fields)}`;
    const error = err === undefined ? "" : `: ${err instanceof Error ? err.message : String(err)}`;
    this.#lines.push(`${level} ${message}${error}${shown}`);
    if (this.#lines.length > this.#size) this.#lines.shift();
  }
}

function textOf(fields: object): string {
  try {
    return JSON.stringify(fields, (_, value) => (typeof value === "bigint" ? String(value) : value));
  } catch {
    return "{…}";
  }
}
