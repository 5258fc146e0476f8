import { createHook, executionAsyncId } from "node:async_hooks";

/** Something that was opened, and has not been closed. */
export interface OpenResource {
  /** As Node's async hooks spell it: `Timeout`, `TCPWRAP`. */
  readonly type: string;
  /** The calls that led to it, one a line, without Node's own. */
  readonly stack: string;
}

interface Seen {
  readonly type: string;
  readonly resource: WeakRef<object>;
  /** Its stack is made into text only when someone asks for it, which takes far longer than to take it. */
  readonly trace: Error;
  /** In whose callback it was opened, if that is Node's own, such as that of a look-up. */
  readonly request: Seen | undefined;
  /** How many of such callbacks in each other led here. */
  readonly depth: number;
}

/** Callbacks in callbacks of Node that are looked through for what asked for them. */
const maxDepth = 8;

/** Timers of a test runner for its own tests and hooks are not the test's. */
const runner: RegExp = /\/node_modules\/(@vitest|vitest|mocha|jest-circus|jasmine-core|@?ava)\//;

/** Sees what is opened from now on, until disposed. */
export class OpenResources implements Disposable {
  readonly #seen = new Map<number, Seen>();
  readonly #hook = createHook({
    init: (id, type, _, resource) => {
      // There are very many of them, and they hold nothing open.
      if (type === "PROMISE") return;
      const cause = this.#seen.get(executionAsyncId());
      const request = cause !== undefined && isRequest(cause) ? cause : undefined;
      const depth = request === undefined ? 0 : request.depth + 1;
      this.#seen.set(id, { type, resource: new WeakRef(resource), trace: new Error(), request, depth });
    },
    destroy: (id) => void this.#seen.delete(id),
  }).enable();

  /** What is still there and keeps the process alive. */
  list(): OpenResource[] {
    return [...this.#seen.values()]
      .filter(({ resource }) => holdsProcess(resource.deref()))
      .map((seen) => ({ type: seen.type, stack: callers(seen) }))
      .filter(({ stack }) => !isOfRunner(stack));
  }

  [Symbol.dispose](): void {
    this.#hook.disable();
  }
}

function isRequest({ type, depth }: Seen): boolean {
  return depth < maxDepth && (type === "TickObject" || type.endsWith("REQWRAP"));
}

function holdsProcess(resource: object | undefined): boolean {
  if (resource === undefined) return false;
  return !("hasRef" in resource && typeof resource.hasRef === "function") || resource.hasRef() === true;
}

/** Whether a test runner opened it, by itself and at once. */
function isOfRunner(stack: string): boolean {
  return stack !== "" && stack.split("\n").every((line) => runner.test(line));
}

/** Without Node's own; where there are none but those, who led to what asked for it. */
function callers({ trace, request }: Seen): string {
  const lines = (trace.stack ?? "").split("\n").slice(1);
  const others = lines.filter((line) => !/\(?node:|open-resources\.|\(<anonymous>\)$/.test(line)).join("\n");
  return others === "" && request !== undefined ? callers(request) : others;
}
