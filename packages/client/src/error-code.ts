/** The `code` that Node gives its errors (`ENOENT`, `ECONNRESET` …), or undefined where there is none. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
