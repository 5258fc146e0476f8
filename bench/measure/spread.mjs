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
