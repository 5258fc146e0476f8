import type { ApiObject } from "../../resource-object.ts";
import type { ServerResponse } from "../exchange.ts";
import { type MediaChoice, notAcceptableError } from "../media/negotiate.ts";
import type { AnswerContext } from "./answer-context.ts";
import { jsonTextOf } from "./json-text.ts";
import type { ListText } from "./list-text.ts";
import { partialMetadataOf } from "./partial-metadata.ts";
import { includeObjectOf, tableTextOf } from "./table.ts";
import { writeAnswer } from "./write-answer.ts";
import type { ObjectStyle } from "./write-object.ts";

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
  return writeAnswer(context, 200, textOfList(context, page, choice, style), choice);
}

function textOfList(
  { query }: AnswerContext,
  page: ListedPage,
  choice: MediaChoice,
  style: ListStyle,
): string | ListText {
  const { transformation } = choice;
  switch (transformation?.kind) {
    case undefined:
      return plainText(page, style);
    case "PartialObjectMetadataList": {
      const { version } = transformation;
      const items = page.items.map((object) => jsonTextOf(partialMetadataOf(object, version)));
      const text = listText("PartialObjectMetadataList", `meta.k8s.io/${version}`, listMetadata(page), items);
      // The one list that is null when it is empty.
      return items.length === 0 ? `${text.head.slice(0, -1)}null}` : text;
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

function plainText(page: ListedPage, style: ListStyle): ListText {
  if (!style.isCustom) {
    const items = page.items.map((object) => style.itemTextOf(object));
    return listText(style.kind, style.apiVersion, listMetadata(page), items);
  }
  const items = page.items.map((object) => style.textOf(object));
  const metadata = { ...listMetadata(page), continue: page.continue ?? "" };
  return listText(style.kind, style.apiVersion, metadata, items);
}

function listText(kind: string, apiVersion: string, metadata: object, items: readonly string[]): ListText {
  const head = `{"kind":${jsonTextOf(kind)},"apiVersion":${jsonTextOf(apiVersion)},"metadata":${jsonTextOf(metadata)}`;
  return { head: `${head},"items":[`, items, tail: "]}" };
}

function listMetadata(page: ListedPage): Record<string, unknown> {
  return {
    ...(page.resourceVersion !== "" && { resourceVersion: page.resourceVersion }),
    ...(page.continue !== undefined && page.continue !== "" && { continue: page.continue }),
    ...(page.remainingItemCount !== undefined && { remainingItemCount: page.remainingItemCount }),
  };
}
