import { type KubeObject, keyOf, type ObjectKey } from "@kubewright/api";
import { sleep, systemRandom } from "@kubewright/client";
import { RuntimeError } from "../errors.ts";
import { exponentialBackOff, withMaxWait } from "../queue/rate-limiter.ts";
import { lowPriority, type Source } from "./source.ts";

/** Objects, as they are or as a client lists them. */
export type Listed = Iterable<KubeObject> | { readonly items: Iterable<KubeObject> };

interface TimerOptions {
  /** For messages. @default "timer" */
  readonly name?: string;
  /** From the end of one round to the next. The first is at the start. */
  readonly everyMs: number;
  /** By how much of `everyMs` a round may be later, by chance: `0.1` is up to a tenth. @default 0 */
  readonly jitter?: number;
  /** @default lowPriority */
  readonly priority?: number;
}

export type TimerSourceOptions = TimerOptions & (TimerKeys | TimerList);

interface TimerKeys {
  /** The objects to reconcile each time. */
  readonly keys: readonly ObjectKey[];
}

interface TimerList {
  /** Finds the objects to reconcile, as in `({ signal }) => client.list(Memcached, { signal })`. When it fails, it is called again sooner. */
  readonly list: (context: { readonly signal: AbortSignal }) => Listed | Promise<Listed>;
}

/** Tells of the same objects, or of all that a list gives, from time to time. */
export function timerSource(options: TimerSourceOptions): Source {
  const { name = "timer", everyMs, jitter = 0, priority = lowPriority } = options;
  if (!(everyMs > 0)) refuse(name, `everyMs is ${everyMs}, but must be a positive number of milliseconds`);
  if (!(jitter >= 0)) refuse(name, `jitter is ${jitter}, but must be a share of everyMs, such as 0.1`);
  return {
    name,
    async start({ sink, signal, log, clock, random = systemRandom }) {
      const backOff = withMaxWait(exponentialBackOff({ baseMs: 1_000, maxMs: 60_000 }), everyMs);
      /** Gives how long it is to the next. */
      const round = async (): Promise<number> => {
        try {
          const keys = await keysOf(options, signal);
          signal.throwIfAborted();
          for (const key of keys) sink.add(key, { priority });
          backOff.forget(name);
          return everyMs * (1 + jitter * random());
        } catch (error) {
          signal.throwIfAborted();
          const delayMs = backOff.delayMs(name, clock.monotonic());
          log.error({ err: error, delayMs }, "the list of a timer failed; it is tried again");
          return delayMs;
        }
      };
      const repeat = async (firstDelayMs: number): Promise<void> => {
        for (let delayMs = firstDelayMs; ; delayMs = await round()) await sleep(delayMs, { clock, signal });
      };
      signal.throwIfAborted();
      // It rejects when the signal aborts, and only then.
      repeat(await round()).catch(() => {});
    },
  };
}

async function keysOf(options: TimerKeys | TimerList, signal: AbortSignal): Promise<Iterable<ObjectKey>> {
  if ("keys" in options) return options.keys;
  const listed = await options.list({ signal });
  return Array.from("items" in listed ? listed.items : listed, keyOf);
}

function refuse(name: string, problem: string): never {
  throw new RuntimeError("INVALID_ARGUMENT", `timerSource ${JSON.stringify(name)}: ${problem}`);
}
