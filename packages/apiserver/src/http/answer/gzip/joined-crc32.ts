/** CRC-32 as gzip has it, with the bits in reverse. */
const polynomial = 0xedb88320;
/** The polynomial 1. */
const one = 0x80000000;

/** x to the power of 2 to the power of the index. */
const powers = powersOfTwo(32);

/** What `joinCrc32` multiplies by to make room for so many bytes. */
export function crc32ShiftOf(byteLength: number): number {
  let shift = one;
  // A byte is eight bits: 2 to the power of 3.
  for (let left = byteLength, index = 3; left > 0; left = Math.floor(left / 2), index++) {
    if (left % 2 === 1) shift = multiply(powers[index % 32]!, shift);
  }
  return shift;
}

/** The CRC-32 of a text of which those of the two parts are known. `shift` is `crc32ShiftOf` the length of the second one. */
export function joinCrc32(first: number, second: number, shift: number): number {
  return (multiply(shift, first) ^ second) >>> 0;
}

/** The product of two polynomials, modulo that of CRC-32. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let mask = one; mask !== 0; mask >>>= 1) {
    if ((a & mask) !== 0) product ^= shifted;
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ polynomial;
  }
  return product >>> 0;
}

function powersOfTwo(count: number): readonly number[] {
  const all = [0x40000000];
  while (all.length < count) all.push(multiply(all.at(-1)!, all.at(-1)!));
  return all;
}
