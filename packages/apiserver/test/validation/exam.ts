import { changesByRule } from "./changes-by-rule.ts";
import { type Change, changed, changeText, type Json, type Subject } from "./subject.ts";

/** Sends a request with a JSON body, if any, and gives what came back. */
export type Send = (method: "POST" | "PUT" | "DELETE", path: string, body?: Json) => Promise<Reply>;

export interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly warnings: readonly string[];
}

/** What a server said of changed objects: just the status where it said nothing else. */
export type Verdict =
  | number
  | { readonly code: number; readonly says: readonly string[]; readonly warnings?: readonly string[] };

/** What a server said of one kind of write of a subject. */
export interface Exam {
  /** As in `v1 Service plain create`. */
  readonly name: string;
  /** With what was changed. */
  readonly verdicts: readonly (readonly [change: string, verdict: Verdict])[];
}

const requestsAtOnce = 16;

/** Asks a server about all changes of a subject. Nothing but the good object is stored, and removed in the end. */
export async function examine(subject: Subject, send: Send): Promise<Exam[]> {
  const { apiVersion, kind, resource, isNamespaced, name } = subject;
  const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const collection = `${root}${isNamespaced ? "/namespaces/default" : ""}/${resource}`;
  const metadata = { name: `exam-${name}`, ...(subject.object.metadata as object) };
  const good: Json = { apiVersion, kind, ...subject.object, metadata };
  const path = `${collection}/${metadata.name.replaceAll(":", "%3A")}`;
  const key = `${apiVersion} ${kind} ${name}`;

  const byRule = subject.isByHand === true ? [] : changesByRule(good, subject.skipped ?? []);
  const changes = [{}, ...byRule, ...(subject.changes ?? [])];
  const creation = await askAll(`${key} create`, changes, (change) =>
    send("POST", `${collection}?dryRun=All`, changed(good, change)),
  );
  if (subject.isOnlyCreated === true) return [creation];
  const exams = [creation];
  const created = await send("POST", collection, good);
  if (created.status !== 201) throw new Error(`${key} is not good: ${JSON.stringify(created.body)}`);
  const stored = created.body;
  const updates = [...changes, ...(subject.updates ?? [])];
  const update = (change: Change): Promise<Reply> => send("PUT", `${path}?dryRun=All`, changed(stored, change));
  exams.push(await askAll(`${key} update`, updates, update));
  for (const [view, { object, changes: more = [] }] of Object.entries(subject.views ?? {})) {
    const shown = { ...stored, ...object };
    const viewChanges = [{}, ...changesByRule(object, []), ...more];
    const write = (change: Change): Promise<Reply> => send("PUT", `${path}/${view}?dryRun=All`, changed(shown, change));
    exams.push(await askAll(`${key} ${view}`, viewChanges, write));
  }
  await send("DELETE", path);
  return exams;
}

async function askAll(
  name: string,
  changes: readonly Change[],
  ask: (change: Change) => Promise<Reply>,
): Promise<Exam> {
  const open = [...new Map(changes.map((change) => [changeText(change), change]))];
  const verdicts = new Map<string, Verdict>(open.map(([text]) => [text, 0]));
  const work = async (): Promise<void> => {
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      verdicts.set(next[0], verdictOf(await ask(next[1])));
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, work));
  return { name, verdicts: [...verdicts] };
}

function verdictOf({ status, body, warnings }: Reply): Verdict {
  const says = status < 300 ? [] : saidIn(body);
  if (says.length === 0 && warnings.length === 0) return status;
  return { code: status, says, ...(warnings.length > 0 && { warnings }) };
}

/** Causes in one order: that of maps is by chance in the reference. */
function saidIn({ message, details }: Json): string[] {
  const { causes } = (details ?? {}) as { causes?: { field?: string; reason?: string; message?: string }[] };
  if (causes === undefined || causes.length === 0) return [withoutTimes(String(message))];
  const texts = causes.map((cause) => `${cause.reason} ${cause.field}: ${cause.message}`);
  return [...new Set(texts)].map(withoutTimes).sort();
}

function withoutTimes(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uid>");
}
