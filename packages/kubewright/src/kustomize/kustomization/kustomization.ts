import type { FieldSpec } from "../config/transformer-config.ts";
import type { Behavior } from "../resource/resource.ts";
import type { ResourceSelector } from "../resource/select-resources.ts";

/** What a kustomization file says, with fields of older versions in the place of today's. */
export interface Kustomization {
  readonly kind: "Kustomization" | "Component";
  readonly resources: readonly string[];
  readonly components: readonly string[];
  readonly configurations: readonly string[];
  readonly namespace: string;
  readonly namePrefix: string;
  readonly nameSuffix: string;
  readonly labels: readonly KustomizationLabels[];
  readonly commonLabels: Readonly<Record<string, string>>;
  readonly commonAnnotations: Readonly<Record<string, string>>;
  readonly images: readonly KustomizationImage[];
  readonly replicas: readonly { readonly name: string; readonly count: number }[];
  readonly patches: readonly KustomizationPatch[];
  /** Texts or paths. */
  readonly patchesStrategicMerge: readonly string[];
  readonly patchesJson6902: readonly KustomizationPatch[];
  readonly replacements: readonly KustomizationReplacement[];
  readonly vars: readonly KustomizationVariable[];
  readonly configMapGenerator: readonly DataGenerator[];
  readonly secretGenerator: readonly DataGenerator[];
  readonly generatorOptions: GeneratorOptions;
  readonly sortOptions?: SortOptions;
}

/** Labels for all objects. */
export interface KustomizationLabels {
  readonly pairs?: Readonly<Record<string, string>>;
  readonly includeSelectors?: boolean;
  readonly includeTemplates?: boolean;
  readonly fields?: readonly FieldSpec[];
}

/** Another name, tag or digest for an image. */
export interface KustomizationImage {
  readonly name: string;
  readonly newName?: string;
  readonly newTag?: string;
  readonly tagSuffix?: string;
  readonly digest?: string;
}

/** A patch, here or in a file, and what it is for. */
export interface KustomizationPatch {
  readonly path?: string;
  readonly patch?: string;
  readonly target?: ResourceSelector;
  readonly options?: { readonly allowNameChange?: boolean; readonly allowKindChange?: boolean };
}

/** A value that is copied to other fields. */
export interface KustomizationReplacement {
  /** A file with replacements; then there is nothing else. */
  readonly path?: string;
  readonly source?: ReplacementSource;
  readonly sourceValue?: string;
  readonly targets?: readonly ReplacementTarget[];
}

/** Where the value of a replacement comes from. */
export interface ReplacementSource extends Omit<ResourceSelector, "labelSelector" | "annotationSelector"> {
  /** @default "metadata.name" */
  readonly fieldPath?: string;
  readonly options?: FieldOptions;
}

/** Where the value of a replacement goes. */
export interface ReplacementTarget {
  readonly select?: ResourceSelector;
  readonly reject?: readonly ResourceSelector[];
  /** @default ["metadata.name"] */
  readonly fieldPaths?: readonly string[];
  readonly options?: FieldOptions;
}

/** Which part of a field is meant, and whether it is made. */
export interface FieldOptions {
  readonly delimiter?: string;
  readonly index?: number;
  readonly encoding?: string;
  readonly create?: boolean;
}

/** A value that stands wherever its name does, as `$(NAME)`. */
export interface KustomizationVariable {
  readonly name: string;
  readonly objref: {
    readonly apiVersion?: string;
    readonly group?: string;
    readonly version?: string;
    readonly kind?: string;
    readonly name: string;
    readonly namespace?: string;
  };
  readonly fieldref?: { readonly fieldPath?: string };
}

/** Where a generator takes its data from. */
export interface DataSources {
  readonly literals?: readonly string[];
  readonly files?: readonly string[];
  readonly envs?: readonly string[];
  readonly env?: string;
}

/** A ConfigMap or Secret to make. */
export interface DataGenerator extends DataSources {
  readonly name?: string;
  readonly namespace?: string;
  readonly behavior?: Behavior;
  readonly type?: string;
  readonly options?: GeneratorOptions;
}

/** What generated objects have in common. */
export interface GeneratorOptions {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly disableNameSuffixHash?: boolean;
  readonly immutable?: boolean;
}

/** The order of the result. */
export interface SortOptions {
  readonly order?: "legacy" | "fifo";
  readonly legacySortOptions?: { readonly orderFirst?: readonly string[]; readonly orderLast?: readonly string[] };
}
