import type { Clock } from "@kubewright/api";
import { LruMap } from "../event/lru-map.ts";

export interface RememberedAnswersOptions<T> {
  readonly clock: Clock;
  /** How long an answer holds. */
  readonly ttlMs: (answer: T) => number;
  /** @default 1024 */
  readonly capacity?: number;
}

/** Answers to questions, each asked once for as long as its answer holds. Who asks meanwhile waits for the same answer; failures are forgotten. */
export class RememberedAnswers<T> {
  readonly #options: RememberedAnswersOptions<T>;
  readonly #known: LruMap<string, { readonly answer: T; readonly until: number }>;
  readonly #asked = new Map<string, Promise<T>>();

  constructor(options: RememberedAnswersOptions<T>) {
    this.#options = options;
    this.#known = new LruMap({ capacity: options.capacity ?? 1024 });
  }

  /** Whether a question would be one too many: so many others are being asked, and it is not among them nor has an answer. */
  isBeyond(limit: number, question: string): boolean {
    return this.#asked.size >= limit && !this.#asked.has(question) && this.#valid(question) === undefined;
  }

  /** Rejects as `ask` does. */
  get(question: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#valid(question);
    if (known !== undefined) return Promise.resolve(known.answer);
    const asked = this.#asked.get(question);
    if (asked !== undefined) return asked;
    const answer = this.#ask(question, ask).finally(() => this.#asked.delete(question));
    this.#asked.set(question, answer);
    return answer;
  }

  #valid(question: string): { readonly answer: T } | undefined {
    const known = this.#known.get(question);
    return known !== undefined && this.#options.clock.now() < known.until ? known : undefined;
  }

  async #ask(question: string, ask: () => Promise<T>): Promise<T> {
    const answer = await ask();
    const { clock, ttlMs } = this.#options;
    this.#known.set(question, { answer, until: clock.now() + ttlMs(answer) });
    return answer;
  }
}
