import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ConfigMap } from "@kubewright/api/core/v1";
import { ApiClient, HttpsTransport, sleep } from "@kubewright/client";
import { startReferenceServer } from "@kubewright/testing";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { seededRandom } from "./fixture/seeded-random.ts";

const runs = 200;
/** Pairs of processes at once, each with a lease of its own. */
const lanes = 8;
/** As in the program. */
const leaseDurationMs = 3_000;

const auditPolicy = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [
    {
      level: "Metadata",
      verbs: ["create", "update", "patch", "delete"],
      resources: [
        { group: "", resources: ["configmaps"] },
        { group: "coordination.k8s.io", resources: ["leases"] },
      ],
    },
    { level: "None" },
  ],
};

/** A write request as the server saw it. */
interface SeenWrite {
  readonly identity: string;
  /** The number that the process gave it. */
  readonly number: number;
  readonly resource: string;
  readonly verb: string;
  readonly code: number;
  readonly receivedAt: string;
}

/** A leader that was stopped past its lease, and went on. */
interface Pause {
  readonly old: Leader;
  readonly next: Leader;
  /** Numbers of the requests that the old leader was about to send, or had sent, when it was stopped. */
  readonly sentBefore: ReadonlySet<number>;
}

/** A process that runs `leader-program`. */
class Leader {
  readonly identity: string;
  readonly sent = new Set<number>();
  readonly lines: string[] = [];
  readonly ended: Promise<unknown[]>;
  readonly #child: ChildProcess;
  readonly #waiters = new Map<string, () => void>();
  #errors = "";

  constructor(program: string, identity: string, places: readonly string[]) {
    this.identity = identity;
    const child = spawn(process.execPath, [program, ...places, identity], { stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    this.ended = once(child, "close");
    child.stderr.on("data", (text) => {
      this.#errors = `${this.#errors}${text}`.slice(-4_000);
    });
    createInterface({ input: child.stdout }).on("line", (line) => this.#hear(line));
  }

  /** Resolves when the process has told `line`; rejects when it ends before. */
  async tells(line: string): Promise<void> {
    if (this.lines.includes(line)) return;
    const told = new Promise<void>((resolve) => this.#waiters.set(line, resolve));
    const gone = this.ended.then(() => {
      if (!this.lines.includes(line))
        throw new Error(`${this.identity} ended: ${this.lines.join(", ")}\n${this.#errors}`);
    });
    await Promise.race([told, gone]);
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && !this.lines.some((line) => line.startsWith("ends"));
  }

  /** Resolves when all is taken in that the process, which is stopped, has told. */
  async heard(): Promise<void> {
    for (let before = -1; before < this.sent.size; await new Promise((resolve) => setImmediate(resolve))) {
      before = this.sent.size;
    }
  }

  signal(name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
    this.#child.kill(name);
  }

  #hear(line: string): void {
    const [, number] = /^send (\d+)$/.exec(line) ?? [];
    if (number !== undefined) this.sent.add(Number(number));
    else {
      this.lines.push(line);
      this.#waiters.get(line)?.();
    }
  }
}

test(`of ${runs} leaders that are stopped past their lease, none writes when another leads`, {
  timeout: 900_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "kubewright-pause-"));
  const auditLog = join(folder, "audit.log");
  await writeFile(join(folder, "policy.json"), JSON.stringify(auditPolicy));
  const leaders: Leader[] = [];
  await using server = await startReferenceServer({
    apiServerFlags: [`--audit-policy-file=${join(folder, "policy.json")}`, `--audit-log-path=${auditLog}`],
  });
  try {
    const program = await bundleProgram(folder);
    const kubeconfig = join(folder, "kubeconfig");
    await server.writeKubeconfig(kubeconfig);
    await using client = new ApiClient({ transport: new HttpsTransport(server.connection()), namespace: "default" });
    const pauses: Pause[] = [];

    const lane = async (index: number): Promise<void> => {
      const random = seededRandom(index + 1);
      const name = `lane-${index}`;
      await client.create(ConfigMap.of({ metadata: { name } }));
      let count = 0;
      const start = (): Leader => {
        const leader = new Leader(program, `${name}.${++count}`, [kubeconfig, name, name]);
        leaders.push(leader);
        return leader;
      };
      let old = start();
      await old.tells("leads");
      for (let run = index; run < runs; ) {
        const next = start();
        await next.tells("looks");
        await sleep(random() * 700);
        old.signal("SIGSTOP");
        // On a machine with too much to do, a leader may lose its lease by itself: that is not what is looked for here.
        if (old.isRunning) {
          await stopped(old, next, random);
          pauses.push({ old, next, sentBefore: new Set(old.sent) });
          run += lanes;
        }
        old.signal("SIGCONT");
        expect(await old.ended).toEqual([1, null]);
        expect(old.lines).toContain("ends LEASE_LOST");
        await next.tells("leads");
        old = next;
      }
    };

    await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
    for (const leader of leaders) leader.signal("SIGKILL");
    await Promise.all(leaders.map(({ ended }) => ended));
    await server.stop("kube-apiserver", "SIGTERM");
    const verdict = judge(pauses, await seenWrites(auditLog));
    process.stdout.write(`${verdict.summary}\n`);
    expect(pauses).toHaveLength(runs);
    expect(verdict.violations).toEqual([]);
  } finally {
    for (const leader of leaders) leader.signal("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
});

/** Resolves when the old leader is to go on: half of the time at about the hand-over, else when that is over. */
async function stopped(old: Leader, next: Leader, random: () => number): Promise<void> {
  if (random() < 0.5) await sleep(leaseDurationMs + random() * 800);
  else {
    await next.tells("leads");
    await sleep(random() * 500);
  }
  await old.heard();
}

/** What the server saw of the old leaders once the new ones had asked for the lease, and got it. */
function judge(pauses: readonly Pause[], seen: readonly SeenWrite[]): { violations: string[]; summary: string } {
  const byIdentity = new Map<string, SeenWrite[]>();
  for (const write of seen) {
    const known = byIdentity.get(write.identity);
    if (known === undefined) byIdentity.set(write.identity, [write]);
    else known.push(write);
  }
  const violations: string[] = [];
  let writes = 0;
  let sentBefore = 0;
  for (const pause of pauses) {
    const ofNext = byIdentity.get(pause.next.identity) ?? [];
    const acquisition = ofNext.find(({ resource, code }) => resource === "leases" && code < 300);
    const ofOld = byIdentity.get(pause.old.identity) ?? [];
    if (acquisition === undefined || !ofOld.some(({ resource }) => resource === "configmaps")) {
      violations.push(`${pause.old.identity} and ${pause.next.identity} have not both led`);
      continue;
    }
    writes += ofOld.length;
    for (const write of ofOld) {
      if (write.receivedAt < acquisition.receivedAt) continue;
      if (pause.sentBefore.has(write.number)) sentBefore++;
      else violations.push(`${write.identity} ${write.verb} ${write.resource} ${write.code} at ${write.receivedAt}`);
    }
  }
  const summary = `${pauses.length} leaders stopped; of their ${writes} writes, ${sentBefore} sent before the stop arrived after the hand-over, ${violations.length} others did`;
  return { violations, summary };
}

async function seenWrites(auditLog: string): Promise<SeenWrite[]> {
  const lines = (await readFile(auditLog, "utf8")).split("\n").filter((line) => line !== "");
  return lines.flatMap((line) => {
    const event = JSON.parse(line);
    const [, identity, number] = /^(lane-\S+)\/(\d+)$/.exec(event.userAgent ?? "") ?? [];
    if (identity === undefined) return [];
    return {
      identity,
      number: Number(number),
      resource: event.objectRef.resource,
      verb: event.verb,
      code: event.responseStatus?.code ?? 0,
      receivedAt: event.requestReceivedTimestamp,
    };
  });
}

/** The program as Node 20 can run it. */
async function bundleProgram(folder: string): Promise<string> {
  const file = join(folder, "leader-program.mjs");
  await using bundle = await rolldown({
    input: fileURLToPath(new URL("fixture/leader-program.ts", import.meta.url)),
    platform: "node",
    resolve: { conditionNames: ["@kubewright/source", "import", "node", "default"] },
  });
  await bundle.write({ file, format: "esm", codeSplitting: false });
  return file;
}
