import type { Marker, MarkerTarget } from "../marker/marker.ts";
import { findMarkerDefinition } from "../marker/marker-table.ts";
import { parseMarker } from "../marker/parse-marker.ts";
import type { ReportProblem } from "../problem.ts";
import type { RawMarker, SourceComments, SourceField, SourceModule, SourceType } from "../source/source-module.ts";
import { checkKinds } from "./check-kinds.ts";
import { checkMarkers } from "./check-markers.ts";
import { fieldsIn } from "./fields-in.ts";
import type { Model, ModelKind } from "./model.ts";

/** Reads the markers of sources and joins them with what they stand on. What contradicts itself is reported. */
export function buildModel(modules: readonly SourceModule[], report: ReportProblem): Model {
  const model = new MarkedSources(modules, report);
  for (const module of modules) model.readAll(module);
  checkKinds(model, report);
  checkMarkers(model, report);
  return model;
}

class MarkedSources implements Model {
  readonly modules: readonly SourceModule[];
  readonly kinds: readonly ModelKind[];
  readonly #report: ReportProblem;
  readonly #byFile: ReadonlyMap<string, SourceModule>;
  readonly #ofModule = new Map<SourceModule, readonly Marker[]>();
  /** By comments: a member that is in two types, as with `Pick`, is read once. */
  readonly #ofComments = new Map<SourceComments, readonly Marker[]>();

  constructor(modules: readonly SourceModule[], report: ReportProblem) {
    this.modules = modules;
    this.kinds = modules.flatMap((module) => module.kinds.map((kind) => ({ ...kind, module })));
    this.#report = report;
    this.#byFile = new Map(modules.map((module) => [module.file, module]));
  }

  packageMarkers(module: SourceModule): readonly Marker[] {
    const known = this.#ofModule.get(module);
    if (known !== undefined) return known;
    const moved = commentsOf(module).flatMap(({ comments, target }) =>
      comments.markers.filter((marker) => isOfModule(marker, target)),
    );
    const markers = this.#parse([...module.markers, ...moved].sort(byPosition), "package");
    this.#ofModule.set(module, markers);
    return markers;
  }

  typeMarkers({ comments }: SourceType): readonly Marker[] {
    return this.#read(comments, "type");
  }

  fieldMarkers({ comments }: SourceField): readonly Marker[] {
    return this.#read(comments, "field");
  }

  moduleOf({ position }: SourceType | SourceField): SourceModule {
    const { file } = position;
    return this.#byFile.get(file) ?? { file, isRequested: false, markers: [], kinds: [], types: [] };
  }

  /** So that mistakes are told also where nothing uses the type. */
  readAll(module: SourceModule): void {
    if (!module.isRequested) return;
    this.packageMarkers(module);
    for (const { comments, target } of commentsOf(module)) this.#read(comments, target);
  }

  #read(comments: SourceComments, target: MarkerTarget): readonly Marker[] {
    const known = this.#ofComments.get(comments);
    if (known !== undefined) return known;
    const markers = this.#parse(
      comments.markers.filter((marker) => !isOfModule(marker, target)),
      target,
    );
    this.#ofComments.set(comments, markers);
    return markers;
  }

  #parse(markers: readonly RawMarker[], target: MarkerTarget): Marker[] {
    return markers.flatMap((raw) => {
      const marker = parseMarker(raw, target, this.#report);
      return marker === undefined ? [] : [marker];
    });
  }
}

/** Roles and webhooks are the module's wherever they stand; others that only a module has are, when they do not stand directly above a type. */
function isOfModule({ text, isDetached }: RawMarker, target: MarkerTarget): boolean {
  if (/^kubebuilder:(rbac|webhook)\b/.test(text)) return true;
  if (!isDetached || target !== "type" || findMarkerDefinition(text, "type") !== undefined) return false;
  return findMarkerDefinition(text, "package") !== undefined;
}

interface Commented {
  readonly comments: SourceComments;
  readonly target: "type" | "field";
}

/** The comments of all types of a module and of their members. */
function commentsOf({ types }: SourceModule): Commented[] {
  return types.flatMap((type) => [
    { comments: type.comments, target: "type" as const },
    ...fieldsIn(type.shape).map(({ comments }) => ({ comments, target: "field" as const })),
  ]);
}

function byPosition(one: RawMarker, other: RawMarker): number {
  return one.position.line - other.position.line || one.position.column - other.position.column;
}
