import { stringifyJson } from "@kubewright/api";
import type { Answer, Session } from "./session.ts";

/** An answer without what differs from run to run. */
export type NormalAnswer = Answer;

/** The answers of a session, in which uids, versions, times, generated names and allocated addresses are named by their order. */
export function normalise(session: Session): NormalAnswer[] {
  const names = new Names(session);
  return session.answers.map((answer) => names.normalise(answer) as NormalAnswer);
}

const uidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const timePattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const dayMs = 86_400_000;

/** Texts whose meaning is the same on every run, and the numbers in them are not. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/(\\*"resourceVersion\\*":\s*\\*")\d+/g, "$1<version>"],
  [/(resourceVersion: ")\d+/g, "$1<version>"],
  [/X509SHA256=[0-9a-f]{64}/g, "X509SHA256=<hash>"],
  [/:3\d{4}\/(TCP|UDP|SCTP)/g, ":<node port>/$1"],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>"],
  [/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-<generated>"],
  [/too old resource version: \d+ \(\d+\)/g, "too old resource version: <old> (<current>)"],
  [/Too large resource version: (\d+), current: \d+/g, "Too large resource version: $1, current: <current>"],
  [/\b10\.0\.0\.\d{1,3}\b/g, "<cluster address>"],
  [/127\.0\.0\.1:\d+/g, "<server address>"],
  [/does not match the ResourceVersion in record \(\d+\)/g, "does not match the ResourceVersion in record (<current>)"],
];

class Names {
  readonly #uids = new Map<string, string>();
  readonly #versions: ReadonlyMap<string, string>;
  readonly #generated: RegExp | undefined;

  constructor({ answers, generatedPrefixes }: Session) {
    const versions = new Set<string>();
    for (const answer of answers) collectVersions(answer.events ?? answer.body, versions);
    const ordered = [...versions].sort((a, b) => Number(a) - Number(b));
    this.#versions = new Map(ordered.map((version, index) => [version, `<version ${index + 1}>`]));
    if (generatedPrefixes.length > 0) {
      this.#generated = new RegExp(`\\b(${generatedPrefixes.join("|")})[bcdfghjklmnpqrstvwxz2456789]{5}\\b`, "g");
    }
  }

  normalise(value: unknown, key = ""): unknown {
    if (typeof value === "string") return this.#text(value, key);
    if (typeof value === "number") return key.endsWith("odePort") && value >= 30000 ? "<node port>" : value;
    if (Array.isArray(value)) {
      // In seconds, of which these are ordered by, some are equal in one run and not in another.
      if (key === "managedFields") return sortByText(value.map((item) => this.normalise(item)));
      return value.map((item) => (key === "cells" && isAge(item) ? "<age>" : this.normalise(item, key)));
    }
    if (typeof value !== "object" || value === null) return value;
    if (isFailureWithCauses(value)) return withSortedCauses(this.normalise(hidingCauses(value)) as FailureWithCauses);
    const isVersionOfAll = isListLike(value) || isBookmark(value);
    const entries = Object.entries(value).map(([name, member]) => {
      if (name === "metadata" && isVersionOfAll && isObject(member) && "resourceVersion" in member) {
        return [name, this.normalise({ ...member, resourceVersion: "<of the collection>" })];
      }
      if (name === "object" && (value as { type?: unknown }).type === "BOOKMARK" && isObject(member)) {
        return [name, this.normalise({ ...member, kind: member.kind, bookmark: true })];
      }
      return [name, this.normalise(member, name)];
    });
    return Object.fromEntries(entries);
  }

  #text(text: string, key: string): string {
    if (key === "resourceVersion") {
      return this.#versions.get(text) ?? (/^\d+$/.test(text) ? "<other version>" : text);
    }
    if (key === "continue" && text !== "") return "<continue>";
    if (key === "request") return text.replace(/(continue|resourceVersion)=[^&]{2,}/g, "$1=<earlier>");
    let result = text.replace(uidPattern, (uid) => this.#uid(uid));
    result = result.replace(timePattern, (time, fraction: string | undefined) => {
      const isRecent = Math.abs(Date.parse(time) - Date.now()) < dayMs;
      return isRecent ? (fraction === undefined ? "<time>" : `<time with ${fraction.length - 1} digits>`) : time;
    });
    if (this.#generated !== undefined) result = result.replace(this.#generated, "$1<generated>");
    for (const [pattern, replacement] of texts) result = result.replace(pattern, replacement);
    return result;
  }

  #uid(uid: string): string {
    let name = this.#uids.get(uid);
    if (name === undefined) {
      name = `<uid ${this.#uids.size + 1}>`;
      this.#uids.set(uid, name);
    }
    return name;
  }
}

/** Versions of objects only: those of collections depend on what else the server does. */
function collectVersions(value: unknown, versions: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collectVersions(item, versions);
    return;
  }
  if (!isObject(value)) return;
  const skipsMetadata = isListLike(value) || isBookmark(value);
  for (const [name, member] of Object.entries(value)) {
    if (name === "metadata" && skipsMetadata) continue;
    if (name === "object" && value.type === "BOOKMARK") continue;
    if (name === "resourceVersion" && typeof member === "string" && /^\d+$/.test(member)) versions.add(member);
    else collectVersions(member, versions);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListLike(value: object): boolean {
  return "items" in value || "rows" in value || "columnDefinitions" in value;
}

function isBookmark(value: object): boolean {
  return "bookmark" in value;
}

function isAge(cell: unknown): boolean {
  return typeof cell === "string" && /^(\d+[smhdy])+$/.test(cell);
}

interface FailureWithCauses {
  readonly message: string;
  readonly details: { readonly causes: readonly unknown[] };
}

function isFailureWithCauses(value: object): value is FailureWithCauses {
  const { kind, message, details } = value as { kind?: unknown; message?: unknown; details?: { causes?: unknown } };
  return (
    kind === "Status" &&
    typeof message === "string" &&
    message.includes("[") &&
    !message.includes("[<causes>]") &&
    Array.isArray(details?.causes) &&
    details.causes.length > 1
  );
}

/** The message repeats the causes, in their order. */
function hidingCauses(failure: FailureWithCauses): FailureWithCauses {
  return { ...failure, message: failure.message.replace(/\[.*\]/s, "[<causes>]") };
}

/** The reference looks at members of maps in any order. */
function withSortedCauses(failure: FailureWithCauses): FailureWithCauses {
  const { details } = failure;
  return { ...failure, details: { ...details, causes: sortByText(details.causes) } };
}

function sortByText(values: readonly unknown[]): unknown[] {
  const texts = new Map(values.map((value) => [value, stringifyJson(inOrder(value))]));
  return [...values].sort((a, b) => (texts.get(a)! < texts.get(b)! ? -1 : 1));
}

/** The value with members in the order of their names. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, inOrder(value[name])]),
  );
}
