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
 * Where the median of all that could be measured is, judged by what was, each value by itself. It is there at 99.7 % when looked at once, and at
 * about 99 % each time when looked at a dozen times as values become more.
 * @param {readonly number[]} values at least one
 * @returns {{ low: number, high: number }}
 */
export function medianInterval(values) {
  const sorted = [...values].sort((a, b) => a - b);
  // Values lie above or below it like heads and tails: three standard deviations of these.
  const reach = Math.ceil((sorted.length + 1 + 3 * Math.sqrt(sorted.length)) / 2);
  const low = sorted[sorted.length - reach] ?? Number.NEGATIVE_INFINITY;
  const high = sorted[reach - 1] ?? Number.POSITIVE_INFINITY;
  return { low, high };
}
