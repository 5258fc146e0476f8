import type { Marker } from "../../marker/marker.ts";
import { nearestName } from "../../marker/nearest-name.ts";
import type { Model } from "../../model/model.ts";
import type { ReportProblem } from "../../problem.ts";
import type { SourceField } from "../../source/source-module.ts";

export interface PresenceContext {
  readonly markers: readonly Marker[];
  readonly model: Model;
  /** Fields that only some of may be there, with the marker that says so. */
  readonly oneOf: ReadonlyMap<string, Marker>;
  readonly report: ReportProblem;
}

const required = ["kubebuilder:validation:Required", "required", "k8s:required"] as const;

/** Whether an object has to have the field: markers say so, else its module's, else its question mark. */
export function isRequired(field: SourceField, { markers, model, oneOf, report }: PresenceContext): boolean {
  const find = (name: string): Marker | undefined => markers.find(({ definition }) => definition.name === name);
  if (find("kubebuilder:validation:Optional")) return false;
  const kubebuilder = find(required[0]);
  if (!kubebuilder && (find("optional") || find("k8s:optional"))) return false;
  const marker = kubebuilder ?? find(required[1]) ?? find(required[2]);
  if (!marker && (field.isOptional || isOptionalModule(field, model))) return false;
  const conflict = oneOf.get(field.name);
  if (conflict === undefined) return true;
  const message = `the field ${field.name} is named by +${conflict.definition.name}, so it has to be optional: ${
    marker ? `remove +${marker.definition.name}` : `write ${field.name}?:`
  }`;
  report({ severity: "error", position: marker?.position ?? field.position, message });
  return false;
}

function isOptionalModule(field: SourceField, model: Model): boolean {
  const markers = model.packageMarkers(model.moduleOf(field));
  return markers.some(({ definition }) => definition.name === "kubebuilder:validation:Optional");
}

/** The fields that a type's markers name as ones of which not all may be there. */
export function oneOfFields(markers: readonly Marker[], report: ReportProblem): ReadonlyMap<string, Marker> {
  const fields = new Map<string, Marker>();
  for (const marker of markers) {
    if (!/^kubebuilder:validation:(?:AtMost|Exactly|AtLeast)OneOf$/.test(marker.definition.name)) continue;
    for (const name of (marker.args[""] ?? []) as readonly string[]) {
      if (name.includes(".")) {
        const message = `+${marker.definition.name} names ${name}, and can only name fields of the type itself: put the marker on the type that has the field`;
        report({ severity: "error", position: marker.position, message });
      } else {
        fields.set(name, marker);
      }
    }
  }
  return fields;
}

/** Reports markers that name fields which the type does not have. */
export function checkOneOfNames(
  oneOf: ReadonlyMap<string, Marker>,
  names: readonly string[],
  report: ReportProblem,
): void {
  for (const [name, { definition, position }] of oneOf) {
    if (names.includes(name)) continue;
    const nearest = nearestName(name, names);
    const message = `+${definition.name} names ${name}, and there is no such field${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
    report({ severity: "error", position, message });
  }
}
