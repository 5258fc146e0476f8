import { formatKey, type Kind, type KubeObject } from "@kubewright/api";
import { TestingError } from "../errors.ts";

/** Objects of any kinds, as they were at one moment. */
export class ObjectSet implements Iterable<KubeObject> {
  readonly #objects: readonly KubeObject[];

  constructor(objects: Iterable<KubeObject>) {
    this.#objects = [...objects];
  }

  /** Those of a kind, in the order of their names. */
  list<T extends KubeObject>(kind: Kind<T>): T[] {
    return this.#objects.filter((object) => kind.is(object)) as T[];
  }

  /** The one of a kind, which needs no name when there is only one. Throws TestingError `SCENARIO` when there is none, or more. */
  get<T extends KubeObject>(kind: Kind<T>, name?: string): T {
    const found = this.find(kind, name);
    if (found !== undefined) return found;
    throw new TestingError("SCENARIO", `there is no ${what(kind, name)}; there is ${this.#describe()}`);
  }

  /** As `get`, but undefined when there is none. */
  find<T extends KubeObject>(kind: Kind<T>, name?: string): T | undefined {
    const all = this.list(kind);
    const [found, another] = name === undefined ? all : all.filter(({ metadata }) => isNamed(metadata, name));
    if (another === undefined) return found;
    const keys = all.map(({ metadata }) => formatKey(metadata)).join(", ");
    throw new TestingError("SCENARIO", `there is more than one ${what(kind, name)}: ${keys}; say which`);
  }

  [Symbol.iterator](): Iterator<KubeObject> {
    return this.#objects[Symbol.iterator]();
  }

  #describe(): string {
    return this.#objects.map(({ kind, metadata }) => `${kind} ${formatKey(metadata)}`).join(", ") || "nothing";
  }
}

function isNamed(metadata: KubeObject["metadata"], name: string): boolean {
  return metadata.name === name || formatKey(metadata) === name;
}

function what({ kind }: Kind, name: string | undefined): string {
  return name === undefined ? kind : `${kind} ${name}`;
}
