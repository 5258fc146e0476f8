import { recordedRules } from "./recorded-rules.ts";
import type { TransformerConfig } from "./transformer-config.ts";

/** What is known of a field: the type of its value or of its items, and the keys by which its items are merged. */
export interface MergeField {
  readonly type?: string;
  /** One empty key for a list of scalars. */
  readonly keys?: readonly string[];
}

interface Rules {
  readonly fields: TransformerConfig;
  readonly types: Readonly<Record<string, Readonly<Record<string, MergeField>>>>;
  readonly kinds: Readonly<Record<string, string>>;
  readonly clusterKinds: ReadonlySet<string>;
}

const rules: Rules = readRules();

function readRules(): Rules {
  const read = JSON.parse(recordedRules) as Omit<Rules, "clusterKinds"> & { clusterKinds: string[] };
  return { ...read, clusterKinds: new Set(read.clusterKinds) };
}

/** Whether objects of a kind have no namespace. Those of unknown kinds are taken to have one. */
export function isClusterKind(apiVersion: string, kind: string): boolean {
  return rules.clusterKinds.has(`${apiVersion} ${kind}`);
}

/** The type of a kind's objects; undefined for kinds that are not built in. */
export function mergeTypeOf(apiVersion: string, kind: string): string | undefined {
  return ownMember(rules.kinds, `${apiVersion} ${kind}`);
}

/** What is known of a field of a type. */
export function mergeFieldOf(type: string, field: string): MergeField | undefined {
  const fields = ownMember(rules.types, type);
  return fields === undefined ? undefined : ownMember(fields, field);
}

/** The fields that are changed without a configuration. */
export function builtinFields(): TransformerConfig {
  return rules.fields;
}

function ownMember<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
