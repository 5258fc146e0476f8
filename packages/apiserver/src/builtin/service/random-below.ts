import type { Randomness } from "../../host.ts";

/** Gives whole numbers below its argument, which is at most 2^32. */
export function randomBelow(random: Randomness): (below: number) => number {
  return (below) => {
    const [a = 0, b = 0, c = 0, d = 0] = random(4);
    return Math.floor((((a * 256 + b) * 256 + c) * 256 + d) * (below / 2 ** 32));
  };
}
