// As it was at the start: a test that puts a fake in its place would keep waiting whoever waits for their turn, also when it is gone again.
const { setImmediate, setTimeout, clearTimeout } = globalThis;

/**
 * Resolves when everything that is on its way at this moment has arrived.
 *
 * In a cluster of one process, news of pods comes as fast as they can be worked on. Who waits for a turn works once on what a burst of news
 * is about, rather than on each.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A wait of this machine's time, whatever a cluster's clock says. Resolves early when `signal` aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
