// biome-ignore-all lint/performance/noBarrelFile: what is tried here
export type { Endpoint as Target } from "./endpoint.ts";
export * from "./endpoint.ts";
export * from "./kinds.ts";
export type * from "./sized.ts";
