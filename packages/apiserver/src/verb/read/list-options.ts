import { ApiError, badRequestError, FieldSelector, invalidError, Selector, type StatusCause } from "@kubewright/api";
import { forbiddenField, unsupportedField } from "@kubewright/api/server";
import type { Resource } from "../../resource/resource.ts";
import { booleanParameter, integerParameter } from "./query-value.ts";

/** What a client asks of a list or watch, checked. */
export interface ListOptions {
  readonly isWatch: boolean;
  readonly labelSelector: Selector;
  readonly fieldSelector: FieldSelector;
  /** As the client wrote it; may be empty. */
  readonly resourceVersion: string;
  readonly resourceVersionMatch: "Exact" | "NotOlderThan" | "";
  /** 0: none. */
  readonly limit: number;
  readonly continue: string;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
  /** Absent or 0: as long as the server likes. */
  readonly timeoutSeconds: number | undefined;
}

/** Lists everything there is now. */
export const everything: ListOptions = {
  isWatch: false,
  labelSelector: Selector.everything,
  fieldSelector: FieldSelector.everything,
  resourceVersion: "",
  resourceVersionMatch: "",
  limit: 0,
  continue: "",
  allowWatchBookmarks: false,
  sendInitialEvents: undefined,
  timeoutSeconds: undefined,
};

/**
 * The options that a query says, for a resource that is listed, watched, or deleted as a collection.
 *
 * `name` is that of the one object that is watched (`/watch/…/name`), empty for none; `isWatch` is for paths that say so.
 * Throws a 400 or 422 StatusError.
 */
export function parseListOptions(
  query: URLSearchParams,
  resource: Pick<Resource, "isNamespaced" | "selectors">,
  { name = "", isWatch = false }: { readonly name?: string; readonly isWatch?: boolean } = {},
): ListOptions {
  const read: RawOptions = {
    isWatch: booleanParameter(query, "watch") ?? false,
    labelSelector: readSelector(query, "labelSelector", Selector.parse) ?? Selector.everything,
    fieldSelector: readSelector(query, "fieldSelector", FieldSelector.parse) ?? FieldSelector.everything,
    resourceVersion: query.get("resourceVersion") ?? "",
    resourceVersionMatch: query.get("resourceVersionMatch") ?? "",
    limit: Math.max(0, integerParameter(query, "limit") ?? 0),
    continue: query.get("continue") ?? "",
    allowWatchBookmarks: booleanParameter(query, "allowWatchBookmarks") ?? false,
    sendInitialEvents: booleanParameter(query, "sendInitialEvents"),
    timeoutSeconds: integerParameter(query, "timeoutSeconds"),
  };
  const options = withDefaults(read);
  const problems = options.isWatch ? watchProblems(options) : listProblems(options);
  if (problems.length > 0) throw invalidError({ group: "meta.k8s.io", kind: "ListOptions" }, "", problems);
  checkFields(options.fieldSelector, resource);
  const fieldSelector = name === "" ? options.fieldSelector : selectName(options.fieldSelector, name);
  return { ...(options as ListOptions), fieldSelector, isWatch: options.isWatch || isWatch };
}

/** Before the match is checked. */
type RawOptions = Omit<ListOptions, "resourceVersionMatch"> & { readonly resourceVersionMatch: string };

/** A watch from nowhere in particular begins with what there is. */
function withDefaults(options: RawOptions): RawOptions {
  const { isWatch, resourceVersion, resourceVersionMatch, sendInitialEvents } = options;
  const isFromAnywhere = resourceVersion === "" || resourceVersion === "0";
  if (!isWatch || !isFromAnywhere || sendInitialEvents !== undefined || resourceVersionMatch !== "") return options;
  return { ...options, sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" };
}

const matchField = "resourceVersionMatch";

function listProblems(options: RawOptions): StatusCause[] {
  const { resourceVersionMatch: match, resourceVersion } = options;
  const problems: StatusCause[] = [];
  const forbid = (detail: string): void => void problems.push(forbiddenField(matchField, `${matchField} ${detail}`));
  if (match !== "") {
    if (resourceVersion === "") forbid("is forbidden unless resourceVersion is provided");
    if (options.continue !== "") forbid("is forbidden when continue is provided");
    if (match !== "Exact" && match !== "NotOlderThan") {
      problems.push(unsupportedField(matchField, match, ["Exact", "NotOlderThan", ""]));
    }
    if (match === "Exact" && resourceVersion === "0") forbid('"exact" is forbidden for resourceVersion "0"');
  }
  if (options.sendInitialEvents !== undefined) {
    problems.push(forbiddenField("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  }
  return problems;
}

function watchProblems(options: RawOptions): StatusCause[] {
  const { resourceVersionMatch: match, sendInitialEvents } = options;
  const problems: StatusCause[] = [];
  const forbid = (detail: string): void => void problems.push(forbiddenField(matchField, detail));
  if (sendInitialEvents !== undefined && match !== "NotOlderThan") {
    forbid(`sendInitialEvents requires setting ${matchField} to NotOlderThan`);
  }
  if (match !== "") {
    if (sendInitialEvents === undefined) {
      forbid(`${matchField} is forbidden for watch unless sendInitialEvents is provided`);
    }
    if (match !== "NotOlderThan") problems.push(unsupportedField(matchField, match, ["NotOlderThan"]));
    if (options.continue !== "") forbid(`${matchField} is forbidden when continue is provided`);
  }
  return problems;
}

function readSelector<T>(query: URLSearchParams, name: string, parse: (text: string) => T): T | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof ApiError) throw badRequestError(error.detail ?? error.message);
    throw error;
  }
}

function checkFields(
  selector: FieldSelector,
  { isNamespaced, selectors }: Pick<Resource, "isNamespaced" | "selectors">,
): void {
  for (const { field } of selector.requirements) {
    if (field === "metadata.name" || (field === "metadata.namespace" && isNamespaced)) continue;
    if (!selectors.names.includes(field)) throw badRequestError(selectors.unsupportedText(field));
  }
}

function selectName(selector: FieldSelector, name: string): FieldSelector {
  if (selector.isEmpty) return FieldSelector.forFields({ "metadata.name": name });
  if (selector.requiredValue("metadata.name") === name) return selector;
  throw badRequestError("fieldSelector metadata.name doesn't match requested name");
}
