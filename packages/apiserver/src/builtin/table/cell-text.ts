import { type LabelSelector, Selector } from "@kubewright/api";
import type { Container } from "@kubewright/api/core/v1";

/** Labels as `a=b,c=d`, in order; `<none>` for none. */
export function labelsText(labels: Readonly<Record<string, string>> | undefined): string {
  const names = Object.keys(labels ?? {}).sort();
  return names.length === 0 ? "<none>" : names.map((name) => `${name}=${labels![name]}`).join(",");
}

/** A selector in text form; `<none>` for one that is absent or selects everything. */
export function selectorText(selector: LabelSelector | undefined): string {
  if (selector == null) return "<none>";
  return bareSelectorText(selector) || "<none>";
}

/** A selector in text form; empty for one that is absent or selects everything. */
export function bareSelectorText(selector: LabelSelector | undefined): string {
  if (selector == null) return "";
  try {
    return Selector.from(selector).toString();
  } catch {
    return "<error>";
  }
}

export function containerNames(containers: readonly Container[] | undefined): string {
  return (containers ?? []).map(({ name }) => name).join(",");
}

export function containerImages(containers: readonly Container[] | undefined): string {
  return (containers ?? []).map(({ image }) => image ?? "").join(",");
}

/** The first `limit` texts, and how many more there are; `none` for none. */
export function someOf(texts: readonly string[], limit: number, none = "<unset>"): string {
  if (texts.length === 0) return none;
  const shown = texts.slice(0, limit).join(",");
  return texts.length > limit ? `${shown} + ${texts.length - limit} more...` : shown;
}

/** `True`, `False`, or that nobody has said. */
export function booleanText(value: boolean | undefined): string {
  if (value === undefined) return "<unset>";
  return value ? "True" : "False";
}
