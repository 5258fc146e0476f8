import type { Marker } from "../../marker/marker.ts";
import type { Model } from "../../model/model.ts";
import type { SourcePosition } from "../../problem.ts";
import type { SourceField, SourceType, TypeShape } from "../../source/source-module.ts";

/** Where in the sources something of a schema comes from. */
export interface SchemaOrigin {
  readonly position: SourcePosition;
  /** As a user writes it: `spec.size`; empty for the kind itself. */
  readonly field: string;
}

/** Markers that write a member of a schema whose name they do not have. */
const writers: Readonly<Record<string, RegExp>> = {
  default: /^(?:kubebuilder:)?default$/,
  "x-kubernetes-list-map-keys": /listMapKey$/,
  "x-kubernetes-list-type": /listType$/,
  "x-kubernetes-map-type": /(?:map|struct)Type$/,
  "x-kubernetes-validations": /XValidation$/,
  "x-kubernetes-preserve-unknown-fields": /PreserveUnknownFields$/,
  "x-kubernetes-embedded-resource": /EmbeddedResource$/,
  "x-kubernetes-int-or-string": /XIntOrString$/,
};

/** Finds the field, or the marker on it, that a path in a kind's schema is about: `properties[spec].properties[size].default`. */
export function locate(type: SourceType, path: string, model: Model): SchemaOrigin {
  let shape: TypeShape | undefined = type.shape;
  let owner: SourceType | SourceField = type;
  let field = "";
  for (const [, property, member] of path.matchAll(/properties\[([^\]]*)\]|([\w-]+)(?:\[[^\]]*\])?/g)) {
    if (property === undefined && member !== "items" && member !== "additionalProperties") {
      return { position: markerOf(owner, member ?? "", model)?.position ?? owner.position, field };
    }
    const named: TypeShape | undefined = shape === undefined ? undefined : lookThrough(shape);
    if (property !== undefined) {
      const found: SourceField | undefined = named === undefined ? undefined : findField(named, property);
      owner = found ?? owner;
      shape = found?.shape;
      field += field === "" ? property : `.${property}`;
    } else {
      shape = named?.form === "array" ? named.element : named?.form === "map" ? named.value : undefined;
      field += member === "items" ? "[]" : "{}";
    }
  }
  return { position: owner.position, field };
}

function markerOf(owner: SourceType | SourceField, member: string, model: Model): Marker | undefined {
  const markers = "isOptional" in owner ? model.fieldMarkers(owner) : model.typeMarkers(owner);
  const writer = writers[member];
  return markers.find(({ definition: { name } }) =>
    writer === undefined ? name.toLowerCase().endsWith(`:${member.toLowerCase()}`) : writer.test(name),
  );
}

function lookThrough(shape: TypeShape): TypeShape {
  const seen = new Set<SourceType>();
  let named = shape;
  for (;;) {
    if (named.form === "nullable") named = named.of;
    else if (named.form === "reference" && !seen.has(named.type())) {
      seen.add(named.type());
      named = named.type().shape;
    } else return named;
  }
}

function findField(shape: TypeShape, name: string): SourceField | undefined {
  if (shape.form !== "object") return undefined;
  const own = shape.fields.find((field) => field.name === name);
  if (own !== undefined) return own;
  for (const base of shape.bases) {
    const found = findField(lookThrough(base), name);
    if (found !== undefined) return found;
  }
  return undefined;
}
