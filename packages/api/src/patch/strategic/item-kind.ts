import { formatGoValue, goTypeOf } from "../../text/go-text.ts";
import { listOfLists, mismatch, unanswerable } from "./strategic-patch-error.ts";

/** Whether the items of the lists, which must all be of one type, are objects. Throws when there are none. */
export function areObjects(...lists: readonly (readonly unknown[])[]): boolean {
  let type: string | undefined;
  for (const list of lists) {
    for (const item of list) {
      const itemType = goTypeOf(item);
      if (type === undefined) {
        if (itemType === undefined) throw unanswerable("null is no item of a list that is merged");
        if (Array.isArray(item)) throw listOfLists();
        type = itemType;
      } else if (itemType !== type) {
        throw mismatch(`list element types are not identical: ${formatGoValue(lists)}`);
      }
    }
  }
  if (type === undefined) throw mismatch("no elements in any of the given slices");
  return type === "map[string]interface {}";
}
