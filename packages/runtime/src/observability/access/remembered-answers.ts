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

  /** Rejects as `ask` does. */
  get(question: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#known.get(question);
    if (known !== undefined && this.#options.clock.now() < known.until) return Promise.resolve(known.answer);
    const asked = this.#asked.get(question);
    if (asked !== undefined) return asked;
    const answer = this.#ask(question, ask).finally(() => this.#asked.delete(question));
    this.#asked.set(question, answer);
    return answer;
  }

  async #ask(question: string, ask: () => Promise<T>): Promise<T> {
    const answer = await ask();
    const { clock, ttlMs } = this.#options;
    this.#known.set(question, { answer, until: clock.now() + ttlMs(answer) });
    return answer;
  }
}
