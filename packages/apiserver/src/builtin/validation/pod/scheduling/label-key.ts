import { type LabelSelector, type StatusCause, validateQualifiedName } from "@kubewright/api";
import { forbiddenField, invalidField } from "@kubewright/api/server";
import { checkText } from "../../rule/text-rule.ts";

/** A selector and the keys whose values in the pod's own labels are added to it. */
interface KeyedSelector {
  readonly labelSelector?: LabelSelector;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
}

/** Adds what is wrong with keys of labels that are added to a selector. */
export function checkLabelKeys(term: KeyedSelector, field: string, causes: StatusCause[]): void {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  checkKeys(matchLabelKeys, labelSelector, `${field}.matchLabelKeys`, causes);
  checkKeys(mismatchLabelKeys, labelSelector, `${field}.mismatchLabelKeys`, causes);
  const seen = new Set(Object.keys(labelSelector?.matchLabels ?? {}));
  const places = new Map(matchLabelKeys.map((key, index) => [key, index]));
  for (const { key } of labelSelector?.matchExpressions ?? []) {
    // What comes of the key itself is there already, so a second one is the user's.
    if (places.has(key) && seen.has(key)) {
      const detail = "exists in both matchLabelKeys and labelSelector";
      causes.push(invalidField(`${field}[${places.get(key)}]`, key, detail));
    }
    seen.add(key);
  }
  const mismatched = new Set(mismatchLabelKeys);
  for (const [index, key] of matchLabelKeys.entries()) {
    if (!mismatched.has(key)) continue;
    const detail = "exists in both matchLabelKeys and mismatchLabelKeys";
    causes.push(invalidField(`${field}.matchLabelKeys[${index}]`, key, detail));
  }
}

function checkKeys(
  keys: readonly string[],
  selector: LabelSelector | undefined,
  field: string,
  causes: StatusCause[],
): void {
  if (keys.length === 0) return;
  if (selector === undefined) {
    return void causes.push(forbiddenField(field, "must not be specified when labelSelector is not set"));
  }
  for (const [index, key] of keys.entries()) checkText(validateQualifiedName, key, `${field}[${index}]`, causes);
}
