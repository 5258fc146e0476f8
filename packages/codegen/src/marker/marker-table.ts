import { splitMarker } from "./grammar/split-marker.ts";
import type { MarkerDefinition, MarkerTarget } from "./marker.ts";
import { applyMarkers, objectMarkers, rbacMarkers, webhookMarkers } from "./table/generator-markers.ts";
import { processingMarkers } from "./table/processing-markers.ts";
import { resourceMarkers } from "./table/resource-markers.ts";
import { validationMarkers } from "./table/validation-markers.ts";

/** Every marker that controller-gen knows, once for each target. */
export const markerDefinitions: readonly MarkerDefinition[] = [
  ...resourceMarkers,
  ...validationMarkers,
  ...processingMarkers,
  ...rbacMarkers,
  ...objectMarkers,
  ...webhookMarkers,
  ...applyMarkers,
];

const byTarget: Readonly<Record<MarkerTarget, ReadonlyMap<string, MarkerDefinition>>> = {
  package: index("package"),
  type: index("type"),
  field: index("field"),
};

function index(target: MarkerTarget): ReadonlyMap<string, MarkerDefinition> {
  return new Map(
    markerDefinitions
      .filter((definition) => definition.target === target)
      .map((definition) => [definition.name, definition]),
  );
}

/** The definition that a marker's text (without its `+`) is of on a target, whatever its arguments. */
export function findMarkerDefinition(text: string, target: MarkerTarget): MarkerDefinition | undefined {
  const { wholeName, shortName } = splitMarker(text);
  return byTarget[target].get(wholeName) ?? byTarget[target].get(shortName);
}

/** The targets on which a marker of this text may stand. */
export function targetsOf(text: string): MarkerTarget[] {
  return (["package", "type", "field"] as const).filter((target) => findMarkerDefinition(text, target) !== undefined);
}
