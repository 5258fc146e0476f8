import { CommandError } from "../errors.ts";

/** What a user is told of a failure: its message and causes; where it happened only with `isVerbose`. */
export function describeError(error: unknown, { isVerbose }: { readonly isVerbose: boolean }): string {
  if (!(error instanceof Error)) return String(error);
  if (isVerbose && !(error instanceof CommandError)) return error.stack ?? error.message;
  const causes: string[] = [];
  for (let cause = error.cause; cause instanceof Error && causes.length < 5; cause = cause.cause) {
    if (!error.message.includes(cause.message)) causes.push(`  caused by: ${cause.message}`);
  }
  return [error.message, ...causes].join("\n");
}
