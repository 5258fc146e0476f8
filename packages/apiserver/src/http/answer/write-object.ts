import { isStatus, type Status } from "@kubewright/api";
import type { TableConvertor } from "../../resource/resource.ts";
import type { ApiObject } from "../../resource-object.ts";
import type { ServerResponse } from "../exchange.ts";
import { type MediaChoice, notAcceptableError } from "../media/negotiate.ts";
import type { AnswerContext } from "./answer-context.ts";
import { copyObject } from "./form/copy-object.ts";
import { jsonTextOf } from "./form/json-text.ts";
import { partialMetadataOf } from "./form/partial-metadata.ts";
import { includeObjectOf, tableTextOf } from "./form/table.ts";
import { type AnsweredValue, writeAnswer } from "./write-answer.ts";

/** How objects of an endpoint are shown. */
export interface ObjectStyle {
  readonly convertor: TableConvertor;
  readonly now: number;
  /** The Go type of the object, which two texts name: `*core.ConfigMap`. */
  readonly goType: string;
  textOf(object: ApiObject): string;
}

/** The answer that is one object, or a Status, which no transformation changes. */
export async function writeObject(
  context: AnswerContext,
  code: number,
  object: ApiObject | Status,
  choice: MediaChoice,
  style: ObjectStyle,
): Promise<ServerResponse> {
  return writeAnswer(context, code, answerOf(context, object, choice, style), choice);
}

function answerOf(
  { query }: AnswerContext,
  object: ApiObject | Status,
  { transformation }: MediaChoice,
  style: ObjectStyle,
): string | AnsweredValue {
  if (isStatus(object)) return jsonTextOf(object);
  switch (transformation?.kind) {
    case undefined:
      return { text: () => style.textOf(object), value: () => copyObject(object) };
    case "PartialObjectMetadata":
      return jsonTextOf(partialMetadataOf(object, transformation.version));
    case "Table": {
      const includeObject = includeObjectOf(query);
      const { resourceVersion } = object.metadata;
      const metadata = resourceVersion === undefined || resourceVersion === "" ? {} : { resourceVersion };
      const { version } = transformation;
      return tableTextOf([object], metadata, { ...style, version, includeObject, hasHeaders: true });
    }
    default:
      throw notAcceptableError(
        `you requested PartialObjectMetadataList, but the requested object is not a list (${style.goType})`,
      );
  }
}
