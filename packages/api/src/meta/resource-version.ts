/**
 * Which of two resource versions of one kind is older: below zero for `a`, above zero for `b`, zero when they are the same.
 *
 * Undefined when they cannot be compared: one is absent, or not a number in the form in which Kubernetes writes it, digits without
 * a leading zero. Texts that are equal are the same version, whatever they say.
 */
export function compareResourceVersions(a: string | undefined, b: string | undefined): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a === b) return a === "" ? undefined : 0;
  if (!wellFormed.test(a) || !wellFormed.test(b)) return undefined;
  // Numbers of any length, without the cost of making them.
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}

const wellFormed = /^[1-9][0-9]*$/;
