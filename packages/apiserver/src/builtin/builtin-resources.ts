import type { Resource } from "../resource/resource.ts";
import { type BuiltinOptions, BuiltinResource } from "./builtin-resource.ts";

/** All resources that a default server has from the start, custom ones not counted, at all their versions. */
export function builtinResources(options: BuiltinOptions): Resource[] {
  return Object.entries(options.discovery).flatMap(([groupVersion, resources]) => {
    const [group, version] = groupVersion.includes("/")
      ? (groupVersion.split("/") as [string, string])
      : ["", groupVersion];
    return resources
      .filter(({ name }) => !name.includes("/"))
      .filter(({ kind }) => !isReview(group) || options.answers?.[kind] !== undefined)
      .map((served) => new BuiltinResource(options, group, version, served, resources));
  });
}

function isReview(group: string): boolean {
  return group === "authentication.k8s.io" || group === "authorization.k8s.io";
}
