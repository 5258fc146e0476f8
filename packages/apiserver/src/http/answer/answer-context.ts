import type { ServerRequest } from "../exchange.ts";
import type { LastList } from "./form/last-list.ts";
import type { DeflatedRows } from "./gzip/deflated-rows.ts";
import type { WarningRecorder } from "./warning-recorder.ts";

/** What of a request the writing of its answer depends on. */
export interface AnswerContext {
  readonly request: ServerRequest;
  readonly query: URLSearchParams;
  readonly warnings: WarningRecorder;
  /** Absent: nothing is kept for others. */
  readonly kept?: KeptAnswers;
}

/** What was written for others, for those who ask for the same. */
export interface KeptAnswers {
  readonly list: LastList;
  readonly rows: DeflatedRows;
}
