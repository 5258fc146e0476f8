import type { Resource } from "./resource.ts";

/** What a server serves: built-in resources, and custom ones that come and go. */
export class ResourceCatalog {
  /** By group, version and plural. In the order in which they were added. */
  readonly #resources = new Map<string, Resource>();
  readonly #listeners = new Set<() => void>();
  #changes = 0;

  /** How often the catalog has changed: what was made from it is stale when this differs. */
  get changes(): number {
    return this.#changes;
  }

  find(group: string, version: string, resource: string): Resource | undefined {
    return this.#resources.get(keyOf(group, version, resource));
  }

  /** The resource of a kind. Slow: looks at all of them. */
  findKind(group: string, version: string, kind: string): Resource | undefined {
    for (const resource of this.#resources.values()) {
      if (resource.kind === kind && resource.group === group && resource.version === version) return resource;
    }
    return undefined;
  }

  all(): Resource[] {
    return [...this.#resources.values()];
  }

  /** Adds them, or replaces those that have the same group, version and plural. One change. */
  add(...resources: readonly Resource[]): void {
    this.replace([], resources);
  }

  /** Takes them away; those that are not there, or were replaced, are let be. One change. */
  remove(...resources: readonly Resource[]): void {
    this.replace(resources, []);
  }

  /** Takes away the first and adds the second, in one change: nobody sees a state between. */
  replace(removed: readonly Resource[], added: readonly Resource[]): void {
    let isChanged = added.length > 0;
    for (const resource of removed) {
      const key = keyOf(resource.group, resource.version, resource.resource);
      if (this.#resources.get(key) !== resource) continue;
      this.#resources.delete(key);
      isChanged = true;
    }
    for (const resource of added) {
      this.#resources.set(keyOf(resource.group, resource.version, resource.resource), resource);
    }
    if (!isChanged) return;
    this.#changes++;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Calls `listener` after each change, until stopped. */
  onChange(listener: () => void): { stop(): void } {
    this.#listeners.add(listener);
    return { stop: () => void this.#listeners.delete(listener) };
  }
}

function keyOf(group: string, version: string, resource: string): string {
  return `${group}/${version}/${resource}`;
}
