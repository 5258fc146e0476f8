import { hostileRequests } from "./all-requests.ts";
import { prepare, untilServed } from "./hostile-world.ts";
import { play } from "./play-hostile.ts";
import type { RawAddress } from "./raw-connection.ts";

/** What a server made of each request, by group and name. */
export type Answers = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Sends all requests to a fresh server, one after the other. `onGroup` is called when a group of them is done. */
export async function playAll(
  address: RawAddress,
  onGroup: (group: string) => Promise<void> = async () => {},
): Promise<Answers> {
  const answers: Record<string, Record<string, string>> = {};
  await prepare(address);
  for (const [group, requests] of Object.entries(hostileRequests)) {
    if (group === "patterns") await untilServed(address, requests.at(-1)!.target);
    const ofGroup: Record<string, string> = {};
    for (const request of requests) {
      if (request.name in ofGroup) throw new Error(`there are two requests called "${request.name}"`);
      ofGroup[request.name] = await play(address, request);
    }
    answers[group] = ofGroup;
    await onGroup(group);
  }
  return answers;
}
