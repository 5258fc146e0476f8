import { KustomizationError } from "../kustomization-error.ts";
import { isEmpty } from "../yaml/value.ts";
import type { Resource } from "./resource.ts";
import { describeId, idKey, isSameId, type ResourceId } from "./resource-id.ts";

/** Objects in the order in which they came, no two with the same id. */
export class ResourceList implements Iterable<Resource> {
  #resources: Resource[] = [];

  [Symbol.iterator](): Iterator<Resource> {
    return this.#resources[Symbol.iterator]();
  }

  get all(): readonly Resource[] {
    return this.#resources;
  }

  /** Throws when there is one with the same id. */
  add(resource: Resource): void {
    const key = idKey(resource.id);
    if (this.#resources.some(({ id }) => idKey(id) === key)) {
      throw new KustomizationError(`${describeId(resource.id)} is there twice`);
    }
    this.#resources.push(resource);
  }

  /** Throws when two have the same id: a patch may have renamed one. */
  requireUnique(): void {
    const seen = new Set<string>();
    for (const { id } of this.#resources) {
      const key = idKey(id);
      if (seen.has(key)) throw new KustomizationError(`${describeId(id)} is there twice`);
      seen.add(key);
    }
  }

  replace(resource: Resource, by: Resource): void {
    this.#resources = this.#resources.map((one) => (one === resource ? by : one));
  }

  keep(isKept: (resource: Resource) => boolean): void {
    this.#resources = this.#resources.filter(isKept);
  }

  sort(compare: (a: Resource, b: Resource) => number): void {
    this.#resources.sort(compare);
  }

  /** Leaves out what a patch deleted. */
  dropEmpty(): void {
    this.keep(({ object }) => !isEmpty(object));
  }

  /** Those with an id, now or before, for which `matches` holds. */
  withAnyId(matches: (id: ResourceId) => boolean): Resource[] {
    return this.#resources.filter((one) => !isEmpty(one.object) && [...one.previousIds, one.id].some(matches));
  }

  /** The one that has or had this id. Throws when there is none or more than one. */
  only(id: ResourceId): Resource {
    const [found, another] = this.withAnyId((other) => isSameId(other, id));
    if (found === undefined) throw new KustomizationError(`there is no ${describeId(id)}`);
    if (another !== undefined) throw new KustomizationError(`more than one object is or was ${describeId(id)}`);
    return found;
  }
}
