import { type Clock, type Kind, type KubeObject, metadataOf } from "@kubewright/api";
import { type CallOptions, type Client, systemClock } from "@kubewright/client";
import { messageOf } from "../../eventually/check-window.ts";
import { conditionsOf, formatCondition } from "../../match/describe-object.ts";
import { type EventSubject, eventLines } from "./event-lines.ts";
import { OwnerChain } from "./owner-chain.ts";
import { podLines } from "./pod-lines.ts";

/** How long it may take to find out what is going on, of real time. */
const limitMs = 5_000;
/** How many other objects of the kind are named where the one that is looked for does not exist. */
const shownNames = 5;

/** What a test has waited for. */
export interface AwaitedObject {
  readonly kind: Kind;
  readonly namespace: string | undefined;
  readonly name: string;
  /** As last seen; undefined when it does not exist. */
  readonly object: KubeObject | undefined;
}

/**
 * What helps to understand why an object is not as expected, as paragraphs of text: its conditions, events of it and of what belongs to it,
 * its pods and what they logged. Never rejects.
 */
export async function failureReport(
  client: Client,
  awaited: AwaitedObject,
  { clock, log }: { readonly clock: Clock; readonly log: readonly string[] },
): Promise<string> {
  const end = new AbortController();
  const timer = systemClock.schedule(limitMs, () => end.abort(new Error(`there was no answer within ${limitMs} ms`)));
  try {
    const limits = { signal: end.signal };
    const { object, namespace, name } = awaited;
    const uid = object?.metadata.uid;
    const chain = uid === undefined ? undefined : new OwnerChain(client, uid, limits);
    const subject: EventSubject = { kind: awaited.kind.kind, namespace, name };
    const sections = [
      object === undefined
        ? await section(`${awaited.kind.kind} objects that there are:`, () => otherNames(client, awaited, limits))
        : paragraph("Conditions:", conditionsOf(object).map(formatCondition)),
      await section("Events:", () => eventLines(client, subject, { chain, clock, limits })),
      chain === undefined || object === undefined
        ? ""
        : await section("Pods:", () => podLines(client, object, { chain, limits })),
      paragraph("The manager's log:", log),
    ];
    return sections.filter(Boolean).join("\n");
  } finally {
    timer.cancel();
    end.abort();
  }
}

async function section(title: string, lines: () => Promise<readonly string[]>): Promise<string> {
  try {
    return paragraph(title, await lines());
  } catch (error) {
    return paragraph(title, [`they cannot be read: ${messageOf(error)}`]);
  }
}

function paragraph(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines.map((line) => `  ${line}`)].join("\n");
}

async function otherNames(
  client: Client,
  { kind, namespace }: AwaitedObject,
  limits: CallOptions,
): Promise<readonly string[]> {
  const { items } = await client.list(metadataOf(kind), { limit: shownNames, namespace, ...limits });
  return items.length === 0 ? ["none"] : items.map(({ metadata }) => metadata.name);
}
