import type { StatusCause } from "@kubewright/api";
import type { Container, EphemeralContainer, PodSpec, Volume } from "@kubewright/api/core/v1";

/** What the parts of a pod's spec have to know of the rest of it, and where causes are collected. */
export interface PodScope {
  readonly spec: PodSpec;
  /** Whether it is the spec of a pod, not of a template of pods. */
  readonly isPod: boolean;
  /** The volumes that nothing is wrong with. */
  readonly volumes: ReadonlyMap<string, Volume>;
  readonly claimNames: ReadonlySet<string>;
  readonly causes: StatusCause[];
}

/** A container of any of the three lists, with its place. */
export type PlacedContainer = readonly [container: Container | EphemeralContainer, field: string];

/** All containers of a pod in the order in which they are visited. `field` is where the spec is. */
export function containersOf(spec: PodSpec, field: string): PlacedContainer[] {
  return [
    ...(spec.initContainers ?? []).map((item, index) => [item, `${field}.initContainers[${index}]`] as const),
    ...(spec.containers ?? []).map((item, index) => [item, `${field}.containers[${index}]`] as const),
    ...(spec.ephemeralContainers ?? []).map((item, index) => [item, `${field}.ephemeralContainers[${index}]`] as const),
  ];
}
