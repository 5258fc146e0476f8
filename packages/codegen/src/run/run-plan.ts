import type { GeneratorName } from "./generator-table.ts";

/** Where what a generator makes goes. */
export type OutputRule =
  | { readonly to: "stdout" | "none" }
  | {
      readonly to: "folder";
      /** For manifests. */
      readonly config: string;
      /** For code. @default beside the types that it is for */
      readonly code?: string | undefined;
    };

/** A generator with its options and the place for what it makes. */
export interface PlannedGenerator {
  readonly name: GeneratorName;
  readonly options: Readonly<Record<string, unknown>>;
  readonly output: OutputRule;
}

/** What a run is to do. */
export interface RunPlan {
  readonly generators: readonly PlannedGenerator[];
  /** Files, folders, and folders with all below them as in `./...`. */
  readonly paths: readonly string[];
}

/** What runs when no generator is named. */
export type RunPurpose = "manifests" | "generate";

/** Where Kubebuilder's projects have them. */
const usualFolders: Readonly<Record<GeneratorName, string>> = {
  crd: "config/crd/bases",
  rbac: "config/rbac",
  webhook: "config/webhook",
  object: "config/object",
};

/** The place for what a generator makes when nobody names one. */
export function usualOutput(name: GeneratorName): OutputRule {
  return { to: "folder", config: usualFolders[name] };
}

/** What a run with no options does: CRDs and roles, or code. */
export function usualGenerators(purpose: RunPurpose): PlannedGenerator[] {
  return purpose === "generate"
    ? [{ name: "object", options: {}, output: usualOutput("object") }]
    : [
        { name: "crd", options: {}, output: usualOutput("crd") },
        { name: "rbac", options: { roleName: "manager-role" }, output: usualOutput("rbac") },
      ];
}
