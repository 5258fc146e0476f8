import { cloneJson, parseJson, type Status } from "@kubewright/api";
import type { ApiObject } from "../../resource-object.ts";
import type { ServerResponse } from "../exchange.ts";
import type { LazyJson } from "../lazy-json.ts";
import { type MediaChoice, notAcceptableError, streamMediaTypes } from "../media/negotiate.ts";
import type { AnswerContext } from "./answer-context.ts";
import { copyObject } from "./form/copy-object.ts";
import { jsonTextOf } from "./form/json-text.ts";
import { partialMetadataOf } from "./form/partial-metadata.ts";
import { includeObjectOf, tableTextOf } from "./form/table.ts";
import type { ObjectStyle } from "./write-object.ts";

/** Something that happened, as clients see it. */
export interface StreamEvent {
  readonly type: string;
  /** A Status for `ERROR`. */
  readonly object: ApiObject | Status;
}

/** How objects of a watch are shown; ages are those of the moment at which an event is written. */
export interface WatchStyle extends Omit<ObjectStyle, "now"> {
  now(): number;
}

/** The answer that goes on: one line for each event. Its headers are there before any event is. */
export function writeWatch(
  context: AnswerContext,
  events: AsyncIterable<StreamEvent>,
  choice: MediaChoice,
  style: WatchStyle,
): ServerResponse {
  const written = eventWriter(context, choice, style);
  return { status: 200, headers: { "content-type": "application/json" }, body: lines(events, written) };
}

/** Throws the 406 StatusError for a form in which there are no streams. */
export function checkStreamable(context: AnswerContext, { format, transformation }: MediaChoice): void {
  if (format !== "json") throw notAcceptableError(`only the following media types are accepted: ${streamMediaTypes}`);
  if (transformation?.kind === "Table") includeObjectOf(context.query);
}

async function* lines(
  events: AsyncIterable<StreamEvent>,
  written: (object: ApiObject) => LazyJson,
): AsyncGenerator<LazyJson, void, undefined> {
  for await (const { type, object } of events) {
    const json = type === "ERROR" ? ofValue(object, jsonTextOf) : written(object as ApiObject);
    yield {
      text: () => `{"type":"${type}","object":${json.text()}}\n`,
      value: () => ({ type, object: json.value() }),
      shared: () => ({ type, object: json.shared?.() ?? json.value() }),
    };
  }
}

/** How objects of events are written. A table has what differs from event to event, and is written when its event is there. */
function eventWriter(
  { query }: AnswerContext,
  { transformation }: MediaChoice,
  style: WatchStyle,
): (object: ApiObject) => LazyJson {
  if (transformation === undefined) {
    return (object) => ({
      text: () => style.textOf(object),
      value: () => copyObject(object),
      shared: () => ({ ...object, metadata: { ...object.metadata } }),
    });
  }
  const { kind, version } = transformation;
  if (kind !== "Table") return (object) => ofValue(partialMetadataOf(object, version), jsonTextOf);
  const includeObject = includeObjectOf(query);
  let hasHeaders = true;
  return (object) => {
    const { resourceVersion = "" } = object.metadata;
    const table = { ...style, version, includeObject, hasHeaders, now: style.now() };
    hasHeaders = false;
    const text = tableTextOf([object], resourceVersion === "" ? {} : { resourceVersion }, table);
    return { text: () => text, value: () => parseJson(text) };
  };
}

function ofValue<T>(value: T, textOf: (value: T) => string): LazyJson {
  return { text: () => textOf(value), value: () => cloneJson(value) };
}
