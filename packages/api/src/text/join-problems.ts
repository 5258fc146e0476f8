/** Several problems in one text, as the server puts errors together: the only one, or `[a, b]`; each text once. */
export function joinProblems(problems: readonly string[]): string {
  const different = [...new Set(problems)];
  return different.length === 1 ? different[0]! : `[${different.join(", ")}]`;
}
