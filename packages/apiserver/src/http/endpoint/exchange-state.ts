import type { User } from "../../auth/user.ts";
import { managerOfUserAgent } from "../../resource/option-rules.ts";
import type { RequestContext } from "../../resource/request-context.ts";
import type { ServerState } from "../../resource/server-state.ts";
import type { AnswerContext } from "../answer/answer-context.ts";
import type { RequestInfo } from "../request/request-info.ts";

/** A request whose sender is known and may make it. */
export interface AllowedExchange extends AnswerContext {
  readonly info: RequestInfo;
  readonly user: User;
}

/** What of a write's options its context holds. */
export interface ContextOptions {
  readonly dryRun: readonly string[];
  /** Empty: told from the user agent. */
  readonly fieldManager: string;
  /** Empty: `Warn`. */
  readonly fieldValidation: string;
}

/** What verbs get to know of a request. */
export function requestContextOf(
  state: ServerState,
  { request, user, warnings }: AllowedExchange,
  options: ContextOptions,
): RequestContext {
  return {
    user,
    clock: state.clock,
    random: state.random,
    isDryRun: options.dryRun.length > 0,
    fieldManager: options.fieldManager || managerOfUserAgent(request.headers["user-agent"] ?? ""),
    fieldValidation: (options.fieldValidation || "Warn") as RequestContext["fieldValidation"],
    signal: request.signal,
    warn: (text) => warnings.add(text),
  };
}
