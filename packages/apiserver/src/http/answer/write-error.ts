import { internalError, type Status, statusErrorOf } from "@kubewright/api";
import type { ServerResponse } from "../exchange.ts";
import { negotiate } from "../media/negotiate.ts";
import type { AnswerContext } from "./answer-context.ts";
import { indentJson, jsonTextOf } from "./form/json-text.ts";
import { writeAnswer, writeText } from "./write-answer.ts";

/** The answer for what was thrown: its Status, or an internal error. */
export function writeError(
  context: AnswerContext,
  error: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ServerResponse> {
  return writeStatus(context, statusOf(error), headers);
}

/** The Status of what was thrown. */
export function statusOf(error: unknown): Status {
  const known = statusErrorOf(error);
  return (known ?? internalError(error instanceof Error ? error.message : String(error))).status;
}

/** The answer that is a Status, with the code that it names. */
export async function writeStatus(
  context: AnswerContext,
  status: Status,
  headers: Readonly<Record<string, string>> = {},
): Promise<ServerResponse> {
  const code = status.code ?? (status.status === "Failure" ? 500 : 200);
  const retryAfter = status.details?.retryAfterSeconds ?? 0;
  const all = retryAfter > 0 ? { ...headers, "retry-after": String(retryAfter) } : headers;
  const choice = negotiate(context.request.headers.accept, "none");
  const json = jsonTextOf(status);
  if (choice !== undefined) return writeAnswer(context, code, json, choice, all);
  // Who accepts nothing that the server has is told in JSON all the same.
  return { status: code, headers: { ...all, "content-type": "application/json" }, body: indentJson(json) };
}

/** The page for a path that leads nowhere. */
export function writeNotFoundPage(): ServerResponse {
  return writeText(404, "404 page not found\n");
}
