import type { Marker } from "../marker/marker.ts";
import type { SourceField, SourceKind, SourceModule, SourceType } from "../source/source-module.ts";

/** Sources with their markers read. */
export interface Model {
  readonly modules: readonly SourceModule[];
  readonly kinds: readonly ModelKind[];
  /** Markers of a module that belong to no type. */
  packageMarkers(module: SourceModule): readonly Marker[];
  typeMarkers(type: SourceType): readonly Marker[];
  fieldMarkers(field: SourceField): readonly Marker[];
  /** Where a type or a member was declared: its module's markers hold for it. */
  moduleOf(declared: SourceType | SourceField): SourceModule;
}

/** A kind and where it was defined. */
export interface ModelKind extends SourceKind {
  readonly module: SourceModule;
}
