import { formatApiVersion, type GroupVersionKind } from "@kubewright/api";
import type { ResourceMapping } from "./discovery.ts";
import type { ServedVersion } from "./served-version.ts";

/** What a server served at one moment, ready to be searched. */
export class ResourceCatalog {
  readonly resources: readonly ResourceMapping[];
  readonly #versions: readonly ServedVersion[];
  readonly #byKind: Map<string, ResourceMapping> = new Map();

  /** `versions` in the server's order: most wanted group first, preferred version of each group first. */
  constructor(versions: readonly ServedVersion[]) {
    this.#versions = versions;
    this.resources = versions.flatMap(({ resources }) => resources);
    for (const mapping of this.resources) {
      const key = kindKey(mapping);
      if (!this.#byKind.has(key)) this.#byKind.set(key, mapping);
    }
  }

  byKind(kind: GroupVersionKind): ResourceMapping | undefined {
    return this.#byKind.get(kindKey(kind));
  }

  byResource(wanted: { group: string; version?: string; resource: string }): ResourceMapping | undefined {
    return this.resources.find(
      ({ group, version, resource }) =>
        resource === wanted.resource &&
        group === wanted.group &&
        (wanted.version === undefined || version === wanted.version),
    );
  }

  /** See `Discovery.resourceNamed`. */
  byName(name: string): ResourceMapping | undefined {
    const wanted = name.toLowerCase();
    const dot = wanted.indexOf(".");
    if (dot === -1) return named(wanted, this.resources);
    const [word, suffix] = [wanted.slice(0, dot), wanted.slice(dot + 1)];
    return (
      named(
        word,
        this.resources.filter(({ group, version }) => suffix === `${version}.${group}`),
      ) ??
      named(
        word,
        this.resources.filter(({ group }) => group === suffix),
      )
    );
  }

  /** What to tell someone whose kind is not here. */
  hintFor({ group, kind }: { group?: string; kind: string }): string {
    const problem = this.#versions.find((version) => version.problem !== undefined && version.group === group);
    if (problem?.problem !== undefined) {
      return `discovery of ${formatApiVersion(problem)} is incomplete: ${problem.problem}`;
    }
    const elsewhere = this.resources.filter((mapping) => mapping.kind === kind).map(formatApiVersion);
    if (elsewhere.length > 0) return `it serves ${kind} in ${[...new Set(elsewhere)].join(", ")}`;
    const meant = named(kind.toLowerCase(), this.resources);
    if (meant !== undefined) return `did you mean the kind ${meant.kind} of ${formatApiVersion(meant)}?`;
    if (group === "" || this.#versions.some((version) => version.group === group && !group.includes("."))) {
      return "check the spelling of kind and version";
    }
    return "is its CustomResourceDefinition installed?";
  }
}

function kindKey({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}

function named(word: string, among: readonly ResourceMapping[]): ResourceMapping | undefined {
  return (
    among.find(({ resource }) => resource === word) ??
    among.find(({ singular }) => singular === word) ??
    among.find(({ shortNames }) => shortNames.includes(word)) ??
    among.find(({ kind }) => kind.toLowerCase() === word)
  );
}
