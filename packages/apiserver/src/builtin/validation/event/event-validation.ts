import { type StatusCause, validateDns1123Subdomain, validateQualifiedName } from "@kubewright/api";
import type { Event } from "@kubewright/api/core/v1";
import { byteLength, invalidField, requiredField } from "@kubewright/api/server";
import type { ApiObject } from "../../../resource-object.ts";
import { storedEvent } from "../../convert/event.ts";
import type { KindValidation } from "../kind-validation.ts";
import { checkImmutable } from "../rule/immutable.ts";
import { checkText } from "../rule/text-rule.ts";
import { typedValidation } from "../typed-validation.ts";

/** The rules of events of `v1`, which are those that events always had. */
export const olderEventValidation: KindValidation = typedValidation<Event>({
  validate: (event, causes) => checkEvent(event, "reportingComponent", causes),
  validateUpdate: (event, _old, causes) => checkEvent(event, "reportingComponent", causes),
});

/** The rules of events of `events.k8s.io`. Fields are named as the reference names them internally, which is often as `v1` does. */
export const eventValidation: KindValidation = typedValidation<ApiObject>({
  validate(shown, causes) {
    const event = storedEvent(shown) as unknown as Event;
    checkEvent(event, "reportingController", causes);
    checkSeries(event, causes);
    checkNewEvent(event, causes);
  },
  validateUpdate(shown, shownOld, causes) {
    const event = storedEvent(shown) as unknown as Event;
    checkEvent(event, "reportingController", causes);
    checkEventChange(event, storedEvent(shownOld) as unknown as Event, causes);
  },
});

const maxNoteBytes = 1024;
const maxTextBytes = 128;

/** The rules that hold in both groups. Events with a time are of the newer form. */
function checkEvent(event: Event, reporterField: string, causes: StatusCause[]): void {
  const { metadata, involvedObject, eventTime } = event;
  const { namespace = "" } = metadata;
  const about = involvedObject?.namespace ?? "";
  const refuseNamespace = (): void =>
    void causes.push(invalidField("involvedObject.namespace", about, "does not match event.namespace"));
  if (!eventTime) {
    const isGood = about === "" ? namespace === "" || namespace === "default" : about === namespace;
    if (!isGood) refuseNamespace();
  } else {
    if (about === "" && namespace !== "default" && namespace !== "kube-system") refuseNamespace();
    checkReport(event, reporterField, causes);
  }
  checkText(validateDns1123Subdomain, namespace, "namespace", causes);
}

function checkReport(event: Event, reporterField: string, causes: StatusCause[]): void {
  const { reportingComponent = "", message = "" } = event;
  if (reportingComponent === "") causes.push(requiredField(reporterField));
  checkText(validateQualifiedName, reportingComponent, reporterField, causes);
  for (const name of ["reportingInstance", "action", "reason"] as const) {
    const text = event[name] ?? "";
    if (text === "") causes.push(requiredField(name));
    checkLength(text, maxTextBytes, name, causes);
  }
  checkLength(message, maxNoteBytes, "message", causes);
}

function checkLength(text: string, limit: number, field: string, causes: StatusCause[]): void {
  if (byteLength(text) > limit) causes.push(invalidField(field, "", `can have at most ${limit} characters`));
}

function checkSeries({ series }: Event, causes: StatusCause[]): void {
  if (series === undefined) return;
  if ((series.count ?? 0) < 2) causes.push(invalidField("series.count", "", "should be at least 2"));
  if (!series.lastObservedTime) causes.push(requiredField("series.lastObservedTime"));
}

function checkNewEvent(event: Event, causes: StatusCause[]): void {
  const { eventTime, type = "", firstTimestamp, lastTimestamp, count, source } = event;
  const refuse = (field: string, detail = "needs to be unset"): void =>
    void causes.push(invalidField(field, "", detail));
  if (!eventTime) causes.push(requiredField("eventTime"));
  if (type !== "Normal" && type !== "Warning") refuse("type", `has invalid value: ${type}`);
  if (firstTimestamp) refuse("firstTimestamp");
  if (lastTimestamp) refuse("lastTimestamp");
  if (count) refuse("count");
  if (source?.component || source?.host) refuse("source");
}

/** What may not change, with how it is printed, in the order of the reference, which looks at the reason twice. */
const immutable: readonly (readonly [keyof Event, string, string?])[] = [
  ["involvedObject", "core.ObjectReference"],
  ["reason", "string"],
  ["message", "string"],
  ["source", "core.EventSource"],
  ["firstTimestamp", "time"],
  ["lastTimestamp", "time"],
  ["count", "number"],
  ["reason", "string"],
  ["type", "string"],
  ["eventTime", "time"],
  ["action", "string"],
  ["related", "*core.ObjectReference"],
  ["reportingComponent", "string", "reportingController"],
  ["reportingInstance", "string"],
];

function checkEventChange(event: Event, old: Event, causes: StatusCause[]): void {
  const isSameSeries = JSON.stringify(event.series) === JSON.stringify(old.series);
  if (!isSameSeries) checkSeries(event, causes);
  for (const [name, type, field = name] of immutable) checkImmutable(event[name], old[name], type, field, causes);
}
