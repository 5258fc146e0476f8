import { FieldSelector, Selector } from "@kubewright/api";
import { messageOf, RuntimeError } from "../errors.ts";
import { type CachingOptions, type InformerCacheOptions, nameOfKind } from "./cache-options.ts";

/** Throws RuntimeError `INVALID_SETUP`, which names the option, for what no informer could be made with. */
export function refuseInvalidOptions(options: InformerCacheOptions): void {
  refuseInvalidCaching(options, "cache.");
  const seen = new Map<string, number>();
  for (const [index, entry] of (options.byKind ?? []).entries()) {
    const option = `cache.byKind[${index}]`;
    if (entry.kind?.apiVersion === undefined)
      refuse(`${option}.kind`, "is no kind: import one, or make it with defineKind");
    refuseInvalidCaching(entry, `${option}.`);
    const name = nameOfKind(entry.kind);
    const before = seen.get(name);
    if (before !== undefined)
      refuse(option, `is for ${name}, as cache.byKind[${before}] is: put all options into one of them`);
    seen.set(name, index);
  }
}

function refuseInvalidCaching(options: CachingOptions, prefix: string): void {
  const { namespaces = "all", labelSelector, fieldSelector } = options;
  if (namespaces !== "all") refuseInvalidNamespaces(namespaces, `${prefix}namespaces`);
  attempt(`${prefix}labelSelector`, () => Selector.of(labelSelector));
  attempt(`${prefix}fieldSelector`, () => FieldSelector.of(fieldSelector));
}

function refuseInvalidNamespaces(namespaces: readonly string[], option: string): void {
  if (!Array.isArray(namespaces)) {
    refuse(option, `is ${JSON.stringify(namespaces)}, but must be a list of names, or "all"`);
  }
  if (namespaces.length === 0) refuse(option, "is an empty list: leave it out for all namespaces");
  if (namespaces.some((name) => typeof name !== "string" || name === "")) {
    refuse(option, "has an empty name: leave out the option for all namespaces");
  }
}

function attempt(option: string, parse: () => void): void {
  try {
    parse();
  } catch (error) {
    refuse(option, `is no selector: ${messageOf(error)}`, error);
  }
}

function refuse(option: string, problem: string, cause?: unknown): never {
  throw new RuntimeError("INVALID_SETUP", `${option} ${problem}`, cause === undefined ? {} : { cause });
}
