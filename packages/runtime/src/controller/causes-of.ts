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
