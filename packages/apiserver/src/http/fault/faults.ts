import type { Randomness } from "../../host.ts";
import type { BodyPiece } from "../lazy-json.ts";
import { BreakableStream } from "./breakable-stream.ts";
import { type Fault, type FaultRule, type FilteredRequest, isMatch, type RequestFilter } from "./fault-rule.ts";

/** A rule that is in force. */
export interface ActiveRule {
  /** How many requests it has hit. */
  readonly hits: number;
  /** Takes it out of force; requests that it has hit are not helped. */
  remove(): void;
}

/**
 * Makes requests go wrong on purpose, as rules say.
 *
 * Rules are looked at in the order in which they came; all latencies add up, the first other fault decides.
 */
export class Faults {
  readonly #random: Randomness;
  readonly #rules = new Set<Rule>();
  readonly #watches = new Map<BreakableStream, FilteredRequest>();

  constructor(random: Randomness) {
    this.#random = random;
  }

  /** Whether requests and watches need to be looked at at all. */
  get isActive(): boolean {
    return this.#rules.size > 0;
  }

  add(rule: FaultRule): ActiveRule {
    const active: Rule = { rule, hits: 0, remove: () => void this.#rules.delete(active) };
    this.#rules.add(active);
    return active;
  }

  /** Takes all rules out of force. */
  clear(): void {
    this.#rules.clear();
  }

  /** Ends the connections of watches that are open now. Gives how many there were. */
  dropWatches(filter: RequestFilter = {}): number {
    return this.#breakWatches(filter, (stream) => stream.drop());
  }

  /** Silences watches that are open now: they stay open, and nothing comes. Gives how many there were. */
  stallWatches(filter: RequestFilter = {}): number {
    return this.#breakWatches(filter, (stream) => stream.stall());
  }

  /** What a request suffers, in order; counts as hits. */
  strike(request: FilteredRequest): Fault[] {
    const faults: Fault[] = [];
    for (const active of this.#rules) {
      const { rule } = active;
      if (active.hits >= (rule.times ?? Number.POSITIVE_INFINITY) || !isMatch(rule, request)) continue;
      if (isForWatches(rule.fault) && request.verb !== "watch") continue;
      if (rule.probability !== undefined && this.#chance() >= rule.probability) continue;
      active.hits++;
      faults.push(rule.fault);
      if (rule.fault.type !== "latency") break;
    }
    return faults;
  }

  /** The stream of an open watch, which faults can reach from now on. */
  watch(
    request: FilteredRequest,
    source: AsyncIterable<BodyPiece>,
    fault?: Extract<Fault, { type: "dropped-watch" | "stalled-watch" }>,
  ): AsyncIterable<BodyPiece> {
    const stream: BreakableStream = new BreakableStream(source, {
      ...(fault !== undefined && { afterPieces: fault.afterEvents }),
      finally: fault?.type === "stalled-watch" ? "stall" : "drop",
      onEnd: () => void this.#watches.delete(stream),
    });
    this.#watches.set(stream, request);
    return stream;
  }

  #breakWatches(filter: RequestFilter, act: (stream: BreakableStream) => void): number {
    const hit = [...this.#watches].filter(([, request]) => isMatch(filter, request));
    for (const [stream] of hit) act(stream);
    return hit.length;
  }

  /** From 0 up to 1. */
  #chance(): number {
    const [a = 0, b = 0, c = 0] = this.#random(3);
    return (a * 0x10000 + b * 0x100 + c) / 0x1000000;
  }
}

interface Rule extends ActiveRule {
  readonly rule: FaultRule;
  hits: number;
}

function isForWatches({ type }: Fault): boolean {
  return type === "dropped-watch" || type === "stalled-watch";
}
