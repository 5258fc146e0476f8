import { type NormalAnswer, normalise } from "./normalise.ts";
import { Session } from "./session.ts";
import type { Wire } from "./wire.ts";

/** What a script is about. */
export type ConformanceClass =
  | "crud"
  | "list and paging"
  | "watch"
  | "patch"
  | "apply"
  | "CRD"
  | "RBAC"
  | "table"
  | "deletion"
  | "errors"
  | "validation"
  | "sweep";

/** A conversation with a server, the same with each. Shares nothing with other scripts. */
export interface Script {
  readonly class: ConformanceClass;
  /** Unique in its class. */
  readonly name: string;
  run(session: Session): Promise<void>;
}

/** What a server answered to a script, normalised. */
export interface Recording {
  readonly class: ConformanceClass;
  readonly name: string;
  readonly answers: readonly NormalAnswer[];
}

/** Runs scripts against a server, a few at a time. */
export async function record(wire: Wire, scripts: readonly Script[], concurrency = 6): Promise<Recording[]> {
  const recordings = new Map<Script, Recording>();
  const waiting = [...scripts];
  const work = async (): Promise<void> => {
    for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
      recordings.set(script, await recordScript(wire, script));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return scripts.map((script) => recordings.get(script)!);
}

async function recordScript(wire: Wire, script: Script): Promise<Recording> {
  const session = new Session(wire, namespaceOf(script));
  try {
    await session.prepare("POST", "/api/v1/namespaces", { body: { metadata: { name: session.namespace } } });
    await script.run(session);
  } catch (error) {
    // What it did before counts; that it broke off shows as steps that are missing, and as this one.
    const message = error instanceof Error ? error.message : String(error);
    session.answers.push({ step: "the script broke off", request: "", status: 0, headers: {}, body: message });
  }
  return { class: script.class, name: script.name, answers: normalise(session) };
}

function namespaceOf(script: Script): string {
  return `${script.class} ${script.name}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
}
