import { KustomizationError } from "../kustomization-error.ts";
import { isMapping, type Mapping, textOf, type Value } from "../yaml/value.ts";

/** What a patch says of itself with `$patch`. */
export type Directive = "merge" | "replace" | "delete";

const directives: readonly string[] = ["merge", "replace", "delete"] satisfies Directive[];
const member = "$patch";

/** Takes the directive out of a mapping of a patch; `merge` where there is none. */
export function takeMappingDirective(patch: Mapping): Directive {
  if (!(member in patch)) return "merge";
  const directive = directiveOf(patch[member]);
  delete patch[member];
  return directive;
}

/** Takes the directive for a whole list out of it: an item that has nothing but `$patch`. */
export function takeListDirective(patch: Value[]): Directive {
  const item = patch.find((one) => isMapping(one) && member in one);
  if (!isMapping(item) || Object.keys(item).length > 1) return "merge";
  const directive = directiveOf(item[member]);
  const others = patch.filter((one) => !(isMapping(one) && textOf(one[member]) === directive));
  patch.splice(0, patch.length, ...others);
  return directive;
}

function directiveOf(value: Value): Directive {
  const text = textOf(value);
  if (directives.includes(text)) return text as Directive;
  throw new KustomizationError(`a patch has "$patch: ${text}"; there are ${directives.join(", ")}`);
}
