import { formatKey, type Kind, type KubeObject, parseKey } from "@kubewright/api";
import { type Client, ClientError, isKind, type KeyLike, waitFor } from "@kubewright/client";
import { TestingError } from "../errors.ts";
import { type Check, messageOf } from "../eventually/check-window.ts";
import { eventually } from "../eventually/eventually.ts";
import type { ObjectCheck } from "../eventually/eventually-in.ts";
import { isSameObject, placeOf } from "../eventually/object-place.ts";
import { whyStillThere } from "../match/describe-object.ts";
import { differencesOf } from "../match/differences.ts";
import type { Expected } from "../match/expected.ts";
import { formatDifferences } from "../match/format-differences.ts";
import type { AwaitOptions, EnvironmentEventually } from "./environment.ts";
import type { Pace } from "./pace/pace.ts";
import { Watchdog } from "./pace/watchdog.ts";
import { failureReport } from "./report/failure-report.ts";

/** What waiting needs of its environment. */
export interface EventuallyContext {
  readonly client: Client;
  readonly pace: Pace;
  /** What managers logged last. */
  readonly log: () => readonly string[];
}

/** How an object is not yet what is waited for, in words that follow its name; undefined when it is. */
type Verdict = (object: KubeObject | undefined) => { readonly problem: string; readonly cause?: unknown } | undefined;

const defaultTimeoutMs = 30_000;

export function createEventually(context: EventuallyContext): EnvironmentEventually {
  const { pace } = context;
  const becomes = async (subject: Kind | Check<unknown>, second?: unknown, third?: unknown, fourth?: AwaitOptions) => {
    if (typeof subject !== "function") {
      return await until(context, [subject, second as KeyLike], verdictOn(third), fourth);
    }
    const options = (second ?? {}) as AwaitOptions;
    return await pace.during(eventually(subject, { timeoutMs: defaultTimeoutMs, ...options, clock: pace.clock }));
  };
  const gone = async (subject: KubeObject | Kind, second?: KeyLike | AwaitOptions, third?: AwaitOptions) => {
    if (isKind(subject)) await until(context, [subject, second as KeyLike], absence(), third);
    else await until(context, placeOf(subject), absence(subject), second as AwaitOptions | undefined);
  };
  const replaced = async (object: KubeObject, options?: AwaitOptions) =>
    await until(context, placeOf(object), replacement(object), options);
  return Object.assign(becomes, { gone, replaced }) as EnvironmentEventually;
}

/** The object, as soon as the verdict finds no problem with it. */
async function until(
  context: EventuallyContext,
  [kind, key]: readonly [Kind, KeyLike],
  verdict: Verdict,
  { timeoutMs = defaultTimeoutMs, signal }: AwaitOptions = {},
): Promise<KubeObject | undefined> {
  const { client, pace } = context;
  let seen: { readonly object: KubeObject | undefined; readonly found: ReturnType<Verdict> } | undefined;
  const predicate = (object: KubeObject | undefined): boolean => {
    const found = verdict(object);
    seen = { object, found };
    return found === undefined;
  };
  const startMs = pace.clock.monotonic();
  using watchdog = new Watchdog(pace, signal);
  try {
    const waiting = { timeoutMs, clock: pace.clock, signal: watchdog.signal };
    return await pace.during(waitFor(client, kind, key, predicate, waiting));
  } catch (error) {
    if (!watchdog.isStuck && !(error instanceof ClientError && error.code === "TIMEOUT")) throw error;
    const place = await locate(client, kind, key);
    const { object, found } = seen ?? {
      object: undefined,
      found: { problem: "is not known: the server has not told its state" },
    };
    const report = await failureReport(client, { kind, ...place, object }, { clock: pace.clock, log: context.log() });
    const { problem = "", cause = error } = found ?? {};
    const waitedMs = Math.round(pace.clock.monotonic() - startMs);
    const after = watchdog.isStuck
      ? `${waitedMs} ms, where it is stuck, as if something were written without end`
      : `${timeoutMs} ms`;
    const first = `${kind.kind} ${formatKey(place)}, after ${after}, ${problem}`;
    throw new TestingError("NOT_EVENTUALLY", report === "" ? first : `${first}\n${report}`, { cause });
  }
}

function verdictOn(expected: unknown): Verdict {
  return (object) => {
    if (object === undefined) return { problem: "does not exist" };
    if (expected === undefined) return undefined;
    return typeof expected === "function"
      ? failureOf(expected as ObjectCheck<KubeObject>, object)
      : mismatchOf(expected as Expected<KubeObject>, object);
  };
}

function mismatchOf(expected: Expected<KubeObject>, object: KubeObject): ReturnType<Verdict> {
  const differences = differencesOf(expected, object);
  if (differences.length === 0) return undefined;
  return { problem: `is not as expected (-), but so (+):\n${formatDifferences(differences)}` };
}

function failureOf(check: ObjectCheck<KubeObject>, object: KubeObject): ReturnType<Verdict> {
  try {
    const verdict = check(object);
    if (verdict === false) return { problem: "does not pass the check, which gave false" };
    if (!(verdict instanceof Promise)) return undefined;
    verdict.catch(() => {});
    return { problem: "does not pass the check, which is asynchronous: it is asked about a state that is there" };
  } catch (cause) {
    return { problem: `does not pass the check: ${messageOf(cause)}`, cause };
  }
}

function absence(former?: KubeObject): Verdict {
  return (object) => {
    if (object === undefined || (former !== undefined && !isSameObject(object, former))) return undefined;
    return { problem: `still exists: ${whyStillThere(object)}` };
  };
}

function replacement(former: KubeObject): Verdict {
  return (object) => {
    if (object === undefined) return { problem: "is gone, and no other took its place" };
    return isSameObject(object, former) ? { problem: `is still the same: ${whyStillThere(object)}` } : undefined;
  };
}

async function locate(
  client: Client,
  kind: Kind,
  key: KeyLike,
): Promise<{ name: string; namespace: string | undefined }> {
  const { name, namespace } = typeof key === "string" ? parseKey(key) : key;
  if (namespace !== undefined) return { name, namespace };
  const { scope } = await client.discovery.resourceFor(kind);
  return { name, namespace: scope === "Namespaced" ? client.namespace : undefined };
}
