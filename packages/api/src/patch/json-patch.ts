/** One step of a JSON patch (RFC 6902). Paths are JSON pointers (RFC 6901); `formatJsonPointer` makes them. */
export type JsonPatchOperation =
  | { op: "add" | "replace" | "test"; path: string; value: unknown }
  | { op: "remove"; path: string }
  | { op: "move" | "copy"; from: string; path: string };
