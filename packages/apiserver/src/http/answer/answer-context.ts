import type { ServerRequest } from "../exchange.ts";
import type { DeflatedRows } from "./gzip/deflated-rows.ts";
import type { WarningRecorder } from "./warning-recorder.ts";

/** What of a request the writing of its answer depends on. */
export interface AnswerContext {
  readonly request: ServerRequest;
  readonly query: URLSearchParams;
  readonly warnings: WarningRecorder;
  /** What was compressed for others; absent: nothing is kept for others. */
  readonly rows?: DeflatedRows;
}
