import type { Kind, KubeObject } from "@kubewright/api";

/** Tells a kind from an object, where a call takes either. */
export function isKind<T extends KubeObject>(subject: Kind<T> | T): subject is Kind<T> {
  return "of" in subject && typeof subject.of === "function";
}
