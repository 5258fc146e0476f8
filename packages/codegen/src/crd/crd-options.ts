import type { FileHeader } from "../yaml/yaml-file.ts";

/** Options of the generator `crd`, with controller-gen's names. */
export interface CrdOptions extends FileHeader {
  /** Most bytes of a description: cut at the end of a sentence, else of a word; 0 leaves all descriptions out. @default no limit */
  readonly maxDescLen?: number | undefined;
  /** Metadata within a spec, as of a pod template, keeps name, namespace, labels, annotations and finalizers. @default false */
  readonly generateEmbeddedObjectMeta?: boolean | undefined;
  /** Allows `Float`. @default false */
  readonly allowDangerousTypes?: boolean | undefined;
  /** Versions of the definition itself; there is only `v1`. @default ["v1"] */
  readonly crdVersions?: readonly string[] | undefined;
  /** Leaves out the annotation that names the generator and its version. @default false */
  readonly omitToolVersion?: boolean | undefined;
  /** Writes `spec.preserveUnknownFields`, which definitions that began as v1beta1 may need. @default not written */
  readonly deprecatedV1beta1CompatibilityPreserveUnknownFields?: boolean | undefined;
}
