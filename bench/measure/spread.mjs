/**
 * Several measurements of one thing.
 * @typedef {{ median: number, min: number, max: number }} Spread
 */

/**
 * @param {readonly number[]} values at least one
 * @returns {Spread}
 */
export function spreadOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1];
  const high = sorted[Math.floor(middle)];
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined || min === undefined || max === undefined) throw new Error("no values");
  return { median: (low + high) / 2, min, max };
}

/**
 * Where the median of all that could be measured is, at 99 %, judged by what was. Nothing is assumed of how values spread.
 * @param {readonly number[]} values at least one
 * @returns {{ low: number, high: number }}
 */
export function medianInterval(values) {
  const sorted = [...values].sort((a, b) => a - b);
  // Of values that lie above or below it like heads and tails; 2.58 standard deviations.
  const reach = Math.ceil((sorted.length + 1 + 2.58 * Math.sqrt(sorted.length)) / 2);
  const low = sorted[sorted.length - reach] ?? Number.NEGATIVE_INFINITY;
  const high = sorted[reach - 1] ?? Number.POSITIVE_INFINITY;
  return { low, high };
}
