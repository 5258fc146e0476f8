import { compareBytes } from "@kubewright/api/server";
import { KustomizationError } from "../kustomization-error.ts";
import { isSelectedKind, type KindId, kindRank, kindSortText, usualKindOrder } from "../resource/kind-id.ts";

/** Fields of some kinds, by their path: parts between `/`, those of lists with or without `[]`. */
export interface FieldSpec extends Partial<KindId> {
  readonly path: string;
  /** Whether the field is made where it is not there. @default false */
  readonly create?: boolean;
}

/** Fields that hold the name of an object of some kind. */
export interface NameReference extends Partial<KindId> {
  readonly fieldSpecs: readonly FieldSpec[];
}

/** The lists of fields that a configuration can have, as `configurations` files name them. */
export const fieldListNames = [
  "namePrefix",
  "nameSuffix",
  "namespace",
  "commonLabels",
  "labels",
  "templateLabels",
  "commonAnnotations",
  "varReference",
  "images",
  "replicas",
] as const;

/** Which fields transformers change. */
export type TransformerConfig = { readonly [list in (typeof fieldListNames)[number]]?: readonly FieldSpec[] } & {
  readonly nameReference?: readonly NameReference[];
};

/** Both configurations as one, in the order of kinds. */
export function mergeConfigs(a: TransformerConfig, b: TransformerConfig): TransformerConfig {
  const lists = fieldListNames.map((name) => [name, mergeFieldSpecs(a[name] ?? [], b[name] ?? []).sort(compareKinds)]);
  const nameReference = mergeNameReferences(a.nameReference ?? [], b.nameReference ?? []).sort(compareKinds);
  return { ...Object.fromEntries(lists), nameReference };
}

/** Adds those fields that are not covered yet. */
export function mergeFieldSpecs(known: readonly FieldSpec[], added: readonly FieldSpec[]): FieldSpec[] {
  const merged = [...known];
  for (const one of added) {
    const same = merged.find((other) => other.path === one.path && isSelectedKind(asKindId(other), one));
    if (same === undefined) merged.push(one);
    else if ((same.create ?? false) !== (one.create ?? false)) {
      throw new KustomizationError(`the field ${one.path} is configured twice, with and without "create: true"`);
    }
  }
  return merged;
}

function mergeNameReferences(known: readonly NameReference[], added: readonly NameReference[]): NameReference[] {
  const merged = [...known];
  for (const one of added) {
    const at = merged.findIndex((other) => kindSortText(other) === kindSortText(one));
    const same = merged[at];
    if (same === undefined) merged.push(one);
    else merged[at] = { ...same, fieldSpecs: mergeFieldSpecs(same.fieldSpecs, one.fieldSpecs) };
  }
  return merged;
}

function asKindId({ group = "", version = "", kind = "" }: Partial<KindId>): KindId {
  return { group, version, kind };
}

function compareKinds(a: Partial<KindId>, b: Partial<KindId>): number {
  const byOrder = kindRank(a.kind ?? "", usualKindOrder) - kindRank(b.kind ?? "", usualKindOrder);
  if (byOrder !== 0) return byOrder;
  return compareBytes(kindSortText(a), kindSortText(b));
}
