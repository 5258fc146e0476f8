/**
 * Does something for each of 0 … count-1, 16 at a time, and says every now and then how many are done.
 * @param {number} count
 * @param {(n: number) => Promise<unknown>} work
 * @param {(done: number) => void} [onProgress]
 */
export async function eachOf(count, work, onProgress) {
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < count) {
      await work(next++);
      if (++done % 2000 === 0) onProgress?.(done);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
