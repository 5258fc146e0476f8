import type { ApiObject } from "../../resource-object.ts";
import type { ServerResponse } from "../exchange.ts";
import { type MediaChoice, notAcceptableError } from "../media/negotiate.ts";
import type { AnswerContext } from "./answer-context.ts";
import { copyItem, copyObject } from "./form/copy-object.ts";
import { jsonTextOf } from "./form/json-text.ts";
import type { LastList } from "./form/last-list.ts";
import { ListText } from "./form/list-text.ts";
import { partialMetadataOf } from "./form/partial-metadata.ts";
import { includeObjectOf, tableTextOf } from "./form/table.ts";
import type { DeflatedRows } from "./gzip/deflated-rows.ts";
import { gzippedList } from "./gzip/gzipped-list.ts";
import { type AnsweredValue, writeAnswer } from "./write-answer.ts";
import type { ObjectStyle } from "./write-object.ts";

/** What comes after the last item. */
const tail = "]}";

/** A page of objects, as listing and deleting a collection give it. */
export interface ListedPage {
  readonly items: readonly ApiObject[];
  readonly resourceVersion: string;
  readonly continue?: string | undefined;
  readonly remainingItemCount?: number | undefined;
}

/** How lists of an endpoint are shown. */
export interface ListStyle extends ObjectStyle {
  readonly kind: string;
  readonly apiVersion: string;
  /** Of custom resources: their lists say of each item what it is, and have `continue` even at the end. */
  readonly isCustom: boolean;
  itemTextOf(object: ApiObject): string;
}

/** The answer that is a list. Items that have been written before are not written anew. */
export async function writeList(
  context: AnswerContext,
  page: ListedPage,
  choice: MediaChoice,
  style: ListStyle,
): Promise<ServerResponse> {
  return writeAnswer(context, 200, answerOf(context, page, choice, style), choice);
}

function answerOf(
  { query, kept }: AnswerContext,
  page: ListedPage,
  choice: MediaChoice,
  style: ListStyle,
): string | ListText | AnsweredValue {
  const { transformation } = choice;
  switch (transformation?.kind) {
    case undefined:
      return {
        text: () => plainText(page, style, kept?.list),
        value: () => plainValue(page, style),
        ...(kept !== undefined && { gzip: (threshold: number) => plainGzip(page, style, threshold, kept.rows) }),
      };
    case "PartialObjectMetadataList": {
      const { version } = transformation;
      const items = page.items.map((object) => jsonTextOf(partialMetadataOf(object, version)));
      const head = headOf("PartialObjectMetadataList", `meta.k8s.io/${version}`, listMetadata(page));
      // The one list that is null when it is empty.
      return items.length === 0 ? `${head.slice(0, -1)}null}` : new ListText(head, items, tail);
    }
    case "Table": {
      const includeObject = includeObjectOf(query);
      const { version } = transformation;
      return tableTextOf(page.items, listMetadata(page), { ...style, version, includeObject, hasHeaders: true });
    }
    default:
      throw notAcceptableError(
        `you requested PartialObjectMetadata, but the requested object is a list (${style.goType}List)`,
      );
  }
}

function plainText({ items, ...page }: ListedPage, style: ListStyle, last: LastList | undefined): ListText {
  const head = headOf(style.kind, style.apiVersion, plainMetadata(page, style));
  const make = (): ListText => new ListText(head, items.map(itemTextOf(style)), tail);
  return last === undefined ? make() : last.textOf(items, head, make);
}

/** Of custom resources, their lists have all. */
function itemTextOf(style: ListStyle): (object: ApiObject) => string {
  return style.isCustom ? (object) => style.textOf(object) : (object) => style.itemTextOf(object);
}

/** Undefined for a list whose items have no more characters than `threshold`. */
function plainGzip(
  page: ListedPage,
  style: ListStyle,
  threshold: number,
  rows: DeflatedRows,
): AsyncIterable<Uint8Array> | undefined {
  const textOf = itemTextOf(style);
  let length = 0;
  for (let index = 0; length <= threshold; index++) {
    const object = page.items[index];
    if (object === undefined) return undefined;
    length += textOf(object).length;
  }
  const head = headOf(style.kind, style.apiVersion, plainMetadata(page, style));
  const { items } = page;
  return gzippedList({ head, items, tail: `${tail}\n`, textOf, rowOf: (objects) => rows.rowOf(objects, textOf) });
}

function plainValue(page: ListedPage, style: ListStyle): object {
  const { kind, apiVersion, isCustom } = style;
  const items = page.items.map(isCustom ? copyObject : copyItem);
  return { kind, apiVersion, metadata: plainMetadata(page, style), items };
}

function plainMetadata(page: Omit<ListedPage, "items">, { isCustom }: ListStyle): object {
  return { ...listMetadata(page), ...(isCustom && { continue: page.continue ?? "" }) };
}

/** What comes before the first item. */
function headOf(kind: string, apiVersion: string, metadata: object): string {
  return `{"kind":${jsonTextOf(kind)},"apiVersion":${jsonTextOf(apiVersion)},"metadata":${jsonTextOf(metadata)},"items":[`;
}

function listMetadata(page: Omit<ListedPage, "items">): Record<string, unknown> {
  return {
    ...(page.resourceVersion !== "" && { resourceVersion: page.resourceVersion }),
    ...(page.continue !== undefined && page.continue !== "" && { continue: page.continue }),
    ...(page.remainingItemCount !== undefined && { remainingItemCount: page.remainingItemCount }),
  };
}
