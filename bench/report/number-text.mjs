/** @typedef {import("../measure/spread.mjs").Spread} Spread */

/** @param {Spread | undefined} spread */
export function rate(spread) {
  return spread ? `${count(spread.median)} (${count(spread.min)}–${count(spread.max)})` : "";
}

/** @param {Spread | undefined} spread */
export function seconds(spread) {
  if (spread === undefined) return "";
  const text = (/** @type {number} */ ms) => (ms / 1000).toFixed(ms < 9_995 ? 2 : 1);
  return `${text(spread.median)} (${text(spread.min)}–${text(spread.max)})`;
}

/** @param {Spread} spread */
export function milliseconds(spread) {
  return `${spread.median.toFixed(1)} ms (${spread.min.toFixed(1)}–${spread.max.toFixed(1)})`;
}

/**
 * @param {number | undefined} ours
 * @param {number | undefined} theirs
 */
export function quotient(ours, theirs) {
  return ours === undefined || theirs === undefined ? "" : ratio(ours / theirs);
}

/**
 * A ratio, rounded towards the side that does not flatter: 0.999 is not 1.
 * @param {number} value
 */
export function ratio(value) {
  const digits = value < 10 ? 2 : 1;
  return (Math.floor(value * 10 ** digits + 1e-9) / 10 ** digits).toFixed(digits);
}

/** @param {number} value */
function count(value) {
  return value < 100 ? value.toFixed(1) : String(Math.round(value));
}

/** @param {number} value */
export function bytes(value) {
  if (Math.abs(value) >= 10 * 2 ** 30) return `${(value / 2 ** 30).toFixed(0)} GiB`;
  return Math.abs(value) >= 2 ** 20 ? `${(value / 2 ** 20).toFixed(1)} MiB` : `${(value / 1024).toFixed(0)} KiB`;
}
