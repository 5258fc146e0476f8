/** What is to be told of one signal's abort, and the listener that tells it. */
interface Waiting {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

/**
 * Belongs to the signals it is keyed by, and an entry goes with its last callback. It is here, and not in some object, because Node counts the
 * listeners of a signal, whoever adds them, and warns of a leak from the eleventh on.
 */
const waitingFor = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls `callback` with the reason when `signal` aborts, at once if it has aborted. The function it gives takes that back.
 *
 * Any number of callbacks cost a signal one listener, which is removed with the last of them.
 */
export function onAbort(signal: AbortSignal | undefined, callback: (reason: unknown) => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    callback(signal.reason);
    return () => {};
  }
  const waiting = waitingFor.get(signal) ?? listenTo(signal);
  const tell = () => callback(signal.reason);
  waiting.callbacks.add(tell);
  return () => {
    waiting.callbacks.delete(tell);
    if (waiting.callbacks.size > 0 || waitingFor.get(signal) !== waiting) return;
    waitingFor.delete(signal);
    signal.removeEventListener("abort", waiting.listener);
  };
}

function listenTo(signal: AbortSignal): Waiting {
  const callbacks = new Set<() => void>();
  const listener = () => {
    waitingFor.delete(signal);
    for (const tell of callbacks) tell();
  };
  const waiting = { callbacks, listener };
  waitingFor.set(signal, waiting);
  signal.addEventListener("abort", listener, { once: true });
  return waiting;
}
