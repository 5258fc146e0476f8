import { medianInterval, spreadOf } from "./spread.mjs";

/** @typedef {import("./spread.mjs").Spread} Spread */

/**
 * A number that was measured, and the share of the processor time that the host of a virtual machine gave to others meanwhile.
 * @typedef {{ value: number, stolen: number }} Measurement
 */

/** With a larger share stolen, a number says more about the host than about what was measured. */
const tolerated = 0.05;

/** What counts, in words. */
export const calmText = `during which the host of the machine took no more than ${tolerated * 100} % of the processor time, or of all where there are none`;

/**
 * Of the measurements that the host left alone; of all, if there are none.
 * @param {readonly Measurement[]} measurements at least one
 * @returns {Spread}
 */
export function calmSpread(measurements) {
  return spreadOf(calmOf(measurements).map(({ value }) => value));
}

/**
 * The quotients of measurements that were made beside each other, pair by pair: what disturbed both is not in them. A pair counts when the
 * host left both alone; all do, if there are none.
 * @param {readonly Measurement[]} ours
 * @param {readonly Measurement[]} theirs as many
 * @returns {Spread}
 */
export function calmQuotients(ours, theirs) {
  return calmSpread(quotients(ours, theirs));
}

/**
 * What pairs of measurements say of a quotient: its median, where that surely lies (`medianInterval`), and how many pairs counted.
 * @typedef {{ median: number, low: number, high: number, pairs: number }} Comparison
 */

/**
 * As `calmQuotients`, and how sure that is.
 * @param {readonly Measurement[]} ours
 * @param {readonly Measurement[]} theirs as many
 * @returns {Comparison}
 */
export function calmComparison(ours, theirs) {
  const values = calmOf(quotients(ours, theirs)).map(({ value }) => value);
  return { median: spreadOf(values).median, ...medianInterval(values), pairs: values.length };
}

/** A difference that does not matter to whoever has to choose. */
export const negligible = 0.02;

/**
 * Whether more pairs would tell nothing new: it is certain which of the two is larger, or that they hardly differ.
 * @param {Comparison} comparison
 */
export function isSettled({ low, high }) {
  return low > 1 || high < 1 || (low > 1 - negligible && high < 1 + negligible);
}

/**
 * @param {readonly Measurement[]} ours
 * @param {readonly Measurement[]} theirs
 * @returns {Measurement[]}
 */
function quotients(ours, theirs) {
  if (ours.length !== theirs.length) throw new Error(`${ours.length} measurements beside ${theirs.length}`);
  return ours.map(({ value, stolen }, index) => {
    const beside = theirs[index];
    return { value: value / (beside?.value ?? 0), stolen: Math.max(stolen, beside?.stolen ?? 0) };
  });
}

/** @param {readonly Measurement[]} measurements */
function calmOf(measurements) {
  const calm = measurements.filter(({ stolen }) => stolen <= tolerated);
  return calm.length > 0 ? calm : measurements;
}
