/** Shared by all copies of this package in a process, whose classes differ. */
const BRAND = Symbol.for("@kubewright/runtime.TerminalError");

/**
 * Thrown by a reconciler where another try would not help, as for a field that makes no sense.
 *
 * It is logged and counted, but the object is not reconciled again before something changes.
 */
export class TerminalError extends Error {
  override readonly name: string = "TerminalError";

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Whether an error is a TerminalError, or has one as a cause. */
export function isTerminal(error: unknown): boolean {
  for (const inner of causesOf(error)) {
    if (BRAND in inner) return true;
  }
  return false;
}

/** An error, what caused it, what caused that, and so on. Never throws, and ends for circular causes. */
export function* causesOf(error: unknown): Generator<object> {
  const seen = new Set<object>();
  for (let inner = error; typeof inner === "object" && inner !== null && !seen.has(inner); inner = causeOf(inner)) {
    seen.add(inner);
    yield inner;
  }
}

function causeOf(error: object): unknown {
  try {
    return (error as { cause?: unknown }).cause;
  } catch {
    return undefined;
  }
}
