import { type Fault, type Interceptor, injectFaults } from "@kubewright/operator";

/** What happens to a call. Some are never carried out; some are, but the caller is not told, or is not there any more. */
export type Mishap = "fails" | "conflicts" | "times out" | "loses its answer" | "is the last one";

export const mishaps: readonly Mishap[] = ["fails", "conflicts", "times out", "loses its answer", "is the last one"];

/** Which call of a chapter, counted from 1, suffers what. */
export type FaultPlan = ReadonlyMap<number, Mishap>;

const faults: Readonly<Record<Exclude<Mishap, "is the last one">, Fault>> = {
  fails: { type: "status", status: 500, reason: "InternalError" },
  conflicts: { type: "status", status: 409, reason: "Conflict" },
  "times out": { type: "error", code: "TIMEOUT" },
  "loses its answer": { type: "lost-answer" },
};

/** Numbers the calls that managers make, and has some of them go wrong. */
export class CallFaults {
  readonly #plan: FaultPlan;
  #calls: string[] = [];

  constructor(plan: FaultPlan) {
    this.#plan = plan;
  }

  /** Begins to count anew. */
  beginChapter(): void {
    this.#calls = [];
  }

  /** The calls of this chapter: `PATCH /apis/…`. Watches are streams, no calls. */
  get calls(): readonly string[] {
    return this.#calls;
  }

  /** For one manager. `onKilled` is called when nothing comes from it any more. */
  interceptor(onKilled: () => void): Interceptor {
    let isDead = false;
    return async (request, next) => {
      if (isDead) throw new Error("nothing leaves a process that is gone");
      if (request.isStream === true) return await next(request);
      this.#calls.push(`${request.method} ${request.path.replace(/\?.*/, "")}`);
      const mishap = this.#plan.get(this.#calls.length);
      if (mishap === undefined) return await next(request);
      if (mishap !== "is the last one") return await injectFaults([{ fault: faults[mishap] }])(request, next);
      isDead = true;
      const { signal: _, ...unstoppable } = request;
      (await next(unstoppable)).body.cancel();
      onKilled();
      throw new Error("nobody is there to hear the answer");
    };
  }
}
