import type { Kind, KubeObject } from "@kubewright/api";

/** Tells a kind from an object, where a call takes either. */
export function isKind(subject: Kind | KubeObject): subject is Kind {
  return "of" in subject && typeof subject.of === "function";
}
