import { formatMicroTime, type KubeObject, validateDns1123Subdomain } from "@kubewright/api";
import type { ObjectReference } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events/v1";
import type { EventDetails } from "./event-recorder.ts";

const maxNoteBytes = 1024;
const maxWordBytes = 128;
const maxNameLength = 253;

/** Who tells of an event. */
export interface EventSource {
  readonly reportingController: string;
  readonly reportingInstance: string;
}

export interface EventInput extends EventSource {
  readonly type: "Normal" | "Warning";
  readonly regarding: KubeObject;
  readonly details: EventDetails;
  /** Milliseconds since 1970. */
  readonly timeMs: number;
  /** What makes its name unique: hexadecimal digits. */
  readonly nameSuffix: string;
}

/** The Event as the server takes it: in the namespace of the object, texts cut to what fits. */
export function eventObject(input: EventInput): Event {
  const { type, regarding, details, timeMs, nameSuffix, reportingController, reportingInstance } = input;
  const { reason, action, note, related, fieldPath, annotations } = details;
  return Event.of({
    metadata: {
      name: eventName(regarding.metadata.name, nameSuffix),
      // Events about cluster-scoped objects have to be somewhere.
      namespace: regarding.metadata.namespace || "default",
      ...(annotations !== undefined && { annotations: { ...annotations } }),
    },
    eventTime: formatMicroTime(timeMs),
    type,
    reason: cutToBytes(reason, maxWordBytes),
    action: cutToBytes(action || reason, maxWordBytes),
    note: cutToBytes(note, maxNoteBytes),
    regarding: { ...referenceTo(regarding), ...(fieldPath !== undefined && { fieldPath }) },
    ...(related !== undefined && { related: referenceTo(related) }),
    reportingController,
    reportingInstance: cutToBytes(reportingInstance, maxWordBytes),
  });
}

/** `<object>.<suffix>`. The object's name is cut, or left out, where it cannot be in the name of an Event. */
export function eventName(objectName: string, suffix: string): string {
  const room = maxNameLength - suffix.length - 1;
  const name = `${objectName.slice(0, room).replace(/[.-]+$/, "")}.${suffix}`;
  return validateDns1123Subdomain(name).length === 0 ? name : `event.${suffix}`;
}

/** The note of an event that stands for several, of which this is the note of one. */
export function combinedNote(note: string): string {
  return cutToBytes(`(combined from similar events): ${note}`, maxNoteBytes);
}

/** As much of a text as fits into so many bytes of UTF-8, without breaking a character. */
export function cutToBytes(text: string, maxBytes: number): string {
  // No character takes more than three bytes for each of its units.
  if (text.length * 3 <= maxBytes) return text;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while ((bytes[end]! & 0b1100_0000) === 0b1000_0000) end--;
  return new TextDecoder().decode(bytes.subarray(0, end));
}

function referenceTo({ apiVersion, kind, metadata }: KubeObject): ObjectReference {
  const { namespace, name, uid, resourceVersion } = metadata;
  return {
    apiVersion,
    kind,
    name,
    ...(namespace && { namespace }),
    ...(uid && { uid }),
    ...(resourceVersion && { resourceVersion }),
  };
}

/** What tells an object from all others; its version does not matter. */
export function identityOf(reference: ObjectReference = {}): readonly unknown[] {
  const { apiVersion, kind, namespace, name, uid } = reference;
  return [apiVersion, kind, namespace, name, uid];
}
