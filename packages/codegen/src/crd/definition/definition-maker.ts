import { jsonEqual } from "@kubewright/api";
import type { Marker } from "../../marker/marker.ts";
import type { Model, ModelKind } from "../../model/model.ts";
import type { ReportProblem, SourcePosition } from "../../problem.ts";
import type { SourceType } from "../../source/source-module.ts";
import type { CrdOptions } from "../crd-options.ts";
import { shortDescription } from "../schema/description.ts";
import { Flattener } from "../schema/flattener.ts";
import { type JsonSchema, mapParts } from "../schema/json-schema.ts";
import { KnownSchemas } from "../schema/known-schemas.ts";
import { AllOfMerger } from "../schema/merge-all-of.ts";
import { TypeSchemas } from "../schema/type-schemas.ts";
import { toolVersion, toolVersionAnnotation } from "../tool-version.ts";
import { applyDefinitionMarkers } from "./apply-definition-markers.ts";
import type { CustomResourceDefinition, DefinitionVersion } from "./custom-resource-definition.ts";
import type { KindVersions } from "./kind-versions.ts";
import { Plurals } from "./plural.ts";

/** Makes the definitions of a model's kinds; what they share is made once. */
export class DefinitionMaker {
  readonly #model: Model;
  readonly #options: CrdOptions;
  readonly #report: ReportProblem;
  readonly #flattener: Flattener;
  readonly #merger: AllOfMerger;
  readonly #plurals = new Plurals();
  /** Of the type that is being made, for what has no position of its own. */
  #position: SourcePosition | undefined;

  constructor(model: Model, options: CrdOptions, report: ReportProblem) {
    this.#model = model;
    this.#options = options;
    this.#report = report;
    const types = new TypeSchemas({
      model,
      known: new KnownSchemas(options),
      allowDangerousTypes: options.allowDangerousTypes ?? false,
      report,
    });
    this.#flattener = new Flattener(types, (cycle, at) => {
      const first = cycle[0] as SourceType;
      const way = [...cycle, first].map(({ name }) => name).join(" → ");
      const position = types.fieldOf(at)?.position ?? first.position;
      this.#tell(
        position,
        `a schema cannot contain itself: ${way}. Take any value here instead: +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields on the field`,
      );
    });
    this.#merger = new AllOfMerger(([one, other]) => {
      this.#tell(
        this.#position as SourcePosition,
        `two declarations of one field disagree: ${one} in one type, ${other} in another that is extended too`,
      );
    });
  }

  make({ group, kind, versions }: KindVersions): CustomResourceDefinition {
    const first = versions[0] as ModelKind;
    const plural = versions.find((version) => version.plural !== undefined)?.plural ?? this.#plurals.of(kind);
    const definition: CustomResourceDefinition = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "" },
      spec: {
        group,
        names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
        scope: versions.find(({ scope }) => scope !== undefined)?.scope ?? "Namespaced",
        versions: versions.map((version) => this.#version(version)),
      },
    };
    this.#checkSameNames(versions);
    versions.forEach((version, i) => {
      const target = definition.spec.versions[i] as DefinitionVersion;
      const markers = this.#model.typeMarkers(version.type);
      this.#checkNames(version, markers);
      applyDefinitionMarkers(definition, target, markers, this.#report);
    });
    definition.metadata.name = `${definition.spec.names.plural}.${group}`;
    this.#checkVersions(definition, first);
    if (!this.#options.omitToolVersion) {
      definition.metadata.annotations = { ...definition.metadata.annotations, [toolVersionAnnotation]: toolVersion };
    }
    const preserve = this.#options.deprecatedV1beta1CompatibilityPreserveUnknownFields;
    if (preserve !== undefined) definition.spec.preserveUnknownFields = preserve;
    return definition;
  }

  #version({ version, type }: ModelKind): DefinitionVersion {
    this.#position = type.position;
    const merged = this.#merger.merge(this.#flattener.flatten(type));
    const { maxDescLen } = this.#options;
    const schema = maxDescLen === undefined || maxDescLen < 0 ? merged : shorten(merged, maxDescLen);
    const { properties } = schema;
    const openAPIV3Schema =
      properties?.metadata === undefined
        ? schema
        : { ...schema, properties: { ...properties, metadata: { type: "object" } } };
    return { name: version, served: true, storage: false, schema: { openAPIV3Schema } };
  }

  /** What `defineKind` says and a marker does not may be left out of the marker, but not contradicted. */
  #checkNames({ plural, scope, kind }: ModelKind, markers: readonly Marker[]): void {
    for (const { definition, args, position } of markers) {
      if (definition.name !== "kubebuilder:resource") continue;
      if (plural !== undefined && args.path && args.path !== plural) {
        this.#tell(
          position,
          `+kubebuilder:resource has the path "${args.path}", and defineKind of ${kind} the plural "${plural}"; they have to be the same`,
        );
      }
      if (scope !== undefined && args.scope && args.scope !== scope) {
        this.#tell(
          position,
          `+kubebuilder:resource has the scope "${args.scope}", and defineKind of ${kind} "${scope}"; they have to be the same`,
        );
      }
    }
  }

  /** All versions have the same names and scope, and one of them is enough to say so. */
  #checkSameNames(versions: readonly ModelKind[]): void {
    const markers = versions.flatMap(({ type }) =>
      this.#model.typeMarkers(type).filter(({ definition }) => definition.name === "kubebuilder:resource"),
    );
    const [first, ...others] = markers;
    const different = others.find(({ args }) => !jsonEqual(args, first?.args));
    if (first === undefined || different === undefined) return;
    const { file, line } = first.position;
    this.#tell(
      different.position,
      `+kubebuilder:resource says something else at ${file}:${line}, and both are of one kind: write it the same, or once`,
    );
  }

  #checkVersions({ spec: { versions } }: CustomResourceDefinition, { kind, group, position }: ModelKind): void {
    if (versions.length === 1) versions[0]!.storage = true;
    const stored = versions.filter(({ storage }) => storage).map(({ name }) => name);
    const names = versions.map(({ name }) => name).join(", ");
    if (stored.length === 0) {
      this.#tell(
        position,
        `${kind} of ${group} has the versions ${names}, and none is stored: put +kubebuilder:storageversion on the type of one`,
      );
    } else if (stored.length > 1) {
      this.#tell(
        position,
        `${kind} of ${group} is stored in the versions ${stored.join(" and ")}: leave +kubebuilder:storageversion on the type of one`,
      );
    }
    if (!versions.some(({ served }) => served)) {
      this.#tell(
        position,
        `${kind} of ${group} has the versions ${names}, and none is served: remove +kubebuilder:unservedversion from one`,
      );
    }
  }

  #tell(position: SourcePosition, message: string): void {
    this.#report({ severity: "error", position, message });
  }
}

function shorten(schema: JsonSchema, maxBytes: number): JsonSchema {
  const { description, ...rest } = schema;
  const parts = mapParts(description === undefined ? schema : rest, (part) => shorten(part, maxBytes));
  if (description === undefined || maxBytes === 0) return parts;
  return { ...parts, description: shortDescription(description, maxBytes) };
}
