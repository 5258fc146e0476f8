/** How a slow start ended. */
export interface SlowStart {
  readonly succeeded: number;
  /** The first failure, after which nothing was begun any more. */
  readonly failure?: { readonly error: unknown };
}

/**
 * Runs `action` up to `count` times, in rounds of 1, 2, 4 and so on at once, and stops after a round in which one failed.
 *
 * What cannot succeed, for want of quota say, is so asked for a few times instead of hundreds.
 */
export async function slowStart(count: number, action: () => Promise<void>): Promise<SlowStart> {
  let succeeded = 0;
  for (let round = 1; succeeded < count; round *= 2) {
    const size = Math.min(round, count - succeeded);
    const outcomes = await Promise.allSettled(Array.from({ length: size }, action));
    const failures = outcomes.filter((outcome) => outcome.status === "rejected");
    succeeded += size - failures.length;
    if (failures[0] !== undefined) return { succeeded, failure: { error: failures[0].reason } };
  }
  return { succeeded };
}
