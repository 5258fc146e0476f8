import { semanticEqual, stringifyJson } from "@kubewright/api";
import { PodTemplate, type PodTemplateSpec } from "@kubewright/api/core/v1";

/** The label that tells the pods of a deployment's sets apart. */
export const templateHashLabel = "pod-template-hash";

/** No vowels, and nothing that looks like one: no words come of it. */
const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** A short text that stands for a template. Another `collisionCount` gives another one. */
export function templateHash(template: PodTemplateSpec, collisionCount: number | undefined): string {
  const text = `${collisionCount ?? ""}${stringifyJson(ordered(template))}`;
  const digits = String(fnv1a(new TextEncoder().encode(text)));
  return [...digits].map((digit) => alphabet[digit.charCodeAt(0) % alphabet.length]).join("");
}

/** Whether two templates make the same pods, the label aside. */
export function isSameTemplate(a: PodTemplateSpec | undefined, b: PodTemplateSpec | undefined): boolean {
  return semanticEqual(withoutHash(a), withoutHash(b), { kind: PodTemplate });
}

/** The template as people write it, without the label. */
export function withoutHash(template: PodTemplateSpec | undefined): PodTemplateSpec {
  const { metadata, ...rest } = template ?? {};
  const { labels, ...others } = metadata ?? {};
  const { [templateHashLabel]: _, ...kept } = labels ?? {};
  return { ...rest, metadata: { ...others, ...(labels !== undefined && { labels: kept }) } };
}

/** With members in alphabetical order, in which they need not come from the server. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, ordered(member)]));
}

function fnv1a(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
