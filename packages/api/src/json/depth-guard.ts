import { ApiError } from "../errors.ts";

/** What `action` gives. Throws ApiError `INVALID_JSON` when it ran out of stack, which a value that nests too deeply causes. */
export function guardDepth<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ApiError("INVALID_JSON", "the value nests too deeply", { cause: error });
  }
}
