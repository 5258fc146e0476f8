import type { Kind } from "@kubewright/api";
import type { TriggerHandler } from "../trigger/handler.ts";
import type { Predicate } from "../trigger/predicate.ts";
import type { Source } from "../trigger/source.ts";

/** What is wrong with the arguments of a builder's methods, where no compiler looked at them; undefined when nothing is. */
export const problemWith = {
  kind(call: string, kind: Kind): string | undefined {
    if (isKind(kind)) return undefined;
    return `${call}() got ${shown(kind)}, which is no kind: give one of @kubewright/api, as ConfigMap, or one that defineKind made`;
  },

  handler(call: string, kind: Kind, handler: TriggerHandler): string | undefined {
    if (typeof handler === "function") return undefined;
    return `${call}(${kind.kind}) has no handler that says what to reconcile: give it one, as enqueueMapped((object) => […])`;
  },

  predicates(call: string, predicates: readonly Predicate[]): string | undefined {
    if (Array.isArray(predicates) && predicates.every((predicate) => typeof predicate === "function")) return undefined;
    return `predicates of ${call}() must be a list of functions, as [generationChanged()]`;
  },

  filter(predicate: Predicate): string | undefined {
    return typeof predicate === "function" ? undefined : `filter() got ${shown(predicate)}, which is no predicate`;
  },

  source(source: Source): string | undefined {
    if (typeof source?.start === "function") return undefined;
    return `source() got ${shown(source)}, which is no source: give one, as timerSource({ … }), or an object with a method start`;
  },
};

/** Whether a value is what `defineKind` makes. */
export function isKind(value: unknown): value is Kind {
  const { kind, is } = (value ?? {}) as Partial<Kind>;
  return typeof is === "function" && typeof kind === "string";
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "object" && value !== null
    ? "an object"
    : typeof value === "function"
      ? "a function"
      : String(value);
}
