/** Lets everything run that waits for nothing but promises. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
