/**
 * Says that something is up, in one line of JSON, and ends it when standard input does.
 * @param {object} facts
 * @param {() => PromiseLike<unknown>} end
 */
export async function upUntilTold(facts, end) {
  process.stdout.write(`${JSON.stringify(facts)}\n`);
  for await (const _ of process.stdin);
  await end();
}
