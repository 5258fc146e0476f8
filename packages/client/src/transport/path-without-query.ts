/** The path of a request without its query, which may hold secrets. For messages, logs and metrics. */
export function pathWithoutQuery(path: string): string {
  const query = path.indexOf("?");
  return query === -1 ? path : path.slice(0, query);
}
