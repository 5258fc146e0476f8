import { expect, test } from "vitest";
import type { ApiObject } from "../../resource-object.ts";
import type { ServerRequest, ServerResponse } from "../exchange.ts";
import { isLazyJson, writtenPiece } from "../lazy-json.ts";
import { isStream } from "../stream-body.ts";
import type { KeptAnswers } from "./answer-context.ts";
import { LastList } from "./form/last-list.ts";
import { DeflatedRows } from "./gzip/deflated-rows.ts";
import { WarningRecorder } from "./warning-recorder.ts";
import { type ListedPage, type ListStyle, writeList } from "./write-list.ts";

const objects: ApiObject[] = ["a", "b"].map((name) => ({ apiVersion: "v1", kind: "X", metadata: { name } }));

/** Lists pages for readers of text, one after the other. Gives the texts, and how many items were written. */
async function textsOf(
  pages: readonly ListedPage[],
  kept?: KeptAnswers,
): Promise<{ texts: string[]; written: number }> {
  let written = 0;
  const itemTextOf = ({ metadata }: ApiObject): string => {
    written++;
    return JSON.stringify({ metadata });
  };
  const style = { kind: "XList", apiVersion: "v1", isCustom: false, itemTextOf } as unknown as ListStyle;
  const request = { headers: {} } as ServerRequest;
  const context = { request, query: new URLSearchParams(), warnings: new WarningRecorder(), ...(kept && { kept }) };
  const texts: string[] = [];
  for (const page of pages)
    texts.push(textOf(await writeList(context, page, { format: "json", isPretty: false }, style)));
  return { texts, written };
}

function textOf({ body }: ServerResponse): string {
  if (body === undefined || isStream(body) || !isLazyJson(body)) throw new Error("a list that is no value");
  return String(writtenPiece(body));
}

const page: ListedPage = { items: objects, resourceVersion: "5" };
const first =
  '{"kind":"XList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}]}\n';

test("a list that was written for others is not written again", async () => {
  const kept = { list: new LastList(), rows: new DeflatedRows() };
  expect(await textsOf([page, { ...page, items: [...objects] }], kept)).toEqual({ texts: [first, first], written: 2 });
  expect(await textsOf([page, page])).toEqual({ texts: [first, first], written: 4 });
});

test("a list of another version or page says so", async () => {
  const kept = { list: new LastList(), rows: new DeflatedRows() };
  const pages = [page, { ...page, resourceVersion: "6" }, { ...page, continue: "x", remainingItemCount: 3 }];
  const { texts } = await textsOf(pages, kept);
  expect(texts.map((text) => JSON.parse(text).metadata)).toEqual([
    { resourceVersion: "5" },
    { resourceVersion: "6" },
    { resourceVersion: "5", continue: "x", remainingItemCount: 3 },
  ]);
});
