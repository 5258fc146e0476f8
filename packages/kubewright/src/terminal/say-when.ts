import { systemClock } from "@kubewright/client";
import type { CommandHost } from "../host.ts";

const patienceMs = 1_000;

/** The work, of which the user is told when it takes more than a second. */
export async function sayWhen<T>(
  what: string,
  work: Promise<T>,
  host: Pick<CommandHost, "clock" | "messages">,
): Promise<T> {
  const { clock = systemClock, messages } = host;
  const timer = clock.schedule(patienceMs, () => messages.write(`${what} …\n`));
  try {
    return await work;
  } finally {
    timer.cancel();
  }
}
