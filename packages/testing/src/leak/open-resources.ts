import { createHook, executionAsyncId } from "node:async_hooks";

/** Something that was opened, and has not been closed. */
export interface OpenResource {
  /** As Node's async hooks spell it: `Timeout`, `TCPWRAP`. */
  readonly type: string;
  /** The calls that led to it, one a line, without Node's own. */
  readonly stack: string;
}

interface Seen extends OpenResource {
  readonly resource: WeakRef<object>;
}

/** Timers of a test runner for its own tests and hooks are not the test's. */
const runner: RegExp = /\/node_modules\/(@vitest|vitest|mocha|jest-circus|jasmine-core|@?ava)\//;

/** Sees what is opened from now on, until disposed. */
export class OpenResources implements Disposable {
  readonly #seen = new Map<number, Seen>();
  readonly #hook = createHook({
    init: (id, type, _, resource) => {
      // There are very many of them, and they hold nothing open.
      if (type === "PROMISE") return;
      // In a callback of Node's own, such as of a look-up: what asked for that is what led here.
      const stack = callers() || (this.#seen.get(executionAsyncId())?.stack ?? "");
      this.#seen.set(id, { type, resource: new WeakRef(resource), stack });
    },
    destroy: (id) => void this.#seen.delete(id),
  }).enable();

  /** What is still there and keeps the process alive. */
  list(): OpenResource[] {
    return [...this.#seen.values()].filter(({ resource, stack }) => {
      return holdsProcess(resource.deref()) && !isOfRunner(stack);
    });
  }

  [Symbol.dispose](): void {
    this.#hook.disable();
  }
}

function holdsProcess(resource: object | undefined): boolean {
  if (resource === undefined) return false;
  return !("hasRef" in resource && typeof resource.hasRef === "function") || resource.hasRef() === true;
}

/** Whether a test runner opened it, by itself and at once. */
function isOfRunner(stack: string): boolean {
  return stack !== "" && stack.split("\n").every((line) => runner.test(line));
}

function callers(): string {
  const lines = (new Error().stack ?? "").split("\n").slice(1);
  return lines.filter((line) => !/\(?node:|open-resources\.|\(<anonymous>\)$/.test(line)).join("\n");
}
