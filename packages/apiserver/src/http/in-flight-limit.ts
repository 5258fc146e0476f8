import { systemName, type User } from "../auth/user.ts";
import type { RequestInfo } from "./request/request-info.ts";
import { isLongRunning } from "./request/request-timeout.ts";

export interface InFlightLimitOptions {
  /** Requests that only read, at once. 0: no limit. */
  readonly maxRequests: number;
  /** All others, at once. 0: no limit. */
  readonly maxMutatingRequests: number;
}

/** Bounds how many requests are under way at once. Those that last as long as they are used, as watches, do not count. */
export class InFlightLimit {
  readonly #reading: Places;
  readonly #mutating: Places;

  constructor({ maxRequests, maxMutatingRequests }: InFlightLimitOptions) {
    this.#reading = new Places(maxRequests);
    this.#mutating = new Places(maxMutatingRequests);
  }

  /** Runs `work`, or gives undefined at once when there is no place for it. Administrators need none. */
  async run<T>(user: User, info: RequestInfo, work: () => Promise<T>): Promise<T | undefined> {
    if (isLongRunning(info)) return work();
    const places = readingVerbs.has(info.verb) ? this.#reading : this.#mutating;
    if (!places.take()) return user.groups.includes(systemName.masters) ? work() : undefined;
    try {
      return await work();
    } finally {
      places.free();
    }
  }
}

const readingVerbs: ReadonlySet<string> = new Set(["get", "list", "watch"]);

class Places {
  readonly #limit: number;
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(): boolean {
    if (this.#limit !== 0 && this.#taken >= this.#limit) return false;
    this.#taken++;
    return true;
  }

  free(): void {
    this.#taken--;
  }
}
