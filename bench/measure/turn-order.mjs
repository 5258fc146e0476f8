/**
 * The order in which all take a turn. Over the turns each comes first about as often as the others; of a prime number, each also comes about
 * as often after each of the others: nobody always has to go on with what the same one left behind.
 * @template T
 * @param {readonly T[]} all
 * @param {number} turn
 * @returns {T[]}
 */
export function turnOrder(all, turn) {
  const strides = all.map((_, index) => index).filter((stride) => commonDivisor(stride, all.length) === 1);
  const stride = strides[turn % strides.length] ?? 1;
  return all.map((_, index) => /** @type {T} */ (all[(turn + index * stride) % all.length]));
}

/**
 * @param {number} a
 * @param {number} b
 * @returns {number}
 */
function commonDivisor(a, b) {
  return b === 0 ? a : commonDivisor(b, a % b);
}
