import { FieldSelector, Selector } from "@kubewright/api";
import type { CollectionOptions, GetOptions, ListOptions, WriteOptions } from "../client.ts";
import type { PodLogOptions } from "../pod-logs.ts";
import type { WatchOptions } from "../watch.ts";

/** The parameters of a query. Those that are undefined are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** `?a=1&b=2`, or nothing. */
export function queryString(values: Query): string {
  let query: URLSearchParams | undefined;
  for (const name in values) {
    if (values[name] === undefined) continue;
    query ??= new URLSearchParams();
    query.append(name, String(values[name]));
  }
  return query === undefined ? "" : `?${query}`;
}

export function getQuery({ resourceVersion }: GetOptions): Query {
  return { resourceVersion };
}

export function listQuery(options: ListOptions): Query {
  const { limit, continue: token, resourceVersion, resourceVersionMatch } = options;
  return {
    ...selectionQuery(options),
    limit,
    continue: token,
    // A continue token carries its version; the server refuses both.
    ...(token === undefined && { resourceVersion, resourceVersionMatch }),
  };
}

export function watchQuery(options: WatchOptions, timeoutSeconds: number): Query {
  const { resourceVersion, sendInitialEvents } = options;
  return {
    ...selectionQuery(options),
    watch: true,
    allowWatchBookmarks: true,
    resourceVersion,
    ...(sendInitialEvents === true && { sendInitialEvents, resourceVersionMatch: "NotOlderThan" }),
    timeoutSeconds,
  };
}

export function writeQuery(options: WriteOptions, fieldManager: string | undefined): Query {
  return {
    dryRun: options.dryRun === true ? "All" : undefined,
    fieldManager: options.fieldManager ?? fieldManager,
    fieldValidation: options.fieldValidation,
  };
}

export function podLogQuery(options: PodLogOptions): Query {
  const { container, follow, previous, sinceSeconds, sinceTime, tailLines, limitBytes, timestamps } = options;
  return { container, follow, previous, sinceSeconds, sinceTime, tailLines, limitBytes, timestamps };
}

/** Throws ApiError `INVALID_SELECTOR` for what the server would refuse. */
export function selectionQuery({ labelSelector, fieldSelector }: CollectionOptions): Query {
  return {
    labelSelector: textOf(Selector.of(labelSelector)),
    fieldSelector: textOf(FieldSelector.of(fieldSelector)),
  };
}

function textOf(selector: Selector | FieldSelector): string | undefined {
  return selector.isEmpty ? undefined : selector.toString();
}
