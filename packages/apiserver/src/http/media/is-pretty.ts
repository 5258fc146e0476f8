/** Whether an answer is indented: because the query says so, or because people read what these programs show. */
export function isPrettyWanted(query: URLSearchParams, userAgent: string | undefined): boolean {
  const value = query.get("pretty") ?? "";
  if (value !== "") return ["1", "t", "T", "true", "TRUE", "True"].includes(value);
  return userAgent !== undefined && /^(curl|Wget|Mozilla\/5\.0)/.test(userAgent);
}
