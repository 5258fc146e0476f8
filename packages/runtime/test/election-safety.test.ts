import { ConfigMap } from "@kubewright/api/core/v1";
import { sleep } from "@kubewright/client";
import { describe, expect, test } from "vitest";
import type { LeaderElector } from "../src/election/leader-elector.ts";
import { withFence } from "../src/election/with-fence.ts";
import { type Journey, type SimulatedProcess, World } from "./election-world.ts";
import { seededRandom } from "./fixture/seeded-random.ts";

const seeds = 30;
const stormMs = 200_000;

/** Three replicas under bad conditions; one that ends is replaced. */
class Storm {
  readonly world: World = new World();
  /** How often a lease was acquired. */
  terms = 0;
  /** What must never be. */
  readonly violations: string[] = [];
  readonly #random: () => number;
  readonly #electors = new Map<SimulatedProcess, LeaderElector>();
  readonly #stops = new Set<AbortController>();
  #isOver = false;
  #isEnding = false;
  #badUntilMs = 0;
  #bad: Journey = {};

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.world.journey = () => this.#journey();
    this.world.onStep = () => this.#look();
    for (const replica of ["a", "b", "c"]) this.#start(replica, 1);
  }

  async pass(): Promise<void> {
    for (let passed = 0; passed < stormMs; ) {
      const ms = this.#between(100, 8_000);
      await this.world.pass(ms);
      passed += ms;
      this.#strike();
    }
    this.#isOver = true;
    await this.world.pass(120_000);
  }

  get leaders(): number {
    return [...this.#electors.values()].filter(({ isLeader }) => isLeader).length;
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    for (const stop of this.#stops) stop.abort();
    await this.world.pass(60_000);
  }

  #between(low: number, high: number): number {
    return low + this.#random() * (high - low);
  }

  #strike(): void {
    const chance = this.#random();
    const processes = [...this.#electors.keys()];
    const victim = processes[Math.floor(this.#random() * processes.length)]!;
    const leader = processes.find((process) => this.#electors.get(process)?.isLeader) ?? victim;
    if (chance < 0.35) leader.pause(this.#between(0, 40_000));
    else if (chance < 0.5) victim.pause(this.#between(0, 40_000));
    else if (chance < 0.6) victim.wallOffsetMs = this.#between(-1e9, 1e9);
    else if (chance < 0.65) [...this.#stops][Math.floor(this.#random() * this.#stops.size)]?.abort();
    else if (chance < 0.9) {
      const faults = ["refused", "lost", "unanswered", undefined] as const;
      const fault = faults[Math.floor(this.#random() * faults.length)];
      this.#badUntilMs = this.world.clock.monotonic() + this.#between(0, 25_000);
      this.#bad = fault === undefined ? { thereMs: 4_000, backMs: 3_000, waitMs: 2_000 } : { fault };
    }
  }

  #journey(): Journey {
    if (this.#isOver) return {};
    if (this.world.clock.monotonic() < this.#badUntilMs && this.#random() < 0.9) return this.#bad;
    const isSlow = this.#random() < 0.1;
    const latency = () => (isSlow ? this.#between(0, 9_000) : this.#between(0, 60));
    return {
      waitMs: this.#random() < 0.05 ? this.#between(0, 12_000) : 0,
      thereMs: latency(),
      backMs: latency(),
      ...(this.#random() < 0.03 && { fault: this.#random() < 0.5 ? "lost" : "unanswered" }),
    };
  }

  #look(): void {
    const holding = [...this.#electors].filter(
      ([, { fence }]) => Number.isFinite(fence.remainingMs) && fence.remainingMs > 0,
    );
    if (holding.length > 1) {
      this.violations.push(
        `${holding.map(([{ name }]) => name).join(" and ")} pass at ${this.world.clock.monotonic()}`,
      );
    }
  }

  #start(replica: string, generation: number): void {
    // Clocks that run apart by up to a fifth.
    const process = this.world.process(`${replica}-${generation}`, { rate: this.#between(0.9, 1.1) });
    const elector = process.elector({ random: this.#random });
    const stop = new AbortController();
    this.#electors.set(process, elector);
    this.#stops.add(stop);
    const onElected = (leading: AbortSignal): Promise<void> => {
      this.terms++;
      return this.#work(process, elector, leading);
    };
    const ended = (): void => {
      this.#stops.delete(stop);
      // It lingers for a while, then is gone.
      process.schedule(this.#between(0, 20_000), () => {
        this.violations.push(...process.violations);
        this.#electors.delete(process);
        if (!this.#isEnding) this.#start(replica, generation + 1);
      });
    };
    elector.run({ signal: stop.signal, onElected }).then(ended, ended);
  }

  /** Writes for as long as it may, and, being careless, for some time after. */
  async #work(process: SimulatedProcess, elector: LeaderElector, leading: AbortSignal): Promise<void> {
    const client = withFence(process.client, elector.fence);
    for (let rounds = 0, late = 0; late < 5 && rounds < 2_000; rounds++) {
      if (leading.aborted) late++;
      const data = { by: process.name, round: String(rounds) };
      const write = client.create(ConfigMap.of({ metadata: { generateName: "work-", namespace: "system" }, data }), {
        timeoutMs: 60_000,
      });
      write.catch(() => {});
      await sleep(500, { clock: process });
    }
  }
}

describe("electors in a storm", () => {
  test.each(Array.from({ length: seeds }, (_, index) => index + 1))(
    "never lead together, nor write when another leads (seed %i)",
    async (seed) => {
      const storm = new Storm(seed);
      await storm.pass();
      expect(storm.violations).toEqual([]);
      expect(storm.leaders).toBe(1);
      expect(storm.terms).toBeGreaterThan(1);
      await storm.end();
      expect(storm.violations).toEqual([]);
      expect(storm.leaders).toBe(0);
    },
  );
});
